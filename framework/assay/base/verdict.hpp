#pragma once

#include <optional>
#include <string_view>

namespace assay::base {

/// What became of a case or of one check of it.
enum class Verdict {
  kPassed,
  kFailed,
  kSkipped,
  kError,
  kTimeout,
  kStalled,
  kCrashed,
  kFlaky,
  kXfailed,
  kXpassed,
  kCancelled,
  kNotRun,
};

/// Who has to act on a verdict `error` (and on `not_run`): it decides the exit code.
enum class Fault { kNone, kData, kMachine, kUser };

/// The word of results.json: `passed`, `not_run`, ...
[[nodiscard]] std::string_view to_text(Verdict verdict) noexcept;
/// The word of results.json: `data`, `machine`, `user`; empty for `kNone`, which is written as null.
[[nodiscard]] std::string_view to_text(Fault fault) noexcept;

[[nodiscard]] std::optional<Verdict> verdict_of(std::string_view word) noexcept;
[[nodiscard]] std::optional<Fault> fault_of(std::string_view word) noexcept;

/// Passed, skipped, flaky and xfailed let a run succeed; all others do not.
[[nodiscard]] bool is_good(Verdict verdict) noexcept;

}  // namespace assay::base
