#pragma once

#include <cstdint>
#include <span>

namespace assay::stats {

/// Population stability index: the sum of `(q - p) * ln(q / p)` over classes, where p is the share of a class in the
/// reference and q that in the sample. A share of 0 counts as half an element of its side (0.5 / n), and only such a
/// share: a class that neither has adds nothing. 0 for equal shares; no upper end. NaN when a side is empty.
/// @param reference, sample counts of the same classes in the same order.
[[nodiscard]] double population_stability_index(std::span<const std::uint64_t> reference,
                                                std::span<const std::uint64_t> sample) noexcept;

/// Jensen-Shannon divergence in base 2 (Lin 1991; not its square root): the mean of the Kullback-Leibler divergences
/// of both from their middle. Within [0, 1]: 0 for equal shares, 1 when no class stands on both sides. The same bits
/// with the sides exchanged. NaN when a side is empty.
[[nodiscard]] double jensen_shannon_divergence(std::span<const std::uint64_t> reference,
                                               std::span<const std::uint64_t> sample) noexcept;

/// Total variation: half the sum of the differences of all shares, which is the share of elements that would have to
/// change their class. Within [0, 1]; does not depend on how large the sides are. NaN when a side is empty.
[[nodiscard]] double total_variation(std::span<const std::uint64_t> reference,
                                     std::span<const std::uint64_t> sample) noexcept;

}  // namespace assay::stats
