#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/process_start.hpp>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/close_range.h>
#include <map>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::run::detail {

namespace {

/// What went wrong in the child before its program ran, as it comes through a pipe that the program never sees.
struct StartFailure {
  enum class Stage : int { kParentGone, kInput, kFolder, kProgram } stage;
  int error;
};

/// Texts with the pointers to them that exec takes.
class TextArray {
 public:
  explicit TextArray(std::vector<std::string> texts) : texts_(std::move(texts)) {
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  TextArray(const TextArray&) = delete;
  TextArray& operator=(const TextArray&) = delete;
  [[nodiscard]] char* const* data() const noexcept { return pointers_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& additions) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const auto& [name, value] : additions) variables[name] = value;
  std::vector<std::string> result;
  result.reserve(variables.size());
  for (const auto& [name, value] : variables) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

/// The kernel's out-of-memory killer takes the worker before the guard and the runner.
void offer_to_memory_killer() {
  const base::FileDescriptor file(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  constexpr std::string_view kScore = "300";
  // Not allowed or not there: then the kernel decides as it always does.
  if (file) [[maybe_unused]]
    const ssize_t ignored = ::write(file.get(), kScore.data(), kScore.size());
}

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// The child's way to its program. Answers only when that cannot be run.
StartFailure become_program(const ProcessStart& start, pid_t parent, const TextArray& arguments,
                            const TextArray& environment) {
  using Stage = StartFailure::Stage;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) return {Stage::kParentGone, 0};
  ::setsid();
  reset_signals();
  offer_to_memory_killer();
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int input = ::open("/dev/null", O_RDONLY);
  if (input < 0 || ::dup2(input, STDIN_FILENO) < 0) return {Stage::kInput, errno};
  if (start.output >= 0 && (::dup2(start.output, STDOUT_FILENO) < 0 || ::dup2(start.output, STDERR_FILENO) < 0)) {
    return {Stage::kInput, errno};
  }
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  if (start.kept >= 0) ::fcntl(start.kept, F_SETFD, 0);
  if (!start.folder.empty() && ::chdir(start.folder.c_str()) != 0) return {Stage::kFolder, errno};
  ::execve(start.program.c_str(), arguments.data(), environment.data());
  return {Stage::kProgram, errno};
}

std::string failure_text(const ProcessStart& start, const StartFailure& failure) {
  const char* cause = std::strerror(failure.error);
  const std::string program = start.program.native();
  switch (failure.stage) {
    case StartFailure::Stage::kParentGone:
      return fmt::format("{} was not started: the process that wanted it ended", program);
    case StartFailure::Stage::kInput:
      return fmt::format("input and output of {} cannot be set up: {}", program, cause);
    case StartFailure::Stage::kFolder:
      return fmt::format("{} cannot enter the folder {}: {}", program, start.folder.native(), cause);
    case StartFailure::Stage::kProgram:
      break;
  }
  const char* hint = failure.error == ENOENT ? "; is it built?" : failure.error == ENOEXEC ? "; is it a program?" : "";
  return fmt::format("the program {} cannot be started: {}{}", program, cause, hint);
}

}  // namespace

tl::expected<pid_t, std::string> start_process(const ProcessStart& start) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  const base::FileDescriptor failure_reading(ends[0]);
  base::FileDescriptor failure_writing(ends[1]);

  std::vector<std::string> words{start.program.native()};
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  const TextArray arguments(std::move(words));
  const TextArray environment(environment_with(start.env));
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return tl::unexpected(fmt::format("no process can be made: {}", std::strerror(errno)));
  if (pid == 0) {
    const StartFailure failure = become_program(start, parent, arguments, environment);
    const ssize_t told = ::write(failure_writing.get(), &failure, sizeof failure);
    ::_exit(told == sizeof failure ? EXIT_FAILURE : 2);
  }
  failure_writing.reset();

  // The pipe ends without a word as soon as the program runs.
  StartFailure failure{};
  ssize_t count = 0;
  do {
    count = ::read(failure_reading.get(), &failure, sizeof failure);
  } while (count < 0 && errno == EINTR);
  if (count == sizeof failure) {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    return tl::unexpected(failure_text(start, failure));
  }
  return pid;
}

}  // namespace assay::run::detail
