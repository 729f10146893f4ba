#pragma once

#include <assay/suite/dataset_reference.hpp>

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace assay::suite::detail {

/// Splits `x[:, 3]` into path and slices (NumPy's basic slicing). Brackets that hold no selection, as in `x[a]`, belong
/// to the path. The error says what is wrong with a selection that can be read but not meant: a step of 0, two
/// ellipses, more than 32 parts.
[[nodiscard]] tl::expected<DatasetReference, std::string> parse_dataset_path(std::string_view text);

}  // namespace assay::suite::detail
