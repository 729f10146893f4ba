#include <assay/suite/built.hpp>
#include <assay/suite/check_catalogue.hpp>
#include <assay/suite/detail/selection.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::suite {
namespace {

constexpr const char* kVersion = ASSAY_VERSION;

base::Mistake refusal(const base::Place& place, const std::string& what) {
  return {place, fmt::format("{} cannot be run by this version of Assay ({})", what, kVersion)};
}

bool has_selection(const Condition& condition) {
  if (condition.kind == Condition::Kind::kComparison) {
    const auto parsed = detail::parse_dataset_path(condition.dataset);
    return !parsed || !parsed->slices.empty();
  }
  return std::any_of(condition.operands.begin(), condition.operands.end(), has_selection);
}

void add_unbuilt(const Check& check, std::vector<base::Mistake>& mistakes) {
  const CheckDescription* description = find_check(check.key);
  if (description == nullptr || !description->built) {
    mistakes.push_back(refusal(check.place, fmt::format("the check `{}`", check.key)));
    return;
  }
  if (const auto* other = std::get_if<DatasetReference>(&check.argument); other != nullptr && !other->slices.empty()) {
    mistakes.push_back(refusal(check.place, fmt::format("a selection in `{}`", check.key)));
  }
}

}  // namespace

std::vector<base::Mistake> unbuilt(const Case& item) {
  std::vector<base::Mistake> mistakes;
  const auto* body = std::get_if<ExpectCase>(&item.body);
  if (body == nullptr) {
    if (item.kind != Kind::kTest) {
      mistakes.push_back(refusal(item.place, fmt::format("`{}` cases", to_text(item.kind))));
    }
    return mistakes;
  }
  if (!body->dataset.slices.empty() || (body->where && has_selection(*body->where))) {
    mistakes.push_back(refusal(item.place, "a selection such as `x[:, 3]`"));
  }
  if (!body->samples.empty()) {
    mistakes.push_back(refusal(item.place, "`sample`"));
  }
  for (const Check& check : body->checks) {
    add_unbuilt(check, mistakes);
  }
  for (const auto& [part, checks] : body->parts) {
    for (const Check& check : checks) {
      add_unbuilt(check, mistakes);
    }
  }
  return mistakes;
}

}  // namespace assay::suite
