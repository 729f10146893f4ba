#pragma once

#include <assay/base/detail/json.hpp>
#include <assay/expect/detail/data_profile.hpp>
#include <assay/expect/detail/drift_measures.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::expect::detail {

/// When a column counts as drifted: the test alone decides nothing, since with enough rows it rejects what does not
/// matter, and an effect alone decides nothing, since few rows show one by chance.
struct DriftThresholds {
  double level = 0.01;            ///< of the p-values, after Holm's correction over all tests of all columns
  double effect = 0.1;            ///< least effect: Kolmogorov-Smirnov statistic of numbers, total variation of classes
  double missing = 0.05;          ///< least difference of the missing shares
  double new_share = 0.01;        ///< least share of elements in classes that were not there
  std::uint64_t least_rows = 30;  ///< of both sides; with fewer nothing is said
  std::uint64_t most_classes = 50;  ///< of the reference, for new classes to be news
};

/// What became of one column. NaN is missing, and in no distance.
struct ColumnDrift {
  enum class State {
    kCompared,
    kTooFew,    ///< too few rows to say anything
    kNoData,    ///< nothing present on one side
    kUnlike,    ///< another kind of type: drifted
    kGone,      ///< not in the later data: drifted
    kNew,       ///< not in the earlier data
    kNoValues,  ///< a type whose values are not looked at, texts that are nearly all different, numbers of rows
  };
  std::string path;
  State state = State::kCompared;
  std::string note;
  std::uint64_t rows_before = 0;
  std::uint64_t rows_now = 0;
  std::optional<DriftMeasures> measures;
  std::optional<double> p;           ///< of the Kolmogorov-Smirnov test, or of chi-square over classes; rows are draws
  std::optional<double> adjusted_p;  ///< after Holm's correction
  double effect = 0;                 ///< as `DriftThresholds::effect`
  double uncertainty = 0;            ///< of `ks`: the profiles count ranges of values
  double missing_before = 0;
  double missing_now = 0;
  std::optional<double> missing_p;
  std::optional<double> adjusted_missing_p;
  std::vector<std::string> reasons;  ///< why it counts as drifted; empty when it does not

  [[nodiscard]] bool drifted() const noexcept { return !reasons.empty(); }
};

/// All columns of two profiles.
struct DriftReport {
  DriftThresholds thresholds;
  std::vector<ColumnDrift> columns;  ///< ascending by path
  std::uint64_t tests = 0;           ///< that the correction is over

  [[nodiscard]] bool drifted() const noexcept;
  [[nodiscard]] bool compared() const noexcept;  ///< at least one column
};

[[nodiscard]] DriftReport compare(const DataProfile& before, const DataProfile& now, const DriftThresholds& thresholds);

/// `compared`, `too_few`, `no_data`, `unlike`, `gone`, `new`, `no_values`.
[[nodiscard]] std::string_view to_text(ColumnDrift::State state) noexcept;
[[nodiscard]] base::detail::Json to_json(const DriftReport& report);

}  // namespace assay::expect::detail
