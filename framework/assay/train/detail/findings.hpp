#pragma once

#include <assay/base/check_result.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::train::detail {

[[nodiscard]] base::CheckResult passed(std::string_view check, std::string reason = {});
[[nodiscard]] base::CheckResult not_run(std::string_view check, std::string reason);
/// Nothing was judged, since the recipe does not say what with; the reason says what would have to be declared.
[[nodiscard]] base::CheckResult skipped(std::string_view check, std::string reason);
/// Failed by these failures, at least one; the reason is the first and how many more there are.
[[nodiscard]] base::CheckResult failed(std::string_view check, std::vector<base::Failure> failures);
/// The first message, and how many more there are.
[[nodiscard]] std::string reason_of(std::span<const base::Failure> failures);
/// Passed when there are none.
[[nodiscard]] base::CheckResult judged(std::string_view check, std::vector<base::Failure> failures);

[[nodiscard]] base::Failure failure(std::string message, base::Scalar expected = {}, base::Scalar observed = {});

/// `a, b, c`, of many the first twenty and `and 7 more`.
[[nodiscard]] std::string listed(std::span<const std::string> names);
/// `1 parameter`, `2 parameters`.
[[nodiscard]] std::string counted(std::size_t count, std::string_view one, std::string_view many);
/// Four significant digits, as messages show losses; `nan`, `inf`, `-inf`.
[[nodiscard]] std::string short_text(double value);
/// The part of an exception's text that says what is wrong, without LibTorch's stack of addresses; at most 500 bytes.
[[nodiscard]] std::string told(std::string_view what);

}  // namespace assay::train::detail
