#include <assay/base/clock.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/ending_text.hpp>
#include <assay/run/detail/polling.hpp>
#include <assay/run/detail/process_start.hpp>
#include <assay/run/detail/signal_trap.hpp>
#include <assay/run/foreground.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <optional>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::run {

namespace {

constexpr std::string_view kReadPhase = "read";
constexpr char kBetweenFiles = '\n';
constexpr std::uintmax_t kMegabyte = 1'000'000;
/// A hundred terabytes: no file that is read makes a limit that overflows.
constexpr std::uintmax_t kMostBytes = kMegabyte * 100'000'000;
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kGrace = 2'000'000'000;
constexpr std::int64_t kKillLimit = 5'000'000'000;

/// What a program says through its pipe about the file that it is reading.
class ReadingReport {
 public:
  ReadingReport(const ForegroundTask& task, base::FileDescriptor pipe) : task_(task), pipe_(std::move(pipe)) {}

  [[nodiscard]] int descriptor() const noexcept { return pipe_.get(); }
  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  [[nodiscard]] base::Duration limit() const noexcept { return limit_; }
  [[nodiscard]] std::int64_t deadline_ns() const noexcept { return deadline_ns_; }

  /// Takes what is there, never waits.
  void drain() {
    std::array<char, 4096> buffer;
    while (pipe_) {
      const ssize_t count = ::read(pipe_.get(), buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count == 0) pipe_.reset();
      if (count <= 0) return;
      add({buffer.data(), static_cast<std::size_t>(count)});
    }
  }

 private:
  void add(std::string_view bytes) {
    constexpr std::size_t kLongestLine = std::size_t{1} << 20;
    line_.append(bytes);
    for (std::size_t end = line_.find('\n'); end != std::string::npos; end = line_.find('\n')) {
      if (const auto event = parse_line(std::string_view(line_).substr(0, end)); event && *event) take(**event);
      line_.erase(0, end + 1);
    }
    if (line_.size() > kLongestLine) line_.clear();
  }

  void take(const Event& event) {
    if (event.kind != EventKind::kPhase) return;
    file_.clear();
    deadline_ns_ = kNever;
    if (event.phase != kReadPhase) return;
    std::uintmax_t bytes = 0;
    for (std::string_view rest = event.detail; !rest.empty();) {
      const std::string_view file = rest.substr(0, rest.find(kBetweenFiles));
      rest.remove_prefix(std::min(file.size() + 1, rest.size()));
      file_ += fmt::format("{}{}", file_.empty() ? "" : " or ", file);
      std::error_code error;
      const std::uintmax_t size = std::filesystem::file_size(file, error);
      bytes += error ? 0 : std::min(size, kMostBytes);
    }
    limit_ = task_.read_limit + task_.read_limit_per_megabyte * static_cast<std::int64_t>(bytes / kMegabyte);
    deadline_ns_ = base::monotonic_ns() + limit_.count();
  }

  const ForegroundTask& task_;
  base::FileDescriptor pipe_;
  std::string line_;
  std::string file_;
  base::Duration limit_{};
  std::int64_t deadline_ns_ = kNever;
};

/// One watch over one program.
class Watch {
 public:
  Watch(pid_t pid, ReadingReport& report, int signals)
      : pid_(pid),
        report_(report),
        signals_(signals),
        handle_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))),
        trouble_(handle_ ? 0 : errno) {}

  ForegroundEnd until_end() {
    if (!handle_) {
      ::kill(pid_, SIGKILL);
      while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
      }
      return {.kind = ForegroundEnd::Kind::kNotStarted,
              .detail = fmt::format("it cannot be watched (pidfd_open): {}", std::strerror(trouble_))};
    }
    while (!status_) wait_once();
    report_.drain();
    return end();
  }

 private:
  void wait_once() {
    std::array<pollfd, 3> watched{
        {{handle_.get(), POLLIN, 0}, {report_.descriptor(), POLLIN, 0}, {signals_, POLLIN, 0}}};
    detail::wait_until(watched, std::min(report_.deadline_ns(), kill_ns_));
    // First of all, so that a limit is looked at with what the program said by now.
    report_.drain();
    if (watched[2].revents != 0) hand_on_signals();
    if (watched[0].revents != 0) {
      reap(false);
      return;
    }
    const std::int64_t now = base::monotonic_ns();
    hung_ = hung_ || now >= report_.deadline_ns();
    if (hung_ || now >= kill_ns_) reap(true);
  }

  void hand_on_signals() {
    signalfd_siginfo info{};
    while (::read(signals_, &info, sizeof info) == sizeof info) {
      kill_ns_ = cancelled_by_ ? 0 : base::monotonic_ns() + kGrace;
      cancelled_by_ = static_cast<int>(info.ssi_signo);
      ::kill(pid_, *cancelled_by_);
    }
  }

  /// Takes the end of the program, having brought it about if asked to. While it is not waited for, the number of its
  /// process group is no one else's.
  void reap(bool kill) {
    if (kill) ::kill(pid_, SIGKILL);
    std::array<pollfd, 1> watched{{{handle_.get(), POLLIN, 0}}};
    detail::wait_until(watched, base::monotonic_ns() + kKillLimit);
    if (watched[0].revents == 0) {
      // It hangs in the kernel, where no signal reaches it; the system ends it when it can.
      status_ = SIGKILL;
      return;
    }
    ::kill(-pid_, SIGKILL);
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    status_ = status;
  }

  [[nodiscard]] ForegroundEnd end() const {
    using Kind = ForegroundEnd::Kind;
    ForegroundEnd end{.kind = Kind::kExited, .code = WEXITSTATUS(*status_), .reading = report_.file(), .detail = {}};
    if (hung_) {
      end.kind = Kind::kHung;
      end.detail = base::to_text(report_.limit());
    } else if (cancelled_by_ && WIFSIGNALED(*status_)) {
      end.kind = Kind::kCancelled;
      end.code = *cancelled_by_;
    } else if (WIFSIGNALED(*status_)) {
      end.kind = Kind::kSignalled;
      end.code = WTERMSIG(*status_);
    }
    return end;
  }

  pid_t pid_;
  ReadingReport& report_;
  int signals_;
  base::FileDescriptor handle_;  ///< pidfd
  int trouble_;
  std::optional<int> status_;
  std::optional<int> cancelled_by_;
  std::int64_t kill_ns_ = kNever;
  bool hung_ = false;
};

}  // namespace

Event reading_event(const std::vector<std::filesystem::path>& files) {
  Event event;
  event.kind = EventKind::kPhase;
  event.phase = files.empty() ? "work" : kReadPhase;
  for (const std::filesystem::path& file : files) {
    if (!event.detail.empty()) event.detail += kBetweenFiles;
    event.detail += file.native();
  }
  return event;
}

ForegroundEnd run_in_foreground(const ForegroundTask& task) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return {.kind = ForegroundEnd::Kind::kNotStarted,
            .detail = fmt::format("no pipe can be made: {}", std::strerror(errno))};
  }
  ReadingReport report(task, base::FileDescriptor(ends[0]));
  base::FileDescriptor writing(ends[1]);
  ::fcntl(report.descriptor(), F_SETFL, O_NONBLOCK);
  const detail::SignalTrap signals;

  detail::ProcessStart start{.program = task.program,
                             .arguments = task.arguments,
                             .folder = {},
                             .env = task.env,
                             .output = task.output_is_result ? -1 : STDERR_FILENO,
                             .kept = writing.get()};
  start.arguments.push_back(fmt::format("{}{}", task.events_option, writing.get()));
  const tl::expected<pid_t, std::string> pid = detail::start_process(start);
  writing.reset();
  if (!pid) return {.kind = ForegroundEnd::Kind::kNotStarted, .detail = pid.error()};
  return Watch(*pid, report, signals.descriptor()).until_end();
}

std::string signal_name(int signal) { return detail::signal_text(signal); }

}  // namespace assay::run
