#include <assay/run/detail/ending_text.hpp>

#include <fmt/format.h>

#include <csignal>
#include <cstring>

namespace assay::run::detail {

namespace {

/// The status with which the dynamic linker gives up.
constexpr int kLoaderStatus = 127;

}  // namespace

std::string signal_text(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : fmt::format("signal {} (SIG{})", signal, name);
}

std::string ending_text(const Event& worker_ended) {
  const auto detail_or = [&worker_ended](const char* otherwise) {
    return worker_ended.detail.empty() ? std::string(otherwise) : worker_ended.detail;
  };
  switch (worker_ended.ending) {
    case Ending::kExited:
      return fmt::format("exited with status {} in the middle of this case: a test must not call exit()",
                         worker_ended.code);
    case Ending::kSignalled:
      return fmt::format("the worker was killed by {} in this case{}", signal_text(worker_ended.code),
                         worker_ended.code == SIGKILL
                             ? "; Assay did not send it: the kernel's out-of-memory killer may "
                               "have (see `dmesg`)"
                             : "");
    case Ending::kTimeout:
      return detail_or("the case used up its time");
    case Ending::kBudget:
      return detail_or("the tier's budget was used up while this case ran");
    case Ending::kMemory:
      return detail_or("out of memory");
    case Ending::kCancelled:
      return detail_or("the run was cancelled while this case ran");
    case Ending::kNotStarted:
      return detail_or("the worker could not be started");
  }
  return worker_ended.detail;
}

std::string start_failure_text(const Event& worker_ended, const std::string& program) {
  if (worker_ended.ending == Ending::kNotStarted || worker_ended.ending == Ending::kTimeout) {
    return worker_ended.detail;
  }
  if (worker_ended.ending == Ending::kSignalled) {
    return fmt::format("{} was killed by {} before it came to this case", program, signal_text(worker_ended.code));
  }
  if (worker_ended.ending == Ending::kExited) {
    return fmt::format("{} exited with status {} before it came to this case{}", program, worker_ended.code,
                       worker_ended.code == kLoaderStatus ? "; a shared library that it needs may be missing (see "
                                                            "`ldd`)"
                                                          : "");
  }
  return ending_text(worker_ended);
}

}  // namespace assay::run::detail
