#pragma once

#include <assay/expect/detail/question.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace assay::expect::detail {

/// A question about elements, once its dataset is known to be readable.
struct DataQuestion {
  const Question& question;
  const Structure& structure;
  Scan& scan;
  std::size_t filter = 0;  ///< of the scan: the case's condition and missing rule
};

/// Puts verdict, failures and the check's own metrics into the result. Called only when there is something to judge.
/// Who looked at more than the scanned dataset puts the `missing` and `unwritten` of all into the counts.
using Finish = std::function<void(FilterCounts& counts, base::CheckResult& result)>;

/// Asks for metrics and says how to finish, or why the data cannot answer.
using Prepare = std::function<tl::expected<Finish, Trouble>(const DataQuestion& question)>;

/// When there is no data to judge.
enum class Emptiness {
  kNothingPresent,  ///< no kept element that is not missing
  kNothingKept,     ///< no kept element at all
  kLeftToCheck,     ///< the check itself finds out
};

/// The rules that all checks of elements share: what cannot be opened, read or asked; never-written elements without a
/// value; no data; counts among the metrics.
[[nodiscard]] Judge plan_data_check(const Question& question, Planner& planner, const Prepare& prepare,
                                    Emptiness emptiness = Emptiness::kNothingPresent);

/// The filter that the case asks for.
[[nodiscard]] FilterSpec filter_of(const suite::ExpectCase& expectation);

/// The dataset that the elements are read from: the case's own, or the sample of it that the case asks for.
[[nodiscard]] DatasetKey sampled_key(const Question& question);

/// Result of a check that cannot be judged.
[[nodiscard]] base::CheckResult troubled(const Question& question, const Trouble& trouble);

/// `missing`, `unwritten` and the other counts.
void add_count(base::CheckResult& result, std::string_view name, std::uint64_t count);

/// Passed, or failed with `no data: ...` where the check does not allow it.
void finish_empty(const Question& question, const std::string& why, base::CheckResult& result);

/// Adds a failure; the first one's message becomes the reason.
void fail(base::CheckResult& result, base::Failure failure);

/// Why nothing is left to judge.
[[nodiscard]] std::string emptiness_text(const Question& question, const Structure& structure,
                                         const FilterCounts& counts);

/// Trouble of a check that asks something else of the type than it can answer.
[[nodiscard]] Trouble wrong_type(const Question& question, const Structure& structure, std::string_view needed);

/// `row 5, index [5, 12] of part_1.h5`: as much as is needed to find it.
[[nodiscard]] std::string place_text(const Structure& structure, const base::Offender& offender);

/// Whether enough pass: `(total - broken) / total >= mostly`, in double, exactly so; of nothing, all do.
[[nodiscard]] constexpr bool enough_pass(std::uint64_t total, std::uint64_t broken, double mostly) noexcept {
  if (total == 0) return true;
  return static_cast<double>(total - broken) / static_cast<double>(total) >= mostly;
}

}  // namespace assay::expect::detail
