#include <assay/base/error.hpp>
#include <assay/base/nearest_name.hpp>
#include <assay/train/detail/frozen.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace assay::train::detail {
namespace {

bool covers(std::string_view declared, std::string_view name) {
  return declared == name || (declared.ends_with('.') && name.starts_with(declared));
}

}  // namespace

bool is_frozen(const Declarations& declarations, std::string_view name) {
  return std::any_of(declarations.frozen.begin(), declarations.frozen.end(),
                     [&](const std::string& declared) { return covers(declared, name); });
}

void refuse_unknown_frozen(const Declarations& declarations, const std::vector<NamedTensor>& parameters) {
  std::vector<std::string> names;
  for (const NamedTensor& parameter : parameters) {
    names.push_back(parameter.name);
  }
  std::vector<base::Mistake> mistakes;
  for (const std::string& declared : declarations.frozen) {
    if (std::none_of(names.begin(), names.end(), [&](const std::string& name) { return covers(declared, name); })) {
      mistakes.push_back({{},
                          fmt::format("the recipe declares {} frozen, but its model has no such parameter{}", declared,
                                      base::did_you_mean(declared, names))});
    }
  }
  if (!mistakes.empty()) {
    throw base::UserError(mistakes);
  }
}

}  // namespace assay::train::detail
