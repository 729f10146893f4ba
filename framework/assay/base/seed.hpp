#pragma once

#include <cstdint>
#include <string_view>

namespace assay::base {

/// A seed for one named purpose, derived from a seed and a name: other names give unrelated streams, the same give the
/// same on every machine (SplitMix64 finaliser over FNV-1a of the name).
[[nodiscard]] std::uint64_t derive_seed(std::uint64_t seed, std::string_view purpose) noexcept;

}  // namespace assay::base
