#include <assay/base/clock.hpp>
#include <assay/base/error.hpp>
#include <assay/run/detail/joined_log.hpp>
#include <assay/run/detail/writing.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <utility>

namespace assay::run::detail {

JoinedLog::JoinedLog(const std::filesystem::path& file, std::string run, std::function<void(const Event&)> observer)
    : path_(file),
      file_(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644)),
      run_(std::move(run)),
      observer_(std::move(observer)) {
  if (!file_) {
    throw base::InfrastructureError(fmt::format("{} cannot be written: {}", path_.native(), std::strerror(errno)));
  }
}

void JoinedLog::add(Event event) {
  event.run = run_;
  if (!write_all(file_.get(), to_line(event) + '\n')) {
    throw base::InfrastructureError(fmt::format("{} cannot be written: {}", path_.native(), std::strerror(errno)));
  }
  record_.add(event);
  if (observer_) observer_(event);
}

void JoinedLog::add_own(Event event) {
  event.monotonic_ns = base::monotonic_ns();
  add(std::move(event));
}

}  // namespace assay::run::detail
