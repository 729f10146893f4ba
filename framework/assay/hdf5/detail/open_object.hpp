#pragma once

#include <assay/hdf5/detail/id.hpp>
#include <assay/hdf5/detail/origin.hpp>

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace assay::hdf5::detail {

/// The path with one leading slash, no double ones, none at the end and no `.` steps.
[[nodiscard]] std::string normal_path(std::string_view path);

/// Opens a dataset by its normal path, one step after the other, so that the problem names the step: not there, a link
/// that leads nowhere, a group or named type in its place, damaged.
[[nodiscard]] tl::expected<Id, Problem> open_dataset_object(hid_t file, const Origin& origin);

}  // namespace assay::hdf5::detail
