#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::tools {

/// `1 example`, `3 examples`.
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view noun) {
  return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

}  // namespace assay::tools
