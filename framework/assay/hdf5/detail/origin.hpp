#pragma once

#include <assay/hdf5/problem.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace assay::hdf5::detail {

/// Where something was read from, for messages.
struct Origin {
  std::filesystem::path file;
  std::string object;  ///< HDF5 path as asked for; empty for the file itself

  /// `FILE: dataset OBJECT: CAUSE`, or `FILE: CAUSE` for the file itself.
  [[nodiscard]] Problem problem(Problem::Kind kind, std::string_view cause) const;
  [[nodiscard]] Problem unreadable(std::string_view cause) const { return problem(Problem::Kind::kUnreadable, cause); }
};

}  // namespace assay::hdf5::detail
