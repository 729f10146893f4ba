#pragma once

#include <assay/base/check_result.hpp>
#include <assay/expect/detail/selection.hpp>
#include <assay/expect/detail/trouble.hpp>
#include <assay/hdf5/dataset.hpp>
#include <assay/hdf5/element_type.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::expect::detail {

/// Told before a file or dataset is touched.
using OnRead = std::function<void(const std::filesystem::path& file, const std::string& dataset)>;

/// Which dataset: in which files, read as one in this order, and at which path (with a leading slash); and which part
/// of it.
struct DatasetKey {
  std::vector<std::filesystem::path> files;
  std::string path;
  std::vector<suite::Slice> slices;  ///< empty: all
  std::optional<Sample> sample;      ///< of its rows

  [[nodiscard]] bool is_whole() const noexcept { return slices.empty() && !sample; }
  /// The dataset that it is a part of.
  [[nodiscard]] DatasetKey whole() const { return {files, path, {}, {}}; }
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

/// What is known of a dataset, or of a part of one, without reading elements.
struct Structure {
  std::string path;
  std::vector<Shard> shards;  ///< at least one
  hdf5::ElementType type;
  bool has_space = true;
  std::uint64_t rows = 0;
  std::uint64_t row_elements = 1;
  std::optional<std::string> unlike;           ///< a sentence that names the first shard whose rows are of another kind
  std::shared_ptr<const Selection> selection;  ///< of a part: which one; null: all
  std::shared_ptr<const Structure> whole;      ///< of a part: what it is a part of
  std::string part;                            ///< of a part: how it is written, as `[:, 3]`

  [[nodiscard]] std::uint64_t elements() const noexcept { return has_space ? rows * row_elements : 0; }
  [[nodiscard]] std::size_t rank() const noexcept { return shards.front().shape.size(); }
  /// All dimensions, the first one over all shards.
  [[nodiscard]] std::vector<std::uint64_t> shape() const;
  /// What lies in the files: itself, or what it is a part of.
  [[nodiscard]] const Structure& stored() const noexcept { return whole == nullptr ? *this : *whole; }
  /// The shard that holds a row.
  [[nodiscard]] const Shard& shard_of(std::uint64_t row) const;
  /// Place in the stored dataset of a row, running through all shards.
  [[nodiscard]] std::uint64_t stored_row(std::uint64_t row) const;
  /// The same of a row (its position is that along the first dimension, as far as its number says) and of an element of
  /// it, with the position in its shard; the value is left out.
  [[nodiscard]] base::Offender place_of_row(std::uint64_t row) const;
  [[nodiscard]] base::Offender place_of_element(std::uint64_t row, std::uint64_t element) const;
  /// `/x in d.h5`, `/x[:, 3] in 3 files from a_0.h5 to a_2.h5`.
  [[nodiscard]] std::string place() const;
  /// Why elements cannot be read, if so: unlike shards, an unreadable type.
  /// @param only_lengths of sequences of variable length no more than their lengths is needed.
  [[nodiscard]] std::optional<Trouble> obstacle(bool only_lengths = false) const;
};

/// Opens the dataset in every file and closes it again.
[[nodiscard]] tl::expected<Structure, Trouble> read_structure(const DatasetKey& key, const OnRead& on_read);

/// A part of a dataset, or why there is none.
[[nodiscard]] tl::expected<Structure, Trouble> part_of(const std::shared_ptr<const Structure>& whole,
                                                       const DatasetKey& key);

/// Opens the (stored) dataset in one of its files; trouble when it is no longer what it was.
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
