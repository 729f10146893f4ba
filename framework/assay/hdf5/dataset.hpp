#pragma once

#include <assay/base/scalar.hpp>
#include <assay/hdf5/element_type.hpp>
#include <assay/hdf5/problem.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::hdf5 {

/// A dataset, or one member of a compound dataset, opened for reading. Keeps its file open.
///
/// An array type is no type of an element: its dimensions are the last ones of the shape (of a scalar dataset behind a
/// first one of 1). Structure can be asked for even where the elements cannot be read.
class Dataset {
 public:
  ~Dataset();
  Dataset(Dataset&&) noexcept;
  Dataset& operator=(Dataset&&) noexcept;

  [[nodiscard]] const std::filesystem::path& file() const noexcept;
  [[nodiscard]] const std::string& path() const noexcept;  ///< as asked for, with a leading slash
  [[nodiscard]] const ElementType& type() const noexcept;
  [[nodiscard]] const std::vector<std::uint64_t>& shape() const noexcept;  ///< empty for a scalar
  [[nodiscard]] bool has_space() const noexcept;      ///< false for a null dataspace: there are no elements
  [[nodiscard]] std::uint64_t rows() const noexcept;  ///< first dimension; 1 for a scalar; 0 for a null dataspace
  [[nodiscard]] std::uint64_t row_elements() const noexcept;  ///< of one row; 0 when beyond 2^64 - 1

  /// The fill value's bytes, decoded like an element (of text of variable length: its bytes); HDF5's default counts as
  /// defined. None when the file says that there is no defined one, or never fills (fill time "never").
  [[nodiscard]] const std::optional<std::vector<std::byte>>& fill_value() const noexcept;

  /// An attribute of one text, number or truth value (a scalar or an array of one element), exactly: int64, uint64 or
  /// double; an enum is its number. None when it is not there or is of another shape or type.
  [[nodiscard]] std::optional<base::Scalar> attribute(const std::string& name) const;

  struct State;
  explicit Dataset(std::shared_ptr<State> state);
  [[nodiscard]] const State& state() const noexcept { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace assay::hdf5
