#include "commit.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace assay::tools {
namespace {

/// What `git` prints on its standard output, at most 64 KB; none unless it exits with 0.
std::optional<std::string> git(const std::filesystem::path& folder, std::vector<std::string> arguments) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  arguments.insert(arguments.begin(), {"git", "-C", folder.native()});
  std::vector<char*> raw;
  for (std::string& argument : arguments) {
    raw.push_back(argument.data());
  }
  raw.push_back(nullptr);
  pid_t child = -1;
  const int failed = ::posix_spawnp(&child, "git", &actions, nullptr, raw.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string text;
  constexpr std::size_t kMostBytes = 64 * 1024;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; failed == 0 && text.size() < kMostBytes;) {
    count = ::read(ends[0], buffer.data(), buffer.size());
    if (count <= 0 && errno != EINTR) {
      break;
    }
    text.append(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
  }
  ::close(ends[0]);
  int status = -1;
  while (failed == 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return failed == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? std::optional(text) : std::nullopt;
}

}  // namespace

std::string commit_of(const std::filesystem::path& folder) {
  const auto commit = git(folder, {"rev-parse", "HEAD"});
  if (!commit || commit->empty()) {
    return "";
  }
  const auto changed = git(folder, {"status", "--porcelain", "--untracked-files=no"});
  return commit->substr(0, commit->find('\n')) + (changed && !changed->empty() ? "+" : "");
}

}  // namespace assay::tools
