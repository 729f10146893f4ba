#pragma once

#include <assay/expect/detail/trouble.hpp>
#include <assay/hdf5/dataset.hpp>
#include <assay/hdf5/element_type.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace assay::expect::detail {

/// Told before a file or dataset is touched.
using OnRead = std::function<void(const std::filesystem::path& file, const std::string& dataset)>;

/// Which dataset: in which files, read as one in this order, and at which path (with a leading slash).
struct DatasetKey {
  std::vector<std::filesystem::path> files;
  std::string path;
  friend auto operator<=>(const DatasetKey&, const DatasetKey&) = default;
  friend bool operator==(const DatasetKey&, const DatasetKey&) = default;
};

/// One file's part of a dataset.
struct Shard {
  std::filesystem::path file;
  std::uint64_t first_row = 0;  ///< running through all shards
  std::uint64_t rows = 0;
  std::vector<std::uint64_t> shape;
  std::optional<std::vector<std::byte>> fill;
};

/// What is known of a dataset without reading elements.
struct Structure {
  std::string path;
  std::vector<Shard> shards;  ///< at least one
  hdf5::ElementType type;
  bool has_space = true;
  std::uint64_t rows = 0;
  std::uint64_t row_elements = 1;
  std::optional<std::string> unlike;  ///< a sentence that names the first shard whose rows are of another kind

  [[nodiscard]] std::uint64_t elements() const noexcept { return has_space ? rows * row_elements : 0; }
  [[nodiscard]] std::size_t rank() const noexcept { return shards.front().shape.size(); }
  /// All dimensions, the first one over all shards.
  [[nodiscard]] std::vector<std::uint64_t> shape() const;
  /// The shard that holds a row.
  [[nodiscard]] const Shard& shard_of(std::uint64_t row) const;
  /// `/x in d.h5`, `/x in 3 files from a_0.h5 to a_2.h5`.
  [[nodiscard]] std::string place() const;
  /// Why elements cannot be read, if so: unlike shards, an unreadable type.
  /// @param only_lengths of sequences of variable length no more than their lengths is needed.
  [[nodiscard]] std::optional<Trouble> obstacle(bool only_lengths = false) const;
};

/// Opens the dataset in every file and closes it again.
[[nodiscard]] tl::expected<Structure, Trouble> read_structure(const DatasetKey& key, const OnRead& on_read);

/// Opens the dataset in one of its files; trouble when it is no longer what it was.
[[nodiscard]] tl::expected<hdf5::Dataset, Trouble> open_unchanged(const Structure& structure, std::size_t shard,
                                                                  const OnRead& on_read);

/// The attribute of the dataset in each file; none where it is not there or holds no single value.
[[nodiscard]] tl::expected<std::vector<base::Scalar>, Trouble> read_attribute(const DatasetKey& key,
                                                                              const std::string& name,
                                                                              const OnRead& on_read);

/// A problem of HDF5 as trouble; a missing dataset names the nearest one of its file.
[[nodiscard]] Trouble trouble_of(const hdf5::Problem& problem);

/// Same kind, width and signedness, so that elements mean the same; byte order and text length do not count.
[[nodiscard]] bool same_elements(const hdf5::ElementType& left, const hdf5::ElementType& right);

}  // namespace assay::expect::detail
