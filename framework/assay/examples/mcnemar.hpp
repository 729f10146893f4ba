#pragma once

#include <cstdint>

namespace assay::examples {

/// McNemar's exact two-sided p for `negative` against `positive` flips: 2 P(X <= min) for X binomial(negative +
/// positive, 1/2), at most 1, and 1 for no flips. Right to 1e-12 relative; a value below the smallest double is 0.
/// Takes time in proportion to the smaller count.
[[nodiscard]] double mcnemar_p(std::uint64_t negative, std::uint64_t positive) noexcept;

}  // namespace assay::examples
