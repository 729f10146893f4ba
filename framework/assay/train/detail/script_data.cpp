#include <assay/base/error.hpp>
#include <assay/base/nearest_name.hpp>
#include <assay/base/seed.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/file.hpp>
#include <assay/train/detail/script_data.hpp>
#include <assay/train/detail/tensor_bytes.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace assay::train::detail {
namespace {

constexpr std::uint64_t kMostSampleBytes = std::uint64_t{4} << 30U;

/// LibTorch's type of stored numbers, unsigned ones and enums included.
std::optional<at::ScalarType> number_type(const hdf5::ElementType& stored) {
  hdf5::ElementType type = stored;
  if (type.kind == hdf5::ElementKind::kEnum) {
    type.kind = hdf5::ElementKind::kInteger;
  }
  if (const auto known = scalar_type_of(type)) {
    return known;
  }
  if (type.kind == hdf5::ElementKind::kInteger && !type.is_signed) {
    return type.size == 2   ? std::optional(at::ScalarType::UInt16)
           : type.size == 4 ? std::optional(at::ScalarType::UInt32)
           : type.size == 8 ? std::optional(at::ScalarType::UInt64)
                            : std::nullopt;
  }
  return std::nullopt;
}

hdf5::Dataset open_numbers(const std::filesystem::path& path, const std::string& name) {
  const auto file = hdf5::File::open(path);
  if (!file) {
    throw base::UserError(file.error().message);
  }
  auto dataset = file->dataset(name);
  if (!dataset) {
    const std::string slashed = name.starts_with('/') ? name : "/" + name;
    throw base::UserError(dataset.error().message + base::did_you_mean(slashed, file->dataset_paths()));
  }
  const hdf5::ElementType& type = dataset->type();
  if (!type.unreadable.empty() || !number_type(type)) {
    throw base::UserError(fmt::format(
        "{}, {}: {}", path.string(), name,
        type.unreadable.empty() ? fmt::format("numbers are expected, not {}", type.name()) : type.unreadable));
  }
  if (!dataset->has_space() || dataset->shape().empty()) {
    throw base::UserError(
        fmt::format("{}, {}: it has no rows; its first dimension has to count the examples", path.string(), name));
  }
  return std::move(*dataset);
}

std::vector<std::uint64_t> row_shape(const hdf5::Dataset& dataset) {
  return {dataset.shape().begin() + 1, dataset.shape().end()};
}

/// Copies the rows of one file into their slots.
void copy_rows(const hdf5::Dataset& dataset, std::uint64_t base, std::span<const std::uint64_t> chosen,
               std::span<const std::uint64_t> slots, std::size_t row_bytes, std::byte* into) {
  hdf5::BlockSource source(dataset, 1);
  hdf5::Block block;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    source.skip_to(chosen[i] - base);
    const auto raw = source.next();
    if (!raw) {
      throw base::UserError(raw.error().message);
    }
    if (!*raw) {
      throw base::UserError(
          fmt::format("{}, {}: it ends before row {}", dataset.file().string(), dataset.path(), chosen[i] - base));
    }
    if (const auto decoded = (*raw)->decode_into(block); !decoded) {
      throw base::UserError(decoded.error().message);
    }
    if (block.first_row != chosen[i] - base || block.rows != 1 || block.bytes.size() != row_bytes) {
      throw base::InternalError(
          fmt::format("row {} of {} was asked for, and another block came", chosen[i] - base, dataset.path()));
    }
    if (row_bytes > 0) {
      std::memcpy(into + slots[i] * row_bytes, block.bytes.data(), row_bytes);
    }
  }
}

}  // namespace

std::vector<std::uint64_t> rows_in_files(const ShardedDataset& source, const OnDataset& on_read) {
  std::vector<std::uint64_t> rows;
  std::uint64_t total = 0;
  std::optional<std::pair<std::string, std::vector<std::uint64_t>>> first;
  for (const std::filesystem::path& file : source.files) {
    on_read(file, source.dataset);
    const hdf5::Dataset dataset = open_numbers(file, source.dataset);
    std::pair<std::string, std::vector<std::uint64_t>> kind = {dataset.type().name(), row_shape(dataset)};
    if (!first) {
      first = kind;
    } else if (*first != kind) {
      throw base::UserError(fmt::format("{}, {}: its rows are [{}] {}, but those of {} are [{}] {}", file.string(),
                                        source.dataset, fmt::join(kind.second, ", "), kind.first,
                                        source.files.front().string(), fmt::join(first->second, ", "), first->first));
    }
    if (dataset.rows() > std::numeric_limits<std::uint64_t>::max() - total) {
      throw base::UserError(fmt::format("{}, {}: more rows than can be counted", file.string(), source.dataset));
    }
    total += dataset.rows();
    rows.push_back(dataset.rows());
  }
  return rows;
}

std::vector<std::uint64_t> spread_rows(std::uint64_t rows, std::uint64_t count, std::uint64_t seed) {
  std::vector<std::uint64_t> chosen;
  chosen.reserve(count);
  const std::uint64_t length = rows / count;
  const std::uint64_t longer = rows % count;
  std::uint64_t begin = 0;
  for (std::uint64_t part = 0; part < count; ++part) {
    const std::uint64_t size = length + (part < longer ? 1 : 0);
    chosen.push_back(begin + base::derive_seed(seed, fmt::format("row of part {}", part)) % size);
    begin += size;
  }
  return chosen;
}

at::Tensor read_rows(const ShardedDataset& source, std::span<const std::uint64_t> chosen,
                     std::span<const std::uint64_t> slots, const OnDataset& on_read) {
  std::vector<std::byte> bytes;
  std::optional<at::ScalarType> type;
  std::vector<std::uint64_t> shape;
  std::uint64_t base = 0;
  std::size_t done = 0;
  for (const std::filesystem::path& file : source.files) {
    on_read(file, source.dataset);
    const hdf5::Dataset dataset = open_numbers(file, source.dataset);
    if (!type) {
      type = number_type(dataset.type());
      shape = row_shape(dataset);
      const std::uint64_t elements = dataset.row_elements();
      const std::uint64_t most = kMostSampleBytes / sizeof(double) / std::max<std::uint64_t>(chosen.size(), 1);
      if (std::ranges::find(shape, 0U) != shape.end() || elements == 0 || elements > most) {
        throw base::UserError(fmt::format(
            "{}, {}: {} rows of [{}] are {}", file.string(), source.dataset, chosen.size(), fmt::join(shape, ", "),
            elements == 0 ? "empty, or cannot be counted" : "more than 4 GB; take fewer with batch_size or batches"));
      }
      bytes.resize(static_cast<std::size_t>(chosen.size() * elements * dataset.type().size));
      shape.insert(shape.begin(), chosen.size());
    }
    std::size_t end = done;
    while (end < chosen.size() && chosen[end] - base < dataset.rows()) {
      ++end;
    }
    copy_rows(dataset, base, chosen.subspan(done, end - done), slots.subspan(done, end - done),
              bytes.size() / chosen.size(), bytes.data());
    done = end;
    base += dataset.rows();
  }
  if (done != chosen.size() || !type) {
    throw base::UserError(fmt::format("{}: only {} of {} rows are there", source.dataset, done, chosen.size()));
  }
  return tensor_from_bytes(*type, shape, bytes);
}

}  // namespace assay::train::detail
