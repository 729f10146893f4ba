#pragma once

#include <assay/base/exit_code.hpp>
#include <assay/base/verdict.hpp>
#include <assay/report/detail/line.hpp>

#include <string_view>

namespace assay::report::detail {

/// One column: ✓ for what is good, ✗ for what broke, others for what was not judged.
[[nodiscard]] std::string_view mark_of(base::Verdict verdict) noexcept;

[[nodiscard]] Tone tone_of(base::Verdict verdict) noexcept;

/// The verdict as a person says it: `timed out`, `not run`.
[[nodiscard]] std::string_view words_of(base::Verdict verdict) noexcept;

/// What an exit code means, as the end of a sentence.
[[nodiscard]] std::string_view words_of(base::ExitCode code) noexcept;

/// The verdict of a case whose work began, so that its time says something.
[[nodiscard]] bool has_run(base::Verdict verdict) noexcept;

}  // namespace assay::report::detail
