#pragma once

#include <assay/expect/detail/row_choice.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/suite/dataset_reference.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::expect::detail {

/// A part of a dataset by NumPy's basic slicing, for the shape of that dataset. What it selects is a dataset of its
/// own: an integer takes its dimension away, so the first one that is left has the rows.
class Selection {
 public:
  /// Why there is no such part.
  struct Impossible {
    bool mistake = false;  ///< of the suite, whatever the data are; else the data lack what is selected
    std::string cause;
  };

  [[nodiscard]] static tl::expected<Selection, Impossible> resolve(std::span<const suite::Slice> slices,
                                                                   std::span<const std::uint64_t> shape);
  /// False when rows cannot be sampled: they are parts of a single row of the dataset.
  [[nodiscard]] bool take_sample(const Sample& sample);

  [[nodiscard]] std::uint64_t rows() const noexcept;
  [[nodiscard]] std::uint64_t row_elements() const noexcept;
  /// All dimensions, with `rows` as the first; empty for a single element.
  [[nodiscard]] std::vector<std::uint64_t> shape(std::uint64_t rows) const;
  [[nodiscard]] bool sampled() const noexcept { return rows_.sampled(); }

  /// Selected rows, numbered from 0.
  struct Run {
    std::uint64_t first = 0;
    std::uint64_t rows = 0;
  };
  /// Which of them come from some rows of the dataset.
  [[nodiscard]] Run within(std::uint64_t first_stored, std::uint64_t stored_rows) const noexcept;
  /// True when both take the same elements of the first dimension, so that they can be walked side by side.
  [[nodiscard]] bool same_rows(const Selection& other) const noexcept {
    return single_row_ == other.single_row_ && rows_ == other.rows_;
  }
  /// True when every row of the dataset is a selected row.
  [[nodiscard]] bool has_every_row(std::uint64_t stored_rows) const noexcept {
    return !single_row_ && rows_.is_run() && rows_.count() == stored_rows;
  }
  /// True when its rows are parts of a single row of the dataset.
  [[nodiscard]] bool takes_one_row() const noexcept { return single_row_; }
  /// The place within a row of the dataset, where that is all that is taken of it.
  [[nodiscard]] std::optional<std::uint64_t> column() const noexcept;

  /// Place in the dataset of a selected row, and how its elements are numbered there.
  [[nodiscard]] std::uint64_t stored_row(std::uint64_t row) const noexcept;
  /// Positions in the dimensions after the first. @param element none: of the row as far as it says one.
  [[nodiscard]] std::vector<std::uint64_t> inner_index(std::uint64_t row, std::optional<std::uint64_t> element) const;

  /// Takes the selected elements out of a decoded block. @param first_stored place in the dataset of its first row.
  void select(const hdf5::Block& from, std::uint64_t first_stored, std::size_t element_size, hdf5::Block& to) const;

 private:
  struct Dimension {
    std::uint64_t extent = 0;
    std::uint64_t first = 0;
    std::int64_t step = 1;
    std::uint64_t count = 0;
    bool dropped = false;
  };
  /// Elements in a row of the dataset that follow one another with one stride; outer levels first.
  struct Level {
    std::int64_t stride = 0;
    std::uint64_t count = 0;
  };

  Selection() = default;
  void find_levels();
  [[nodiscard]] std::uint64_t per_stored_row() const noexcept;
  template <class Copy>
  void for_each_run(Copy&& copy) const;
  template <class Take>
  void for_each_row(std::uint64_t first_stored, std::uint64_t stored_rows, Take&& take) const;
  void select_bytes(std::span<const std::byte> from, std::uint64_t first_stored, std::uint64_t stored_rows,
                    std::size_t size, std::vector<std::byte>& to) const;

  RowChoice rows_;
  bool single_row_ = false;            ///< the first dimension is taken away
  std::vector<Dimension> inner_;       ///< after the first
  std::uint64_t stored_elements_ = 1;  ///< of a row of the dataset
  std::uint64_t offset_ = 0;           ///< of the first selected element in its row
  std::vector<Level> levels_;          ///< without those of one element
};

/// `[:, 3]`, as a suite writes it.
[[nodiscard]] std::string to_text(std::span<const suite::Slice> slices);

}  // namespace assay::expect::detail
