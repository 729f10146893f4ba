#pragma once

#include <filesystem>
#include <string>

namespace assay::hdf5 {

/// Why something of a file cannot be read, in words that name the object.
struct Problem {
  enum class Kind {
    kMissing,     ///< no such object: a dangling link, a wrong path
    kNotDataset,  ///< a group or a named type stands in its place
    kUnreadable,  ///< damaged, a filter that is not there, a type that cannot be read exactly, not HDF5 at all
  };
  Kind kind = Kind::kUnreadable;
  std::filesystem::path file;
  std::string object;   ///< HDF5 path; empty for the file itself
  std::string message;  ///< one sentence that names file and object, and the cause as HDF5 reports it
};

}  // namespace assay::hdf5
