#include <assay/base/detail/json.hpp>
#include <assay/base/error.hpp>
#include <assay/train/detail/metrics_file.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <system_error>

namespace assay::train::detail {
namespace {

std::string number_text(double value) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "Infinity" : "-Infinity";
  }
  return base::to_text(base::Number(value));
}

}  // namespace

MetricsFile::MetricsFile(std::filesystem::path path) : path_(std::move(path)) {
  if (path_.empty()) {
    return;
  }
  std::error_code ignored;  // opening says what is wrong
  std::filesystem::create_directories(path_.parent_path(), ignored);
  errno = 0;
  stream_.open(path_, std::ios::binary | std::ios::trunc);
  if (!stream_) {
    throw base::InfrastructureError(
        fmt::format("{}: the metrics cannot be written: {}", path_.string(), std::strerror(errno)));
  }
}

void MetricsFile::write(std::uint64_t step, const std::vector<std::pair<std::string, double>>& metrics) {
  if (path_.empty() || metrics.empty()) {
    return;
  }
  std::string line = fmt::format("{{\"step\": {}", step);
  for (const auto& [name, value] : metrics) {
    line += fmt::format(", {}: {}", base::detail::to_json(name).dump(), number_text(value));
  }
  stream_ << line << "}\n" << std::flush;
  if (!stream_) {
    throw base::InfrastructureError(
        fmt::format("{}: the metrics cannot be written: is the disk full?", path_.string()));
  }
}

}  // namespace assay::train::detail
