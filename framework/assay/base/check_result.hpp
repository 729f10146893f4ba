#pragma once

#include <assay/base/scalar.hpp>
#include <assay/base/verdict.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::base {

/// Most offenders that a failure lists; counts are always exact.
inline constexpr std::size_t kMostOffenders = 20;

/// One element or row that breaks a check.
struct Offender {
  std::uint64_t row = 0;             ///< position along the first dimension, running through all shards
  std::vector<std::uint64_t> index;  ///< position in all dimensions within its shard; empty for a scalar
  Scalar value;                      ///< the value there, or the row's statistic; none where a row has no single value

  friend bool operator==(const Offender&, const Offender&) = default;
};

/// A file that was written beside the results, for a person to look at.
struct AttachedFile {
  std::string path;        ///< relative to the results' folder, with `/`
  std::string media_type;  ///< `image/png`
  std::string caption;     ///< what it shows and in which order

  friend bool operator==(const AttachedFile&, const AttachedFile&) = default;
};

/// One way in which a check was not met.
struct Failure {
  std::string message;                      ///< a sentence that stands alone: what, where, how often
  Scalar expected;                          ///< as the suite says it, as text or number
  Scalar observed;                          ///< what was seen; none where there is no single value
  std::optional<std::uint64_t> unexpected;  ///< exact count of elements or rows that break the check
  std::optional<std::uint64_t> total;       ///< exact count of those judged; share = unexpected / total
  std::vector<Offender> offenders;          ///< the first `kMostOffenders` in order of position
  bool truncated = false;                   ///< there are more offenders than listed
  std::vector<AttachedFile> files;

  friend bool operator==(const Failure&, const Failure&) = default;
};

/// A number that was measured, kept whatever the verdict.
struct Measurement {
  std::string name;
  Scalar value;           ///< a number; non-finite ones are written as text
  std::string unit;       ///< "" for a bare number, "count", "s", "bytes", "1/s", "ratio"
  std::string direction;  ///< "lower" or "higher" is better, "equal", or "" when neither

  friend bool operator==(const Measurement&, const Measurement&) = default;
};

/// What became of one check of a case.
struct CheckResult {
  std::string check;  ///< the check's key, as `mean`; the case's name and a slash are put before it
  Verdict verdict = Verdict::kNotRun;
  Fault fault = Fault::kNone;
  std::string reason;  ///< one sentence; empty only for a plain pass
  std::vector<Failure> failures;
  std::vector<Measurement> metrics;

  friend bool operator==(const CheckResult&, const CheckResult&) = default;
};

}  // namespace assay::base
