#include <assay/base/clock.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/writing.hpp>
#include <assay/run/event_log.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace assay::run {

namespace {

/// A line longer than this is no event that Assay wrote.
constexpr std::size_t kLongestLine = std::size_t{16} << 20;

}  // namespace

EventWriter::EventWriter(int descriptor, std::string run) : descriptor_(descriptor), run_(std::move(run)) {
  if (descriptor_ < 0) return;
  if (const int flags = ::fcntl(descriptor_, F_GETFD); flags >= 0) ::fcntl(descriptor_, F_SETFD, flags | FD_CLOEXEC);
}

void EventWriter::write(Event event) const {
  if (descriptor_ < 0) return;
  event.run = run_;
  event.monotonic_ns = base::monotonic_ns();
  // A log that cannot be written must not break the test; the runner misses the events and says so.
  static_cast<void>(detail::write_all(descriptor_, to_line(event) + '\n'));
}

EventTail::EventTail(std::filesystem::path path) : path_(std::move(path)) {}

std::vector<Event> EventTail::read_new() {
  std::vector<Event> events;
  const base::FileDescriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file) return events;
  // Only what is there now: a writer that never stops must not keep the reader for ever.
  struct stat status {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return events;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  std::array<char, 65536> buffer;
  while (offset_ < size) {
    const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), size - offset_));
    const ssize_t count = ::pread(file.get(), buffer.data(), most, static_cast<off_t>(offset_));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    offset_ += static_cast<std::uint64_t>(count);
    add_text({buffer.data(), static_cast<std::size_t>(count)}, events);
  }
  return events;
}

void EventTail::add_text(std::string_view text, std::vector<Event>& events) {
  for (;;) {
    const std::size_t end = text.find('\n');
    if (!skipping_) rest_.append(text.substr(0, end));
    if (rest_.size() > kLongestLine) {
      skipping_ = true;
      rest_ = {};
    }
    if (end == std::string_view::npos) return;
    if (skipping_) {
      ++broken_lines_;
    } else if (!rest_.empty()) {
      tl::expected<std::optional<Event>, std::string> event = parse_line(rest_);
      if (!event) {
        ++broken_lines_;
      } else if (*event) {
        events.push_back(**std::move(event));
      }
    }
    skipping_ = false;
    rest_.clear();
    text.remove_prefix(end + 1);
  }
}

}  // namespace assay::run
