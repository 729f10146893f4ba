#include <assay/expect/detail/element_check.hpp>
#include <assay/expect/detail/row_statistics.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace assay::expect::detail {

namespace {

struct NamedMeasure {
  std::string_view key;
  RowMeasure measure;
  std::string_view name;
};

constexpr auto kMeasures = std::to_array<NamedMeasure>({
    {"row_mean", RowMeasure::kMean, "mean"},
    {"row_std", RowMeasure::kStd, "standard deviation"},
    {"row_min", RowMeasure::kMin, "minimum"},
    {"row_max", RowMeasure::kMax, "maximum"},
    {"row_sum", RowMeasure::kSum, "sum"},
    {"row_norm", RowMeasure::kNorm, "norm"},
    {"sums_to", RowMeasure::kSum, "sum"},
});

/// The bound of the statistic: the check's own, or around the sum that it asks for.
suite::Bound bound_of(const suite::Check& check) {
  const auto* row_sum = std::get_if<suite::RowSum>(&check.argument);
  if (row_sum == nullptr) return std::get<suite::Bound>(check.argument);
  suite::Bound bound;
  bound.low = row_sum->sum - row_sum->tolerance;
  bound.high = row_sum->sum + row_sum->tolerance;
  return bound;
}

/// Finishes a metric that counts rows as wholes.
template <class Metric>
Finish whole_rows(const DataQuestion& data, Wording wording, std::unique_ptr<Metric> metric) {
  const Metric& rows = data.scan.metric(data.filter, std::move(metric));
  return [&question = data.question, &structure = data.structure, wording = std::move(wording), &rows](
             const FilterCounts& counts, base::CheckResult& result) {
    finish_whole_rows(question, structure, wording, rows.state(), counts, result);
  };
}

tl::expected<Finish, Trouble> prepare_row_statistic(const DataQuestion& data) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  const suite::Check& check = *data.question.check;
  const auto* named =
      std::find_if(kMeasures.begin(), kMeasures.end(), [&](const NamedMeasure& each) { return each.key == check.key; });
  const suite::Bound bound = bound_of(check);
  const std::string text = bound.to_text();
  Wording wording{fmt::format("has a {} outside {}", named->name, text),
                  fmt::format("have a {} outside {}", named->name, text), text};
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    return whole_rows(data, wording, std::make_unique<RowStatistics<T>>(named->measure, bound));
  });
}

tl::expected<Finish, Trouble> prepare_one_hot(const DataQuestion& data) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  const Wording wording{"is not one 1 and else zeros", "are not one 1 and else zeros", "one 1 and else zeros"};
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    return whole_rows(data, wording, std::make_unique<OneHotRows<T>>());
  });
}

}  // namespace

Judge plan_row_statistic(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_row_statistic);
}

Judge plan_one_hot(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_one_hot);
}

}  // namespace assay::expect::detail
