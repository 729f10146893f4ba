#include <assay/base/clock.hpp>
#include <assay/base/error.hpp>
#include <assay/run/detail/joined_log.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
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
  const std::string line = to_line(event) + '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t count = ::write(file_.get(), rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      throw base::InfrastructureError(fmt::format("{} cannot be written: {}", path_.native(), std::strerror(errno)));
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  record_.add(event);
  if (observer_) observer_(event);
}

void JoinedLog::add_own(Event event) {
  event.monotonic_ns = base::monotonic_ns();
  add(std::move(event));
}

}  // namespace assay::run::detail
