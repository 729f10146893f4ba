#pragma once

#include <filesystem>
#include <functional>
#include <vector>

namespace assay::examples {

/// Told which files are read from now on, several when they are read in step, none when reading is over. HDF5 may crash
/// or hang on a damaged file, so whoever guards the process wants to know what it was reading.
using Reading = std::function<void(const std::vector<std::filesystem::path>&)>;

}  // namespace assay::examples
