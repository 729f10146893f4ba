#pragma once

#include <string>
#include <string_view>

namespace assay::expect::detail {

/// The text as a basic string of TOML, in quotes.
[[nodiscard]] std::string toml_text(std::string_view text);

}  // namespace assay::expect::detail
