#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/process_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay::run::detail {

namespace {

/// Fields after the name, counted from the state: see proc(5), where the state is field 3.
constexpr std::size_t kParent = 1;
constexpr std::size_t kStartTime = 19;
constexpr std::size_t kResidentPages = 21;

std::optional<std::string> read_small_file(const std::string& path) {
  const base::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  std::array<char, 4096> buffer;
  ssize_t count = 0;
  do {
    count = ::read(file.get(), buffer.data(), buffer.size());
  } while (count < 0 && errno == EINTR);
  if (count <= 0) return std::nullopt;
  return std::string(buffer.data(), static_cast<std::size_t>(count));
}

std::vector<std::string_view> split_at_spaces(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::vector<Process> all_processes() {
  std::vector<Process> processes;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
  if (folder == nullptr) return processes;
  while (const dirent* entry = ::readdir(folder.get())) {
    pid_t pid = 0;
    if (!read_number(std::string_view(entry->d_name), pid)) continue;
    if (std::optional<Process> process = read_process(pid)) processes.push_back(*std::move(process));
  }
  return processes;
}

/// The proportional set size, which splits shared pages among those that share them.
std::optional<std::uint64_t> proportional_memory_of(pid_t pid) {
  const std::optional<std::string> text = read_small_file(fmt::format("/proc/{}/smaps_rollup", pid));
  if (!text) return std::nullopt;
  constexpr std::string_view kLabel = "\nPss:";
  constexpr std::uint64_t kKilobyte = 1024;
  const std::size_t label = text->find(kLabel);
  if (label == std::string::npos) return std::nullopt;
  const std::vector<std::string_view> words = split_at_spaces(std::string_view(*text).substr(label + kLabel.size()));
  std::uint64_t kilobytes = 0;
  if (words.empty() || !read_number(words.front(), kilobytes)) return std::nullopt;
  return kilobytes * kKilobyte;
}

}  // namespace

std::optional<Process> parse_stat(std::string_view text, std::uint64_t page_size) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.rfind(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::nullopt;
  Process process;
  const std::vector<std::string_view> number = split_at_spaces(text.substr(0, open));
  const std::vector<std::string_view> fields = split_at_spaces(text.substr(close + 1));
  std::uint64_t pages = 0;
  if (number.size() != 1 || !read_number(number.front(), process.pid) || fields.size() <= kResidentPages ||
      !read_number(fields[kParent], process.parent) || !read_number(fields[kStartTime], process.start_time) ||
      !read_number(fields[kResidentPages], pages)) {
    return std::nullopt;
  }
  process.state = fields.front().front();
  process.memory = pages * page_size;
  process.name = text.substr(open + 1, close - open - 1);
  return process;
}

std::optional<Process> read_process(pid_t pid) {
  static const auto page_size = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::optional<std::string> text = read_small_file(fmt::format("/proc/{}/stat", pid));
  return text ? parse_stat(*text, page_size) : std::nullopt;
}

std::vector<Process> descendants_of(pid_t ancestor) {
  std::vector<Process> others = all_processes();
  std::vector<Process> found;
  std::vector<pid_t> parents = {ancestor};
  while (!parents.empty()) {
    const auto is_other = [&parents](const Process& process) {
      return std::ranges::find(parents, process.parent) == parents.end();
    };
    const auto children = std::stable_partition(others.begin(), others.end(), is_other);
    parents.clear();
    for (auto child = children; child != others.end(); ++child) {
      parents.push_back(child->pid);
      found.push_back(std::move(*child));
    }
    others.erase(children, others.end());
  }
  return found;
}

bool send_signal(const Process& process, int signal) {
  const base::FileDescriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process.pid, 0)));
  if (!handle) return false;
  // Only now is it sure that the number is still that process's: the handle keeps it from being given away unseen.
  const std::optional<Process> now = read_process(process.pid);
  if (!now || now->start_time != process.start_time) return false;
  return ::syscall(SYS_pidfd_send_signal, handle.get(), signal, nullptr, 0) == 0;
}

std::uint64_t shared_memory_of(const std::vector<Process>& processes) {
  std::uint64_t sum = 0;
  for (const Process& process : processes) {
    if (const std::optional<std::uint64_t> proportional = proportional_memory_of(process.pid)) {
      sum += *proportional;
    } else if (const std::optional<Process> now = read_process(process.pid)) {
      // One that is just ending holds nothing any more.
      sum += now->memory;
    }
  }
  return sum;
}

}  // namespace assay::run::detail
