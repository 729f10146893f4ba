#pragma once

#include <assay/expect/detail/data_profile.hpp>
#include <assay/expect/detail/trouble.hpp>
#include <assay/expect/evaluation.hpp>

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace assay::expect::detail {

/// Profiles all datasets of an HDF5 file, the members of a compound dataset each as a column of its own, and of a
/// dataset [rows, features] with up to 32 features each of these beside the whole; one pass over the data for each
/// dataset or member. What cannot be read is told in the column's note, and the others are profiled.
/// @param dataset only this one (or one member of it); empty: all, at most 10,000.
/// Trouble: the file is no HDF5 or damaged as a whole, or the dataset is not there.
[[nodiscard]] tl::expected<DataProfile, Trouble> make_profile(const std::filesystem::path& file,
                                                              const std::string& dataset,
                                                              const EvaluationOptions& options);

}  // namespace assay::expect::detail
