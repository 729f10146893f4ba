#include <assay/base/error.hpp>
#include <assay/base/nearest_name.hpp>
#include <assay/base/utf8.hpp>
#include <assay/examples/detail/column.hpp>
#include <assay/examples/detail/elements.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

namespace assay::examples::detail {
namespace {

constexpr std::size_t kIdBytes = 32;

void expect_one_dimension(const hdf5::Dataset& dataset) {
  if (dataset.shape().size() != 1) {
    refuse(dataset, fmt::format("has {} dimensions, expected one value for each row", dataset.shape().size()));
  }
}

/// Calls `use(first, last)` with the elements of a block that were never written, counted from its first one.
template <class Use>
void for_each_unwritten(const hdf5::Block& block, Use use) {
  for (const auto& [first, last] : block.unwritten) {
    use(first, last);
  }
}

}  // namespace

void refuse(const hdf5::Dataset& dataset, const std::string& sentence) {
  refuse(dataset.file(), dataset.path() + " " + sentence);
}

void refuse(const std::filesystem::path& file, const std::string& sentence) {
  throw base::UserError(base::to_printable(fmt::format("{}: {}", file.string(), sentence)));
}

std::optional<hdf5::Dataset> find_column(const hdf5::File& file, const std::string& path) {
  auto dataset = file.dataset(path);
  if (!dataset) {
    if (dataset.error().kind == hdf5::Problem::Kind::kMissing) {
      return std::nullopt;
    }
    throw base::UserError(dataset.error().message);
  }
  if (!dataset->has_space()) {
    return std::nullopt;
  }
  return *std::move(dataset);
}

hdf5::Dataset open_column(const hdf5::File& file, const std::string& path) {
  auto dataset = find_column(file, path);
  if (!dataset) {
    refuse(file.path(), fmt::format("there is no dataset {} with values, and it is needed{}", path,
                                    base::did_you_mean(path, file.dataset_paths())));
  }
  return *std::move(dataset);
}

void for_each_block(const hdf5::Dataset& dataset, std::uint64_t rows_per_block,
                    const std::function<void(const hdf5::Block&)>& use) {
  hdf5::BlockSource source(dataset, rows_per_block);
  hdf5::Block block;
  while (true) {
    auto raw = source.next();
    if (!raw) {
      throw base::UserError(raw.error().message);
    }
    if (!*raw) {
      return;
    }
    if (auto decoded = (*raw)->decode_into(block); !decoded) {
      throw base::UserError(decoded.error().message);
    }
    use(block);
  }
}

void expect_rows(const hdf5::Dataset& dataset, std::uint64_t rows, std::string_view whose) {
  if (dataset.shape().empty() || dataset.rows() != rows) {
    refuse(dataset, fmt::format("has {} rows, expected {}, as many as {}", dataset.rows(), rows, whose));
  }
}

std::vector<std::int64_t> read_integers(const hdf5::Dataset& dataset, std::uint64_t rows,
                                        std::optional<std::int64_t> when_unwritten) {
  expect_one_dimension(dataset);
  if (!is_whole(dataset.type())) {
    refuse(dataset, fmt::format("is of type {}, expected whole numbers", dataset.type().name()));
  }
  expect_rows(dataset, rows, "there are examples");
  std::vector<std::int64_t> values;
  for_each_block(dataset, 0, [&](const hdf5::Block& block) {
    const std::size_t start = values.size();
    append_integers(dataset.type(), block.bytes, values);
    for_each_unwritten(block, [&](std::uint64_t first, std::uint64_t last) {
      if (!when_unwritten) {
        refuse(dataset, fmt::format("was never written at row {}", block.first_row + first));
      }
      std::fill(values.begin() + static_cast<std::ptrdiff_t>(start + first),
                values.begin() + static_cast<std::ptrdiff_t>(start + last), *when_unwritten);
    });
  });
  return values;
}

std::vector<double> read_doubles(const hdf5::Dataset& dataset, std::uint64_t rows) {
  expect_one_dimension(dataset);
  if (!is_floating(dataset.type())) {
    refuse(dataset, fmt::format("is of type {}, expected floating-point numbers", dataset.type().name()));
  }
  expect_rows(dataset, rows, "there are examples");
  std::vector<double> values;
  for_each_block(dataset, 0, [&](const hdf5::Block& block) {
    const std::size_t start = values.size();
    append_doubles(dataset.type(), block.bytes, values);
    for_each_unwritten(block, [&](std::uint64_t first, std::uint64_t last) {
      std::fill(values.begin() + static_cast<std::ptrdiff_t>(start + first),
                values.begin() + static_cast<std::ptrdiff_t>(start + last), std::numeric_limits<double>::quiet_NaN());
    });
  });
  return values;
}

std::vector<std::string> read_texts(const hdf5::Dataset& dataset, std::uint64_t most_rows) {
  expect_one_dimension(dataset);
  if (dataset.type().kind != hdf5::ElementKind::kString) {
    refuse(dataset, fmt::format("is of type {}, expected texts", dataset.type().name()));
  }
  if (dataset.rows() > most_rows) {
    refuse(dataset, fmt::format("has {} rows, expected at most {}", dataset.rows(), most_rows));
  }
  std::vector<std::string> texts;
  std::uint64_t bytes = 0;
  for_each_block(dataset, 0, [&](const hdf5::Block& block) {
    for (const std::string& text : block.texts) {
      bytes += text.size();
      if (bytes > kMostTextBytes) {
        refuse(dataset, fmt::format("holds more than {} bytes of text", kMostTextBytes));
      }
      texts.push_back(base::to_utf8(text));
    }
  });
  return texts;
}

std::vector<std::string> read_names(const hdf5::Dataset& dataset) {
  std::vector<std::string> names = read_texts(dataset, kMostNames);
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) {
      refuse(dataset, fmt::format("holds the name \"{}\" twice", name));
    }
  }
  return names;
}

std::vector<base::Digest> read_ids(const hdf5::Dataset& dataset, std::uint64_t most_rows) {
  const hdf5::ElementType& type = dataset.type();
  if (type.kind != hdf5::ElementKind::kInteger || type.size != 1 || type.is_signed || dataset.shape().size() != 2 ||
      dataset.shape()[1] != kIdBytes) {
    refuse(dataset, fmt::format("is of type {} with {} dimensions, expected ids as uint8[n,32]", type.name(),
                                dataset.shape().size()));
  }
  if (dataset.rows() > most_rows) {
    refuse(dataset, fmt::format("has {} rows, expected at most {}", dataset.rows(), most_rows));
  }
  std::vector<base::Digest> ids;
  for_each_block(dataset, 0, [&](const hdf5::Block& block) {
    if (!block.unwritten.empty()) {
      refuse(dataset,
             fmt::format("was never written at row {}", block.first_row + block.unwritten.front().first / kIdBytes));
    }
    const std::size_t start = ids.size();
    ids.resize(start + block.rows);
    std::memcpy(ids.data() + start, block.bytes.data(), block.bytes.size());
  });
  return ids;
}

}  // namespace assay::examples::detail
