#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace assay::fuzz {

using Bytes = std::vector<std::uint8_t>;

/// Input number `index` of a series: one of the seeds with one to four small damages - a bit, a byte or a number
/// replaced by one at an edge, a piece left out, written twice, or taken from another seed, the end cut off. The same
/// seeds, series and index give the same input on every machine. @pre at least one seed
[[nodiscard]] Bytes mutated(std::span<const Bytes> seeds, std::uint64_t series, std::uint64_t index);

}  // namespace assay::fuzz
