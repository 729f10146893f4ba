#include <assay/run/detail/bounded_output.hpp>
#include <assay/run/detail/writing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fcntl.h>

namespace assay::run::detail {

BoundedOutput::BoundedOutput(const std::filesystem::path& file)
    : file_(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {}

// A full disk must not end the watch over the worker, so no write is asked whether it went well: the output is then
// short.
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
