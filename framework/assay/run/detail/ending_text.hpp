#pragma once

#include <assay/run/event.hpp>

#include <string>

namespace assay::run::detail {

/// `signal 11 (SIGSEGV)`.
[[nodiscard]] std::string signal_text(int signal);

/// What `worker_ended` means for the case in flight, in a sentence without the case's name.
[[nodiscard]] std::string ending_text(const Event& worker_ended);

/// Why a worker ended before its first case, for cases that it never came to.
[[nodiscard]] std::string start_failure_text(const Event& worker_ended, const std::string& program);

}  // namespace assay::run::detail
