#pragma once

#include <tl/expected.hpp>

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::suite {

/// One part of NumPy's basic slicing: `3`, `a:b:step`, `:` or `...`.
struct Slice {
  enum class Kind { kIndex, kRange, kEllipsis };
  Kind kind = Kind::kRange;
  std::int64_t index = 0;             ///< of `kIndex`; negative counts from the end
  std::optional<std::int64_t> start;  ///< of `kRange`
  std::optional<std::int64_t> stop;
  std::int64_t step = 1;  ///< never 0

  friend auto operator<=>(const Slice&, const Slice&) = default;
};

/// Names a dataset: in which data, at which HDF5 path, and which part of it.
struct DatasetReference {
  std::string data;           ///< a name under `[data]` or a file; empty means "the case's own data"
  std::string dataset;        ///< HDF5 path without the selection; may end in `.member.inner`
  std::vector<Slice> slices;  ///< empty: the whole dataset

  friend bool operator==(const DatasetReference&, const DatasetReference&) = default;
};

/// Splits `x[:, 3]` into path and slices (NumPy's basic slicing). Brackets that hold no selection, as in `x[a]`, belong
/// to the path. The error says what is wrong with a selection that can be read but not meant: a step of 0, two
/// ellipses, more than 32 parts.
[[nodiscard]] tl::expected<DatasetReference, std::string> parse_dataset_reference(std::string_view text);

}  // namespace assay::suite
