#include <assay/report/detail/verdict_words.hpp>

namespace assay::report::detail {

using base::ExitCode;
using base::Verdict;

std::string_view mark_of(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kPassed:
      return "✓";
    case Verdict::kFlaky:
      return "~";
    case Verdict::kXfailed:
      return "x";
    case Verdict::kSkipped:
      return "-";
    case Verdict::kCancelled:
    case Verdict::kNotRun:
      return "○";
    case Verdict::kFailed:
    case Verdict::kError:
    case Verdict::kTimeout:
    case Verdict::kStalled:
    case Verdict::kCrashed:
    case Verdict::kXpassed:
      return "✗";
  }
  return "✗";
}

Tone tone_of(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kPassed:
      return Tone::kGood;
    case Verdict::kXfailed:
    case Verdict::kSkipped:
      return Tone::kDim;
    case Verdict::kFlaky:
    case Verdict::kCancelled:
    case Verdict::kNotRun:
      return Tone::kWarning;
    case Verdict::kFailed:
    case Verdict::kError:
    case Verdict::kTimeout:
    case Verdict::kStalled:
    case Verdict::kCrashed:
    case Verdict::kXpassed:
      return Tone::kBad;
  }
  return Tone::kBad;
}

std::string_view words_of(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kTimeout:
      return "timed out";
    case Verdict::kNotRun:
      return "not run";
    case Verdict::kError:
      return "in error";
    case Verdict::kXfailed:
      return "failed as expected";
    case Verdict::kXpassed:
      return "passed unexpectedly";
    default:
      return base::to_text(verdict);
  }
}

std::string_view words_of(ExitCode code) noexcept {
  switch (code) {
    case ExitCode::kPassed:
      return "all that ran passed";
    case ExitCode::kFailed:
      return "a case did not pass";
    case ExitCode::kUserError:
      return "a mistake in a suite or on the command line";
    case ExitCode::kInfrastructure:
      return "the machine or Assay itself could not do what was asked";
    case ExitCode::kNothingRan:
      return "nothing ran";
    case ExitCode::kSkipped:
      return "everything was skipped";
  }
  return "unknown";
}

bool has_run(Verdict verdict) noexcept {
  return verdict != Verdict::kSkipped && verdict != Verdict::kNotRun && verdict != Verdict::kCancelled;
}

}  // namespace assay::report::detail
