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
  [[nodiscard]] std::uint64_t row_elements() const noexcept;  ///< elements of one row

  /// The fill value's bytes, decoded like an element; none when the file says that there is no defined one.
  [[nodiscard]] const std::optional<std::vector<std::byte>>& fill_value() const noexcept;

  /// An attribute of one text or number; none when it is not there or is of another shape.
  [[nodiscard]] std::optional<base::Scalar> attribute(const std::string& name) const;

  struct State;
  explicit Dataset(std::shared_ptr<State> state);
  [[nodiscard]] const State& state() const noexcept { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace assay::hdf5
