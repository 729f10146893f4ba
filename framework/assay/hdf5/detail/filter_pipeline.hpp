#pragma once

#include <assay/hdf5/detail/scratch.hpp>

#include <hdf5.h>
#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::hdf5::detail {

/// The filters of a chunked dataset, in the order of writing.
class FilterPipeline {
 public:
  struct Filter {
    H5Z_filter_t number = 0;
    std::vector<unsigned> values;
    std::string name;
  };

  FilterPipeline() = default;
  explicit FilterPipeline(std::vector<Filter> filters) : filters_(std::move(filters)) {}

  /// True when `undo` can decode: shuffle, Fletcher-32 and at most one deflate.
  [[nodiscard]] bool is_own() const noexcept;

  /// Which filters HDF5 itself does not have, by number and name; empty when it has all. Calls HDF5.
  [[nodiscard]] std::string unavailable() const;

  /// Why a chunk of `chunk_bytes` cannot be stored in so many bytes; none when it can. Keeps what a damaged file claims
  /// from being allocated. Only for own pipelines.
  [[nodiscard]] std::optional<std::string> implausible(std::uint64_t stored_bytes, std::uint64_t chunk_bytes,
                                                       std::uint32_t skipped) const;

  /// Undoes the filters whose bit is not set in `skipped` (the chunk's filter mask). Only for own pipelines, thread
  /// safe.
  /// @param target when not null, has room for `chunk_bytes` and receives the last step's result.
  /// @returns the chunk's bytes: in `stored`, in `scratch` or in `target`; the error says what is wrong with them.
  [[nodiscard]] tl::expected<std::span<const std::byte>, std::string> undo(std::span<const std::byte> stored,
                                                                           std::size_t chunk_bytes,
                                                                           std::uint32_t skipped, Scratch& scratch,
                                                                           std::byte* target) const;

 private:
  std::vector<Filter> filters_;
};

/// Reads the filters of a dataset creation property list; none when HDF5 cannot. Calls HDF5.
[[nodiscard]] std::optional<FilterPipeline> read_filters(hid_t creation);

}  // namespace assay::hdf5::detail
