#include "victim.hpp"

#include <execinfo.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <poll.h>
#include <stdexcept>
#include <string_view>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::fuzz {
namespace {

// Of the processor: on a busy machine the clock says nothing of the work. Who waits for ever uses none.
constexpr unsigned kMostSeconds = 10;
constexpr unsigned kMostSecondsOfTheClock = 120;
constexpr std::size_t kMostReport = 64 * 1024;
constexpr std::string_view kOurs = "fault of: assay\n";
constexpr std::string_view kTheirs = "fault of: library\n";

bool is_ours(const char* module) {
  static const std::string kSelf = [] {
    std::array<char, 4096> path{};
    const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size() - 1);
    return std::string(path.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  }();
  return module == nullptr || kSelf == module || std::strchr(module, '/') == nullptr;
}

/// Modules that run on behalf of whoever called them.
bool is_neutral(const char* module) {
  if (module == nullptr) return false;
  const std::string_view name(module);
  for (const std::string_view word : {"libc.so", "libm.so", "ld-linux", "libgcc_s", "libstdc++", "libpthread"}) {
    if (name.find(word) != std::string_view::npos) return true;
  }
  return false;
}

/// Says on stderr whose code the innermost frame belongs to; called in a signal handler as the last thing it does.
void blame(int signal) {
  std::array<void*, 64> frames{};
  const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  bool ours = true;
  // The first two frames are this function and the handler.
  for (int i = 2; i < count; ++i) {
    Dl_info info{};
    if (::dladdr(frames[static_cast<std::size_t>(i)], &info) == 0 || is_neutral(info.dli_fname)) continue;
    ours = is_ours(info.dli_fname);
    break;
  }
  const std::string_view verdict = ours ? kOurs : kTheirs;
  [[maybe_unused]] ssize_t told = ::write(STDERR_FILENO, verdict.data(), verdict.size());
  ::backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
  ::_exit(signal == SIGALRM || signal == SIGPROF ? 99 : 98);
}

void prepare(int report) {
  ::dup2(report, STDERR_FILENO);
  ::dup2(report, STDOUT_FILENO);
#if !defined(__SANITIZE_ADDRESS__)  // which needs terabytes of address space
  const rlimit memory{std::size_t{2} << 30U, std::size_t{2} << 30U};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  // On a stack of its own: the fault may be that the stack is used up.
  static std::array<std::byte, 256 * 1024> stack;
  stack_t other{};
  other.ss_sp = stack.data();
  other.ss_size = stack.size();
  ::sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_handler = blame;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGPROF})
    ::sigaction(signal, &action, nullptr);
  std::array<void*, 1> warm{};
  ::backtrace(warm.data(), 1);  // loads libgcc now: not in a handler
  const itimerval limit{.it_interval = {}, .it_value = {.tv_sec = kMostSeconds, .tv_usec = 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
  ::alarm(kMostSecondsOfTheClock);
}

[[noreturn]] void do_work(int report, const std::function<void()>& work) {
  prepare(report);
  try {
    work();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%.*sexception: %s\n", static_cast<int>(kOurs.size()), kOurs.data(), error.what());
    std::fflush(stderr);
    ::_exit(98);
  }
  ::_exit(0);
}

/// All that is written until the other end is closed.
std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 1; (count = ::read(descriptor, buffer.data(), buffer.size())) > 0;) {
    if (text.size() < kMostReport) text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

/// A sanitizer's report names the frames itself; interceptors stand for whoever called them.
bool report_blames_library(const std::string& report) {
  std::size_t at = report.find("\n    #0 ");
  while (at != std::string::npos) {
    const std::size_t end = report.find('\n', at + 1);
    const std::string_view line = std::string_view(report).substr(at + 1, end - at - 1);
    const bool passed_on =
        line.find("interceptor") != std::string_view::npos || line.find(" operator new") != std::string_view::npos ||
        line.find("alloc") != std::string_view::npos || line.find("libc.so") != std::string_view::npos;
    if (!passed_on) return line.find(".so") != std::string_view::npos;
    at = report.compare(end, 6, "\n    #") == 0 ? end : std::string::npos;
  }
  return false;
}

}  // namespace

Ending run_apart(const std::function<void()>& work) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    ::close(pipe[0]);
    do_work(pipe[1], work);
  }
  ::close(pipe[1]);
  Ending ending;
  ending.report = read_all(pipe[0]);
  ::close(pipe[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return ending;
  if (WIFEXITED(status) && (WEXITSTATUS(status) == 98 || WEXITSTATUS(status) == 99)) {
    const bool ours = ending.report.find(kOurs) != std::string::npos;
    ending.kind = ours ? "assay" : WEXITSTATUS(status) == 99 ? "hang" : "library";
    return ending;
  }
  ending.kind = report_blames_library(ending.report) ? "library" : "assay";
  return ending;
}

}  // namespace assay::fuzz
