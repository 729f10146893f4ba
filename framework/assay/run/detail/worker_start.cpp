#include <assay/run/detail/worker_start.hpp>

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
#include <vector>

namespace assay::run::detail {

namespace {

/// What went wrong in the child before its program ran, as it comes through a pipe that the program never sees.
struct StartFailure {
  enum class Stage : int { kGuardGone, kInput, kFolder, kProgram } stage;
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
StartFailure become_worker(const Order& order, pid_t guard, int output, int events, const TextArray& arguments,
                           const TextArray& environment) {
  using Stage = StartFailure::Stage;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != guard) return {Stage::kGuardGone, 0};
  ::setsid();
  reset_signals();
  offer_to_memory_killer();
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const int input = ::open("/dev/null", O_RDONLY);
  if (input < 0 || ::dup2(input, STDIN_FILENO) < 0 || ::dup2(output, STDOUT_FILENO) < 0 ||
      ::dup2(output, STDERR_FILENO) < 0) {
    return {Stage::kInput, errno};
  }
  ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  ::fcntl(events, F_SETFD, 0);
  if (::chdir(order.folder.c_str()) != 0) return {Stage::kFolder, errno};
  ::execve(order.program.c_str(), arguments.data(), environment.data());
  return {Stage::kProgram, errno};
}

std::string failure_text(const Order& order, const StartFailure& failure) {
  const char* cause = std::strerror(failure.error);
  switch (failure.stage) {
    case StartFailure::Stage::kGuardGone:
      return "the guard ended before its worker started";
    case StartFailure::Stage::kInput:
      return fmt::format("the worker's input and output cannot be set up: {}", cause);
    case StartFailure::Stage::kFolder:
      return fmt::format("the worker cannot enter the folder {}: {}", order.folder.native(), cause);
    case StartFailure::Stage::kProgram:
      break;
  }
  const char* hint = failure.error == ENOENT ? "; is it built?" : failure.error == ENOEXEC ? "; is it a program?" : "";
  return fmt::format("the program {} cannot be started: {}{}", order.program.native(), cause, hint);
}

}  // namespace

tl::expected<StartedWorker, std::string> start_worker(const Order& order, int events) {
  std::array<int, 2> output_ends{};
  std::array<int, 2> failure_ends{};
  if (::pipe2(output_ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  base::FileDescriptor output(output_ends[0]);
  base::FileDescriptor output_writing(output_ends[1]);
  if (::pipe2(failure_ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  const base::FileDescriptor failure_reading(failure_ends[0]);
  base::FileDescriptor failure_writing(failure_ends[1]);

  const TextArray arguments(
      {order.program.native(), "--assay_batch=" + order.batch.native(), fmt::format("--assay_events={}", events)});
  const TextArray environment(environment_with(order.env));
  const pid_t guard = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) return tl::unexpected(fmt::format("no process can be made: {}", std::strerror(errno)));
  if (pid == 0) {
    const StartFailure failure = become_worker(order, guard, output_writing.get(), events, arguments, environment);
    const ssize_t told = ::write(failure_writing.get(), &failure, sizeof failure);
    ::_exit(told == sizeof failure ? EXIT_FAILURE : 2);
  }
  output_writing.reset();
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
    return tl::unexpected(failure_text(order, failure));
  }
  ::fcntl(output.get(), F_SETFL, O_NONBLOCK);
  return StartedWorker{pid, std::move(output)};
}

}  // namespace assay::run::detail
