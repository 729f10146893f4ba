#include <assay/hdf5/detail/read_rows.hpp>
#include <assay/hdf5/detail/row_readers.hpp>

#include <algorithm>
#include <cstring>

namespace assay::hdf5::detail {
namespace {

struct VariableData {
  std::vector<std::string> texts;
  std::vector<std::uint64_t> lengths;
  Presence presence;
};

class VariableRows final : public PendingRows {
 public:
  VariableRows(std::shared_ptr<const RowFormat> format, VariableData data)
      : format_(std::move(format)), data_(std::move(data)) {}

  [[nodiscard]] tl::expected<void, Problem> decode(Block& block) const override {
    block.bytes.clear();
    block.texts = data_.texts;
    block.lengths = data_.lengths;
    for (const auto& [first, count] : data_.presence.unwritten) {
      format_->mark_unwritten(block, first, count);
    }
    format_->finish(block);
    return {};
  }

 private:
  std::shared_ptr<const RowFormat> format_;
  VariableData data_;
};

/// Memory that H5Dread fills with pointers to more memory.
class HeapElements {
 public:
  HeapElements(const Dataset::State& dataset, std::uint64_t elements)
      : type_(dataset.memory_type.get()), count_(elements), bytes_(elements * H5Tget_size(type_)) {}
  ~HeapElements() {
    if (count_ > 0) {
      const Id space(H5Screate_simple(1, &count_, nullptr));
      H5Dvlen_reclaim(type_, space.get(), H5P_DEFAULT, bytes_.data());
    }
  }
  HeapElements(const HeapElements&) = delete;
  HeapElements& operator=(const HeapElements&) = delete;

  [[nodiscard]] std::byte* data() noexcept { return bytes_.data(); }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  template <typename T>
  [[nodiscard]] T get(std::uint64_t index) const noexcept {
    T value;
    std::memcpy(&value, bytes_.data() + index * sizeof(T), sizeof(T));
    return value;
  }

 private:
  hid_t type_;
  hsize_t count_;
  std::vector<std::byte> bytes_;
};

class VariableReader final : public RowReader {
 public:
  explicit VariableReader(DatasetPointer dataset) : dataset_(std::move(dataset)) {}

  [[nodiscard]] tl::expected<std::unique_ptr<PendingRows>, Problem> read(std::uint64_t first_row,
                                                                         std::uint64_t rows) override {
    const RowFormat& format = *dataset_->format;
    const std::uint64_t elements = rows * format.row_elements;
    VariableData data;
    HeapElements heap(*dataset_, elements);
    auto presence = read_rows(*dataset_, first_row, rows, heap.data());
    if (!presence) {
      return tl::unexpected(std::move(presence.error()));
    }
    data.presence = *std::move(presence);
    if (elements > 0 && dataset_->storage == StorageKind::kContiguous &&
        H5Dget_offset(dataset_->dataset.get()) == HADDR_UNDEF) {
      data.presence.unwritten.emplace_back(0, elements);
    }
    copy(heap, elements * format.parts, data);
    fill(data);
    return std::make_unique<VariableRows>(dataset_->format, std::move(data));
  }

 private:
  /// Chunks that were never written are not read, so their texts are the fill value's.
  void fill(VariableData& data) const {
    if (!dataset_->format->is_text || !dataset_->fill_value || dataset_->fill_value->empty()) {
      return;
    }
    const std::string text(reinterpret_cast<const char*>(dataset_->fill_value->data()), dataset_->fill_value->size());
    for (const auto& [first, count] : data.presence.unwritten) {
      const auto begin = data.texts.begin() + static_cast<std::ptrdiff_t>(first * dataset_->format->parts);
      std::fill_n(begin, count * dataset_->format->parts, text);
    }
  }

  void copy(const HeapElements& heap, std::uint64_t count, VariableData& data) const {
    if (dataset_->format->is_text) {
      data.texts.reserve(count);
      for (std::uint64_t i = 0; i < count; ++i) {
        const char* text = heap.get<const char*>(i);
        data.texts.emplace_back(text == nullptr ? "" : text);
      }
      return;
    }
    data.lengths.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
      data.lengths.push_back(heap.get<hvl_t>(i).len);
    }
  }

  DatasetPointer dataset_;
};

}  // namespace

ReaderResult variable_reader(const DatasetPointer& dataset) { return std::make_unique<VariableReader>(dataset); }

}  // namespace assay::hdf5::detail
