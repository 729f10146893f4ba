#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::base {

/// Reads `"4GB"`, `"512 MiB"`, `"1.5 GB"`, `"100000"`: decimal (B kB MB GB TB) and binary (KiB MiB GiB TiB) units;
/// `KB` means `kB`.
/// None for anything else, for zero, and beyond 2^63 - 1 bytes.
[[nodiscard]] std::optional<std::uint64_t> parse_byte_size(std::string_view text);

/// Decimal units with one digit after the point at most: `999 B`, `54.9 MB`.
[[nodiscard]] std::string byte_size_text(std::uint64_t bytes);

}  // namespace assay::base
