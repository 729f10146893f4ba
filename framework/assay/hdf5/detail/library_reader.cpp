#include <assay/hdf5/detail/chunk_presence.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/read_rows.hpp>
#include <assay/hdf5/detail/row_readers.hpp>

#include <fmt/format.h>

namespace assay::hdf5::detail {
namespace {

class LibraryRows final : public PendingRows {
 public:
  LibraryRows(std::shared_ptr<const RowFormat> format, std::vector<std::byte> bytes, Presence presence)
      : format_(std::move(format)), bytes_(std::move(bytes)), presence_(std::move(presence)) {}

  [[nodiscard]] tl::expected<void, Problem> decode(Block& block) const override {
    const std::uint64_t elements = block.rows * format_->row_elements;
    block.bytes.resize(elements * format_->layout.decoded_size);
    format_->layout.decode(bytes_.data(), block.bytes.data(), elements);
    for (const auto& [first, count] : presence_.unwritten) {
      format_->put_fill(block.bytes.data(), first, count);
      format_->mark_unwritten(block, first, count);
    }
    format_->finish(block);
    return {};
  }

 private:
  std::shared_ptr<const RowFormat> format_;
  std::vector<std::byte> bytes_;
  Presence presence_;
};

class LibraryReader final : public RowReader {
 public:
  explicit LibraryReader(DatasetPointer dataset) : dataset_(std::move(dataset)) {}

  [[nodiscard]] tl::expected<std::unique_ptr<PendingRows>, Problem> read(std::uint64_t first_row,
                                                                         std::uint64_t rows) override {
    const RowFormat& format = *dataset_->format;
    Presence presence;
    presence.any_written = true;
    if (dataset_->grid) {
      auto found = chunk_presence(*dataset_, first_row, rows);
      if (!found) {
        return tl::unexpected(std::move(found.error()));
      }
      presence = *std::move(found);
    }
    std::vector<std::byte> bytes(rows * format.row_elements * format.layout.stored_size);
    if (presence.any_written && !bytes.empty()) {
      if (auto read = read_rows(*dataset_, first_row, rows, bytes.data()); !read) {
        return tl::unexpected(std::move(read.error()));
      }
    }
    return std::make_unique<LibraryRows>(dataset_->format, std::move(bytes), std::move(presence));
  }

 private:
  DatasetPointer dataset_;
};

}  // namespace

tl::expected<void, Problem> read_rows(const Dataset::State& dataset, std::uint64_t first_row, std::uint64_t rows,
                                      void* target) {
  const RowFormat& format = *dataset.format;
  const auto fail = [&](const std::string& cause) {
    const std::string missing = dataset.filters.unavailable();
    return tl::unexpected(format.origin.unreadable(
        missing.empty() ? fmt::format("rows {} to {} cannot be read: {}", first_row, first_row + rows - 1, cause)
                        : fmt::format("it was written with filter {}, which this HDF5 does not have; write it anew "
                                      "without that filter",
                                      missing)));
  };
  const hsize_t count = rows * format.row_elements;
  const Id file_space(H5Dget_space(dataset.dataset.get()));
  const Id memory_space(H5Screate_simple(1, &count, nullptr));
  if (!file_space || !memory_space) {
    return fail(error_text());
  }
  if (!dataset.stored_shape.empty()) {
    std::vector<hsize_t> start(dataset.stored_shape.size(), 0);
    std::vector<hsize_t> extent(dataset.stored_shape.begin(), dataset.stored_shape.end());
    start[0] = first_row;
    extent[0] = rows;
    if (H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, start.data(), nullptr, extent.data(), nullptr) < 0) {
      return fail(error_text());
    }
  }
  if (H5Dread(dataset.dataset.get(), dataset.memory_type.get(), memory_space.get(), file_space.get(), H5P_DEFAULT,
              target) < 0) {
    return fail(error_text());
  }
  return {};
}

ReaderResult library_reader(const DatasetPointer& dataset) { return std::make_unique<LibraryReader>(dataset); }

}  // namespace assay::hdf5::detail
