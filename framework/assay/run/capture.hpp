#pragma once

#include <assay/base/duration.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace assay::run {

/// What a short program said.
struct Captured {
  int status = 0;      ///< exit status; 128 + number for a signal
  std::string output;  ///< its stdout, at most `kMostCaptured` bytes
};

inline constexpr std::size_t kMostCaptured = std::size_t{1} << 20U;

/// Runs a program with no input and gathers what it prints; its stderr is thrown away. No shell takes part.
/// What it leaves running in its process group is killed. One sentence when it cannot be started or has not ended
/// within the limit (it is killed then).
[[nodiscard]] tl::expected<Captured, std::string> capture(const std::vector<std::string>& arguments,
                                                          base::Duration limit);

}  // namespace assay::run
