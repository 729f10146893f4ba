#include <assay/run/detail/bounded_output.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace assay::run::detail {

namespace {

void write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    // A full disk must not end the watch over the worker; the output is then short.
    if (count <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

BoundedOutput::BoundedOutput(const std::filesystem::path& file)
    : file_(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {}

void BoundedOutput::add(std::string_view bytes) {
  if (file_ && total_ < kFirstPart) write_all(file_.get(), bytes.substr(0, kFirstPart - total_));
  total_ += bytes.size();
  last_.append(bytes.substr(bytes.size() - std::min(bytes.size(), kLastPart)));
  if (last_.size() > 2 * kLastPart) last_.erase(0, last_.size() - kLastPart);
}

void BoundedOutput::finish() {
  if (!file_ || total_ <= kFirstPart) return;
  const std::uint64_t beyond = total_ - kFirstPart;
  if (beyond > kLastPart) {
    write_all(file_.get(), fmt::format("\n[... {} bytes left out ...]\n", beyond - kLastPart));
  }
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(beyond, kLastPart));
  write_all(file_.get(), std::string_view(last_).substr(last_.size() - count));
}

std::string BoundedOutput::tail(std::size_t most) const {
  if (last_.size() <= most) return last_;
  const std::string_view end = std::string_view(last_).substr(last_.size() - most);
  const std::size_t line = end.find('\n');
  return std::string(line == std::string_view::npos || line + 1 == end.size() ? end : end.substr(line + 1));
}

}  // namespace assay::run::detail
