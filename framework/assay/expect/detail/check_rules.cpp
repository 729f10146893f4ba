#include <assay/expect/detail/question.hpp>

#include <algorithm>
#include <array>

namespace assay::expect::detail {

const CheckRule* find_check_rule(std::string_view key) noexcept {
  static constexpr auto kRules = std::to_array<CheckRule>({
      {"exists", plan_exists},
      {"dtype", plan_dtype},
      {"shape", plan_shape},
      {"rank", plan_rank},
      {"rows", plan_rows},
      {"values", plan_values},
      {"in_set", plan_membership},
      {"not_in_set", plan_membership},
      {"finite", plan_number_kind},
      {"no_nan", plan_number_kind},
      {"no_inf", plan_number_kind},
      {"whole", plan_number_kind},
      {"unique", plan_unique},
      {"min", plan_extreme},
      {"max", plan_extreme},
      {"mean", plan_moment},
      {"std", plan_moment},
      {"sum", plan_moment},
      {"missing_share", plan_missing_share},
      {"zero_share", plan_share},
      {"nan_count", plan_share},
      {"inf_count", plan_share},
      {"class_share", plan_class_share},
      {"disjoint_from", plan_disjoint_from},
  });
  const auto* rule = std::find_if(kRules.begin(), kRules.end(), [&](const CheckRule& each) { return each.key == key; });
  return rule == kRules.end() ? nullptr : rule;
}

}  // namespace assay::expect::detail
