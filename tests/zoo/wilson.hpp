#pragma once

#include <cstddef>

namespace assay::zoo {

/// A share with its interval.
struct Share {
  std::size_t hits = 0;
  std::size_t total = 0;
  double share = 0;
  double low = 0;
  double high = 1;
};

/// Wilson's score interval of 95 %; of nothing [0, 1]. E. B. Wilson, JASA 22 (1927).
[[nodiscard]] Share wilson(std::size_t hits, std::size_t total) noexcept;

}  // namespace assay::zoo
