#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace assay::train::detail {

/// Told before a dataset is read.
using OnDataset = std::function<void(const std::filesystem::path& file, const std::string& dataset)>;

/// One dataset over several files, read as one in their order.
struct ShardedDataset {
  std::vector<std::filesystem::path> files;
  std::string dataset;
};

/// How many rows a dataset has in each file. @throws UserError when it is not there, cannot be read, is no dataset of
/// numbers with rows, or its rows are not of one type and shape in all files.
[[nodiscard]] std::vector<std::uint64_t> rows_in_files(const ShardedDataset& source, const OnDataset& on_read);

/// Of `count` equal parts of `rows` rows one row each, drawn by the seed: rising, none twice. `count` is at most
/// `rows`.
[[nodiscard]] std::vector<std::uint64_t> spread_rows(std::uint64_t rows, std::uint64_t count, std::uint64_t seed);

/// These rows (rising) in their stored type: row `chosen[i]` of the data is row `slots[i]` of the tensor.
/// @throws UserError as above, and when they would take more than 4 GB, before memory is taken.
[[nodiscard]] at::Tensor read_rows(const ShardedDataset& source, std::span<const std::uint64_t> chosen,
                                   std::span<const std::uint64_t> slots, const OnDataset& on_read);

}  // namespace assay::train::detail
