#include <assay/run/detail/process_start.hpp>
#include <assay/run/detail/worker_start.hpp>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace assay::run::detail {

tl::expected<StartedWorker, std::string> start_worker(const Order& order, int events) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  base::FileDescriptor output(ends[0]);
  const base::FileDescriptor writing(ends[1]);
  const tl::expected<pid_t, std::string> pid =
      start_process({.program = order.program,
                     .arguments = {"--assay_batch=" + order.batch.native(), fmt::format("--assay_events={}", events)},
                     .folder = order.folder,
                     .env = order.env,
                     .output = writing.get(),
                     .kept = events});
  if (!pid) return tl::unexpected(pid.error());
  ::fcntl(output.get(), F_SETFL, O_NONBLOCK);
  return StartedWorker{*pid, std::move(output)};
}

}  // namespace assay::run::detail
