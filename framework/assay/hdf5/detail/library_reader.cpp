#include <assay/hdf5/detail/read_rows.hpp>
#include <assay/hdf5/detail/row_readers.hpp>

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
    std::vector<std::byte> bytes(rows * format.row_elements * format.layout.stored_size);
    auto presence = read_rows(*dataset_, first_row, rows, bytes.data());
    if (!presence) {
      return tl::unexpected(std::move(presence.error()));
    }
    return std::make_unique<LibraryRows>(dataset_->format, std::move(bytes), *std::move(presence));
  }

 private:
  DatasetPointer dataset_;
};

}  // namespace

ReaderResult library_reader(const DatasetPointer& dataset) { return std::make_unique<LibraryReader>(dataset); }

}  // namespace assay::hdf5::detail
