#pragma once

#include <span>
#include <string>

namespace assay::hdf5::detail {

/// Seals a file in memory; its first `kSealBytes` are the user block, of which nothing is kept.
/// @throws base::InternalError when the label is too long or holds a line end.
void seal(std::span<char> file, const std::string& label);

}  // namespace assay::hdf5::detail
