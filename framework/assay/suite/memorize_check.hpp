#pragma once

#include <span>
#include <string_view>

namespace assay::suite {

/// One of the built-in checks of a `memorize` case, as a suite file and results name it.
struct MemorizeCheck {
  std::string_view id;
  std::string_view criterion;  ///< what has to hold
  bool takes_number;           ///< `checks = { <id> = 0.1 }` sets its tolerance
};

/// All of them in the order in which they are judged.
[[nodiscard]] std::span<const MemorizeCheck> memorize_checks() noexcept;

}  // namespace assay::suite
