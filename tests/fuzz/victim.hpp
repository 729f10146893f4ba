#pragma once

#include <functional>
#include <string>

namespace assay::fuzz {

/// How a piece of work ended that was run in a process of its own.
struct Ending {
  /// Empty: as it should. `assay`: a fault of ours - a signal, an exception, a sanitizer's report in our own code.
  /// `library`: the same where the innermost frame that is no allocator's belongs to a shared library, such as libhdf5.
  /// `hang`: it was inside of a library when its time was up; a hang in our own code is `assay`.
  std::string kind;
  std::string report;  ///< stack and what the process wrote to stderr, bounded
};

/// Forks, does the work there within ten seconds of the processor (two minutes of the clock) and 2 GB, and waits. Call
/// from a process with one thread.
[[nodiscard]] Ending run_apart(const std::function<void()>& work);

}  // namespace assay::fuzz
