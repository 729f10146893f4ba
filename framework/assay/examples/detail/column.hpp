#pragma once

#include <assay/base/sha256.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/dataset.hpp>
#include <assay/hdf5/file.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::examples::detail {

/// Bounds on what a file can make us hold.
constexpr std::uint64_t kMostExamples = std::uint64_t{1} << 24U;
constexpr std::uint64_t kMostNames = std::uint64_t{1} << 20U;
constexpr std::uint64_t kMostTextBytes = std::uint64_t{1} << 28U;

/// Opens a file or refuses it with base::UserError; a Git LFS pointer, a web page and a file left open by a dead writer
/// are named as such.
[[nodiscard]] hdf5::File open_file(const std::filesystem::path& path);

/// @throws base::UserError always: `FILE: DATASET SENTENCE`.
[[noreturn]] void refuse(const hdf5::Dataset& dataset, const std::string& sentence);
[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& sentence);

/// None when nothing stands there or it has a null dataspace; a refusal when it cannot be opened.
[[nodiscard]] std::optional<hdf5::Dataset> find_column(const hdf5::File& file, const std::string& path);
/// As find_column, and a refusal when it is absent.
[[nodiscard]] hdf5::Dataset open_column(const hdf5::File& file, const std::string& path);

/// Calls `use` with every block; a block that cannot be read is a refusal. @param rows_per_block as in BlockSource
void for_each_block(const hdf5::Dataset& dataset, std::uint64_t rows_per_block,
                    const std::function<void(const hdf5::Block&)>& use);

/// Whole numbers of a column of one dimension with `rows` rows. Elements that were never written are a refusal, unless
/// `when_unwritten` stands in for them.
[[nodiscard]] std::vector<std::int64_t> read_integers(const hdf5::Dataset& dataset, std::uint64_t rows,
                                                      std::optional<std::int64_t> when_unwritten = {});
/// Floating-point numbers of a column of one dimension with `rows` rows; never-written ones are NaN.
[[nodiscard]] std::vector<double> read_doubles(const hdf5::Dataset& dataset, std::uint64_t rows);
/// Texts of a column of one dimension with at most `most_rows` rows; ill-formed bytes are written as `\xNN`.
[[nodiscard]] std::vector<std::string> read_texts(const hdf5::Dataset& dataset, std::uint64_t most_rows);
/// As read_texts, and a refusal for names that stand twice.
[[nodiscard]] std::vector<std::string> read_names(const hdf5::Dataset& dataset);
/// 32-byte ids of a uint8[n,32] dataset.
[[nodiscard]] std::vector<base::Digest> read_ids(const hdf5::Dataset& dataset, std::uint64_t most_rows);

/// The refusal of a column whose rows are not those of another.
void expect_rows(const hdf5::Dataset& dataset, std::uint64_t rows, std::string_view whose);

}  // namespace assay::examples::detail
