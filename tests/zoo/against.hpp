#pragma once

#include "matrix.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace assay::zoo {

/// Mutations that a stored matrix says are caught.
/// @throws UserError when the file cannot be read or is no matrix.
[[nodiscard]] std::set<std::string> recorded_as_caught(const std::filesystem::path& file);

/// What is worse now than the stored matrix says, one sentence each; faults that are not stored may be missed.
/// @param matrix of the stored mutations or some of them.
[[nodiscard]] std::vector<std::string> worse_than(const std::set<std::string>& caught, const Matrix& matrix);

}  // namespace assay::zoo
