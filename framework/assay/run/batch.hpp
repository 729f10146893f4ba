#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay::run {

/// What one worker is asked to do. The runner writes it as a JSON file and starts the worker with
/// `--assay_batch=FILE --assay_events=DESCRIPTOR`; the worker does the cases in this order and stops.
struct Batch {
  std::string run;
  std::filesystem::path suite_file;
  std::filesystem::path files;         ///< folder for what cases leave to others: `<full name>/checkpoint.h5`
  bool keeps_files = false;            ///< that folder outlives the run, so that results may name what lies there
  std::string tier;                    ///< that is run; empty: the first one
  std::optional<std::uint64_t> seed;   ///< in place of the seeds of the cases
  std::filesystem::path hdf5_plugins;  ///< the one folder of filter plug-ins that may be loaded; empty: none is
  std::vector<std::string> cases;      ///< full names: `suite.kind.name`, `suite.test.Fixture.name`

  friend bool operator==(const Batch&, const Batch&) = default;
};

/// Writes the file. @throws base::InfrastructureError when it cannot be written.
void write_batch(const Batch& batch, const std::filesystem::path& file);

/// Reads it, or one sentence that says what is wrong with it.
[[nodiscard]] tl::expected<Batch, std::string> read_batch(const std::filesystem::path& file);

}  // namespace assay::run
