#include <assay/base/clock.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/run/capture.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::run {
namespace {

/// posix_spawn's list of what is done to descriptors, freed once.
class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t* get() noexcept { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

int milliseconds_until(std::int64_t deadline_ns) {
  constexpr std::int64_t kPerMillisecond = 1'000'000;
  constexpr std::int64_t kLongest = 60'000;
  return static_cast<int>(
      std::clamp((deadline_ns - base::monotonic_ns()) / kPerMillisecond + 1, std::int64_t{0}, kLongest));
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int kSignalBase = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

/// Reads what is there; false at the end of the pipe.
bool drain(int pipe, std::string& output) {
  std::array<char, 4096> buffer{};
  const ssize_t got = read(pipe, buffer.data(), buffer.size());
  if (got <= 0) {
    return got < 0 && (errno == EINTR || errno == EAGAIN);
  }
  const std::size_t room = kMostCaptured - output.size();
  output.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
  return true;
}

}  // namespace

tl::expected<Captured, std::string> capture(const std::vector<std::string>& arguments, base::Duration limit) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  const base::FileDescriptor reading(ends[0]);
  base::FileDescriptor writing(ends[1]);

  FileActions actions;
  posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(actions.get(), writing.get(), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(actions.get(), STDERR_FILENO, "/dev/null", O_WRONLY, 0);

  std::vector<std::string> owned = arguments;
  std::vector<char*> argv;
  for (std::string& argument : owned) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);

  pid_t process = 0;
  if (const int error = posix_spawnp(&process, argv[0], actions.get(), nullptr, argv.data(), environ); error != 0) {
    return tl::unexpected(fmt::format("{} cannot be started: {}", arguments.front(), std::strerror(error)));
  }
  writing.reset();

  // The end of the pipe is not the end of the program (a child may hold it), so both are watched.
  const base::FileDescriptor handle(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
  const std::int64_t deadline = base::monotonic_ns() + limit.count();
  Captured captured;
  bool open = true;
  for (;;) {
    std::array<pollfd, 2> watched{{{handle.get(), POLLIN, 0}, {open ? reading.get() : -1, POLLIN, 0}}};
    const int ready = poll(watched.data(), watched.size(), milliseconds_until(deadline));
    if (open && (watched[1].revents & (POLLIN | POLLHUP)) != 0) {
      open = drain(reading.get(), captured.output);
      continue;
    }
    if ((watched[0].revents & POLLIN) != 0) {
      captured.status = wait_for(process);
      return captured;
    }
    if (ready <= 0 && base::monotonic_ns() >= deadline) {
      kill(process, SIGKILL);
      (void)wait_for(process);
      return tl::unexpected(
          fmt::format("{} has not ended within {} and was killed", arguments.front(), base::to_text(limit)));
    }
  }
}

}  // namespace assay::run
