#include <assay/run/detail/spawning.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::run::detail {

namespace {

/// posix_spawn's list of what is done to descriptors.
class FileActions {
 public:
  FileActions() { ::posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { ::posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void replace(int descriptor, int by) {
    if (by < 0) {
      ::posix_spawn_file_actions_addopen(&actions_, descriptor, "/dev/null", O_RDWR, 0);
    } else {
      ::posix_spawn_file_actions_adddup2(&actions_, by, descriptor);
    }
  }
  [[nodiscard]] const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// posix_spawn's attributes: own process group, no signal blocked or ignored.
class Attributes {
 public:
  Attributes() {
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~Attributes() { ::posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  [[nodiscard]] const posix_spawnattr_t* get() const noexcept { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

}  // namespace

tl::expected<Spawned, std::string> spawn(const std::vector<std::string>& arguments, int output, int errors) {
  FileActions actions;
  actions.replace(STDIN_FILENO, -1);
  actions.replace(STDOUT_FILENO, output);
  actions.replace(STDERR_FILENO, errors);
  const Attributes attributes;
  std::vector<std::string> texts = arguments;
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);

  Spawned process;
  const int error =
      ::posix_spawnp(&process.pid, pointers.front(), actions.get(), attributes.get(), pointers.data(), environ);
  if (error != 0) {
    return tl::unexpected(fmt::format("{} cannot be started: {}", arguments.front(), std::strerror(error)));
  }
  process.handle = base::FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0)));
  if (!process.handle) {
    const std::string cause = std::strerror(errno);
    ::kill(process.pid, SIGKILL);
    wait_for_end(process);
    return tl::unexpected(fmt::format("{} cannot be watched (pidfd_open): {}", arguments.front(), cause));
  }
  return process;
}

int wait_for_end(const Spawned& process) {
  int status = 0;
  while (::waitpid(process.pid, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int kSignalBase = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

}  // namespace assay::run::detail
