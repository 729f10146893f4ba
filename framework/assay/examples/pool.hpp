#pragma once

#include <assay/examples/dataset_place.hpp>
#include <assay/examples/suite_file.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace assay::examples {

/// Largest part of an input that is made of several rows.
constexpr std::uint64_t kMostPartBytes = std::uint64_t{64} << 20U;

/// Hands over the rows of one input of a pool from first to last, in parts of whole rows; where they are cut is a
/// function of the dataset alone. Without rows there is one part of none. The name of the column is the dataset's.
/// @throws base::UserError that names file and dataset for what cannot be an input or be read
void read_in_parts(const DatasetPlace& place, const std::function<void(const InputColumn&)>& use);

/// The labels of a pool: whole numbers, one for each of `rows` examples.
/// @throws base::UserError that names file and dataset
[[nodiscard]] std::vector<std::int64_t> read_labels(const DatasetPlace& place, std::uint64_t rows);

/// Names of classes, each once, in the order of their numbers.
/// @throws base::UserError that names file and dataset: other types, a name that stands twice, no name
[[nodiscard]] std::vector<std::string> read_class_names(const DatasetPlace& place);

}  // namespace assay::examples
