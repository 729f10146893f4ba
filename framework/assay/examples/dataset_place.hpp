#pragma once

#include <filesystem>
#include <string>

namespace assay::examples {

/// A dataset of a file, as `FILE:DATASET` on the command line.
struct DatasetPlace {
  std::filesystem::path file;
  std::string dataset;
};

}  // namespace assay::examples
