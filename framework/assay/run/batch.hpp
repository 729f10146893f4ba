#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace assay::run {

/// What one worker is asked to do. The runner writes it as a JSON file and starts the worker with
/// `--assay_batch=FILE --assay_events=DESCRIPTOR`; the worker does the cases in this order and stops.
struct Batch {
  std::string run;
  std::filesystem::path suite_file;
  std::vector<std::string> cases;  ///< full names: `suite.kind.name`, `suite.test.Fixture.name`

  friend bool operator==(const Batch&, const Batch&) = default;
};

/// Writes the file. @throws base::InfrastructureError when it cannot be written.
void write_batch(const Batch& batch, const std::filesystem::path& file);

/// Reads it, or one sentence that says what is wrong with it.
[[nodiscard]] tl::expected<Batch, std::string> read_batch(const std::filesystem::path& file);

}  // namespace assay::run
