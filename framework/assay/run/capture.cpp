#include <assay/base/clock.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/run/capture.hpp>
#include <assay/run/detail/spawning.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace assay::run {

namespace {

int milliseconds_until(std::int64_t deadline_ns) {
  constexpr std::int64_t kPerMillisecond = 1'000'000;
  constexpr std::int64_t kLongest = 60'000;
  return static_cast<int>(
      std::clamp((deadline_ns - base::monotonic_ns()) / kPerMillisecond + 1, std::int64_t{0}, kLongest));
}

/// Reads once what is there; false when there is nothing more, now (the pipe never waits) or at all.
bool drain(base::FileDescriptor& pipe, std::string& output) {
  std::array<char, 4096> buffer{};
  const ssize_t got = ::read(pipe.get(), buffer.data(), buffer.size());
  if (got < 0 && errno == EINTR) {
    return true;
  }
  if (got == 0) {
    pipe.reset();
  }
  if (got <= 0) {
    return false;
  }
  output.append(buffer.data(), std::min(kMostCaptured - output.size(), static_cast<std::size_t>(got)));
  return true;
}

}  // namespace

tl::expected<Captured, std::string> capture(const std::vector<std::string>& arguments, base::Duration limit) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  base::FileDescriptor reading(ends[0]);
  base::FileDescriptor writing(ends[1]);
  ::fcntl(reading.get(), F_SETFL, O_NONBLOCK);
  const tl::expected<detail::Spawned, std::string> process = detail::spawn(arguments, writing.get(), -1);
  if (!process) {
    return tl::unexpected(process.error());
  }
  writing.reset();

  // The end of the pipe is not the end of the program (a child may hold it), so both are watched.
  const std::int64_t deadline = base::monotonic_ns() + limit.count();
  Captured captured;
  for (;;) {
    std::array<pollfd, 2> watched{{{process->handle.get(), POLLIN, 0}, {reading.get(), POLLIN, 0}}};
    ::poll(watched.data(), watched.size(), milliseconds_until(deadline));
    if (watched[0].revents != 0) {
      constexpr int kMostReads = 1024;
      for (int i = 0; i < kMostReads && drain(reading, captured.output); ++i) {
      }
      // While the program is not waited for, its group's number is no one else's.
      ::kill(-process->pid, SIGKILL);
      captured.status = detail::wait_for_end(*process);
      return captured;
    }
    if (watched[1].revents != 0) {
      drain(reading, captured.output);
    }
    if (base::monotonic_ns() >= deadline) {
      ::kill(-process->pid, SIGKILL);
      detail::wait_for_end(*process);
      return tl::unexpected(
          fmt::format("{} has not ended within {} and was killed", arguments.front(), base::to_text(limit)));
    }
  }
}

}  // namespace assay::run
