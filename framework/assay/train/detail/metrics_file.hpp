#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {

/// A file of metrics as JSON lines, one object a line, readable while it is written.
class MetricsFile {
 public:
  /// Starts the file anew, making missing folders; an empty path writes nothing.
  /// @throws InfrastructureError that names the file and the cause.
  explicit MetricsFile(std::filesystem::path path);

  /// `{"step": 10, "loss": 2.1}`: shortest text that reads back as the same number; `NaN`, `Infinity`, `-Infinity`.
  void write(std::uint64_t step, const std::vector<std::pair<std::string, double>>& metrics);

 private:
  std::filesystem::path path_;
  std::ofstream stream_;
};

}  // namespace assay::train::detail
