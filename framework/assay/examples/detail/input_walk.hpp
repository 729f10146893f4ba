#pragma once

#include <assay/base/sha256.hpp>
#include <assay/hdf5/dataset.hpp>
#include <assay/hdf5/file.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::examples::detail {

/// One input of the model as a file stores it, opened; its first dimension counts the examples.
struct StoredInput {
  std::string name;  ///< below `/examples/input/`
  hdf5::Dataset dataset;
};

/// The inputs of a suite, sorted by name. Unlike numbers of rows and types that have no bytes of their own (texts,
/// sequences, compounds) are refusals.
[[nodiscard]] std::vector<StoredInput> find_inputs(const hdf5::File& suite, std::uint64_t rows);

/// A refusal when this dataset cannot be an input of `rows` examples.
void expect_input(const hdf5::Dataset& dataset, std::uint64_t rows);

/// Ids of all rows, read in step over all inputs. None where an input cannot be read; `problem` says why for the first.
struct RowIds {
  std::vector<std::optional<base::Digest>> ids;
  std::string problem;
};

/// A damaged chunk costs its own rows only. @throws base::UserError when no row of an input can be read
[[nodiscard]] RowIds ids_of_rows(std::span<const StoredInput> inputs, std::uint64_t rows);

}  // namespace assay::examples::detail
