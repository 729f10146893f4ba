#pragma once

#include <assay/config/node.hpp>

#include <optional>
#include <string_view>

namespace assay::config::detail {

/// The first place of a TOML text where brackets nest deeper than `most`, or a dotted key has more than `most` parts.
/// The TOML library limits brackets only, and ends its process on a key of a million parts.
/// Text that is not TOML gives any answer, but in linear time and no memory.
[[nodiscard]] std::optional<Position> deepest_break(std::string_view toml, int most) noexcept;

}  // namespace assay::config::detail
