#include <assay/base/exit_code.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/guard_session.hpp>
#include <assay/run/guard.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay::run {

namespace {

constexpr int kRefused = static_cast<int>(base::ExitCode::kInfrastructure);

int refuse(const std::string& cause) {
  fmt::print(stderr, "assay guard: {}\n", cause);
  return kRefused;
}

int refuse_for_errno(const char* what) { return refuse(fmt::format("{}: {}", what, std::strerror(errno))); }

/// What is opened later must not land on a standard descriptor, which the worker's own would replace.
void fill_standard_descriptors() {
  for (;;) {
    const int file = ::open("/dev/null", O_RDWR);
    if (file > STDERR_FILENO) ::close(file);
    if (file < 0 || file > STDERR_FILENO) return;
  }
}

/// A worker that died in the middle of a line must not swallow the guard's own.
void end_torn_line(int events) {
  struct stat status {};
  char last = '\n';
  if (::fstat(events, &status) == 0 && status.st_size > 0) {
    [[maybe_unused]] const ssize_t count = ::pread(events, &last, 1, status.st_size - 1);
  }
  if (last != '\n') [[maybe_unused]]
    const ssize_t count = ::write(events, "\n", 1);
}

}  // namespace

int guard_main(const std::filesystem::path& order_file) {
  fill_standard_descriptors();
  const tl::expected<detail::Order, std::string> order = detail::read_order(order_file);
  if (!order) return refuse(order.error());

  // The handle may be of a stranger who got the runner's number; as long as the runner is the parent it is not.
  const base::FileDescriptor runner(static_cast<int>(::syscall(SYS_pidfd_open, order->runner, 0)));
  if (::getppid() != order->runner) return refuse("the runner has ended already");
  if (!runner) return refuse_for_errno("the runner cannot be watched (pidfd_open)");
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return refuse_for_errno("it cannot become a subreaper");

  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGHUP}) sigaddset(&watched, signal);
  ::sigprocmask(SIG_BLOCK, &watched, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  const base::FileDescriptor signals(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals) return refuse_for_errno("its signals cannot be read (signalfd)");
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);

  const base::FileDescriptor events(::open(order->events.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644));
  if (!events) return refuse_for_errno(order->events.c_str());
  detail::GuardSession session(*order, events.get(), signals.get(), runner.get());
  const Event ended = session.watch();
  end_torn_line(events.get());
  EventWriter(events.get(), order->run).write(ended);
  return static_cast<int>(base::ExitCode::kPassed);
}

}  // namespace assay::run
