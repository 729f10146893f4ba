#pragma once

#include "matrix.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace assay::zoo {

/// What a stored matrix says.
struct Recorded {
  std::set<std::string> caught;    ///< faults
  std::set<std::string> alarming;  ///< equivalents that a check takes for faults: known, and no worse for it
};

/// @throws UserError when the file cannot be read or is no matrix.
[[nodiscard]] Recorded read_matrix(const std::filesystem::path& file);

/// What is worse now than the stored matrix says, one sentence each; faults that are not stored may be missed, but an
/// equivalent that is not stored as alarming may not alarm.
/// @param matrix of the stored mutations or some of them.
[[nodiscard]] std::vector<std::string> worse_than(const Recorded& recorded, const Matrix& matrix);

}  // namespace assay::zoo
