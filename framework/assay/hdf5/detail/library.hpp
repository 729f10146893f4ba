#pragma once

#include <string>

namespace assay::hdf5::detail {

/// Readies the HDF5 library for this process and thread: no clean-up at exit (it crashes there), no error text on
/// stderr, no filter plug-ins. Every entry into this folder calls it first; costs nothing after the first time.
void prepare_library();

/// What HDF5 complained about in the call that just failed, innermost cause first, printable, bounded.
/// To be asked before any other HDF5 call.
[[nodiscard]] std::string error_text();

/// True when the call that just failed was H5Dget_chunk_storage_size on a chunk that was never written: HDF5 1.10 calls
/// that an error where other chunks exist, and newer ones answer 0.
[[nodiscard]] bool failed_for_unwritten_chunk();

}  // namespace assay::hdf5::detail
