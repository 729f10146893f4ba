#include <assay/expect/detail/element_check.hpp>
#include <assay/expect/detail/element_tests.hpp>
#include <assay/expect/detail/text_pattern.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <regex>
#include <utility>

namespace assay::expect::detail {

namespace {

/// Texts with a number of characters in a range.
struct LengthInside {
  Inside<std::uint64_t> range;
  [[nodiscard]] bool operator()(const std::string& text) const noexcept { return range(character_count(text)); }
  friend bool operator==(const LengthInside&, const LengthInside&) = default;
};

tl::expected<Finish, Trouble> prepare_matches(const DataQuestion& data) {
  if (!is_text(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "text"));
  const auto& pattern = std::get<std::string>(data.question.check->argument);
  const std::string shown = value_text(base::Scalar{pattern});
  try {
    return count_broken<std::string>(data, {"does not match " + shown, "do not match " + shown, "matches " + shown},
                                     TextPattern(pattern));
  } catch (const std::regex_error& error) {
    return tl::unexpected(
        Trouble{Trouble::Kind::kMistake,
                fmt::format("{} cannot be used as a pattern: {}; back-references are not known", shown, error.what())});
  }
}

tl::expected<Finish, Trouble> prepare_length(const DataQuestion& data) {
  const hdf5::ElementType& type = data.structure.type;
  const auto& bound = std::get<suite::Bound>(data.question.check->argument);
  const std::string text = bound.to_text();
  if (is_text(type)) {
    Wording wording{"has a length outside " + text, "have a length outside " + text, text};
    return count_broken<std::string>(data, std::move(wording), LengthInside{Inside<std::uint64_t>(bound)});
  }
  if (type.kind == hdf5::ElementKind::kVariable) {
    Wording wording{"has a length outside " + text, "have a length outside " + text, text};
    return count_broken<std::uint64_t>(data, std::move(wording), Inside<std::uint64_t>(bound));
  }
  return tl::unexpected(wrong_type(data.question, data.structure, "text or sequences of variable length"));
}

}  // namespace

Judge plan_matches(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_matches);
}

Judge plan_length(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_length);
}

}  // namespace assay::expect::detail
