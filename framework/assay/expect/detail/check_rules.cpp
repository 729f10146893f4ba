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
      {"columns", plan_columns},
      {"attributes", plan_attributes},
      {"values", plan_values},
      {"in_set", plan_membership},
      {"not_in_set", plan_membership},
      {"matches", plan_matches},
      {"length", plan_length},
      {"finite", plan_number_kind},
      {"no_nan", plan_number_kind},
      {"no_inf", plan_number_kind},
      {"whole", plan_number_kind},
      {"increasing", plan_order},
      {"decreasing", plan_order},
      {"unique", plan_unique},
      {"min", plan_aggregate},
      {"max", plan_aggregate},
      {"mean", plan_aggregate},
      {"std", plan_aggregate},
      {"sum", plan_aggregate},
      {"median", plan_aggregate},
      {"quantile", plan_quantile},
      {"missing_share", plan_missing_share},
      {"zero_share", plan_aggregate},
      {"nan_count", plan_aggregate},
      {"inf_count", plan_aggregate},
      {"distinct", plan_aggregate},
      {"distinct_share", plan_aggregate},
      {"class_share", plan_classes},
      {"max_class_ratio", plan_classes},
      {"row_mean", plan_row_statistic},
      {"row_std", plan_row_statistic},
      {"row_min", plan_row_statistic},
      {"row_max", plan_row_statistic},
      {"row_sum", plan_row_statistic},
      {"row_norm", plan_row_statistic},
      {"axis", plan_axis},
      {"outliers", plan_outliers},
      {"equals", plan_pairs},
      {"less_than", plan_pairs},
      {"same_rows_as", plan_same_rows_as},
      {"subset_of", plan_other_rows},
      {"correlation", plan_correlation},
      {"disjoint_from", plan_other_rows},
      {"drift", plan_drift},
      {"one_hot", plan_one_hot},
      {"sums_to", plan_row_statistic},
      {"below", plan_below},
  });
  const auto* rule = std::find_if(kRules.begin(), kRules.end(), [&](const CheckRule& each) { return each.key == key; });
  return rule == kRules.end() ? nullptr : rule;
}

}  // namespace assay::expect::detail
