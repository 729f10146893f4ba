#pragma once

#include <filesystem>

namespace assay::hdf5 {

/// Lets HDF5 load filter plug-ins of this folder, and of no other, for the rest of the process: a plug-in is foreign
/// code that runs here, so none is loaded unless this is called. To be called before the first file is opened.
/// @throws base::UserError when it is no folder that can be read.
void allow_filter_plugins(const std::filesystem::path& folder);

}  // namespace assay::hdf5
