#include <assay/base/file_descriptor.hpp>
#include <assay/hdf5/detail/checked.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/row_readers.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace assay::hdf5::detail {
namespace {

using FormatPointer = std::shared_ptr<const RowFormat>;

/// Rows that were never written: nothing to read.
class UnwrittenRows final : public PendingRows {
 public:
  explicit UnwrittenRows(FormatPointer format) : format_(std::move(format)) {}

  [[nodiscard]] tl::expected<void, Problem> decode(Block& block) const override {
    const std::uint64_t elements = block.rows * format_->row_elements;
    block.bytes.resize(elements * format_->layout.decoded_size);
    format_->put_fill(block.bytes.data(), 0, elements);
    format_->mark_unwritten(block, 0, elements);
    format_->finish(block);
    return {};
  }

 private:
  FormatPointer format_;
};

class UnwrittenReader final : public RowReader {
 public:
  explicit UnwrittenReader(FormatPointer format) : format_(std::move(format)) {}

  [[nodiscard]] tl::expected<std::unique_ptr<PendingRows>, Problem> read(std::uint64_t, std::uint64_t) override {
    return std::make_unique<UnwrittenRows>(format_);
  }

 private:
  FormatPointer format_;
};

/// Where the raw data begin in an open file.
struct RawData {
  base::FileDescriptor file;
  std::uint64_t offset = 0;
};

class ContiguousRows final : public PendingRows {
 public:
  ContiguousRows(FormatPointer format, std::shared_ptr<const RawData> data)
      : format_(std::move(format)), data_(std::move(data)) {}

  [[nodiscard]] tl::expected<void, Problem> decode(Block& block) const override {
    const std::uint64_t elements = block.rows * format_->row_elements;
    const std::size_t stored_bytes = elements * format_->layout.stored_size;
    const std::uint64_t offset = data_->offset + block.first_row * format_->row_elements * format_->layout.stored_size;
    block.bytes.resize(elements * format_->layout.decoded_size);
    if (format_->layout.is_copy()) {
      if (auto read = read_at(offset, block.bytes.data(), stored_bytes); !read) {
        return read;
      }
    } else {
      Scratch scratch;
      std::byte* stored = scratch.elements.get(stored_bytes);
      if (auto read = read_at(offset, stored, stored_bytes); !read) {
        return read;
      }
      format_->layout.decode(stored, block.bytes.data(), elements);
    }
    format_->finish(block);
    return {};
  }

 private:
  [[nodiscard]] tl::expected<void, Problem> read_at(std::uint64_t offset, std::byte* to, std::size_t size) const {
    for (std::size_t done = 0; done < size;) {
      const ssize_t got = pread(data_->file.get(), to + done, size - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) {
        continue;
      }
      if (got <= 0) {
        return tl::unexpected(format_->origin.unreadable(
            got == 0 ? fmt::format("its raw data end at byte {} of the file, {} bytes early; the file was cut short",
                                   offset + done, size - done)
                     : fmt::format("its raw data cannot be read at byte {} of the file: {}", offset + done,
                                   std::error_code(errno, std::generic_category()).message())));
      }
      done += static_cast<std::size_t>(got);
    }
    return {};
  }

  FormatPointer format_;
  std::shared_ptr<const RawData> data_;
};

class ContiguousReader final : public RowReader {
 public:
  ContiguousReader(FormatPointer format, std::shared_ptr<const RawData> data)
      : format_(std::move(format)), data_(std::move(data)) {}

  [[nodiscard]] tl::expected<std::unique_ptr<PendingRows>, Problem> read(std::uint64_t, std::uint64_t) override {
    return std::make_unique<ContiguousRows>(format_, data_);
  }

 private:
  FormatPointer format_;
  std::shared_ptr<const RawData> data_;
};

/// A descriptor of our own for the file that HDF5 has open, whatever happens to its name meanwhile.
base::FileDescriptor descriptor_of(hid_t dataset) {
  const Id file(H5Iget_file_id(dataset));
  const Id access(file ? H5Fget_access_plist(file.get()) : H5I_INVALID_HID);
  void* handle = nullptr;
  if (!access || H5Fget_vfd_handle(file.get(), access.get(), &handle) < 0 || handle == nullptr) {
    return {};
  }
  return base::FileDescriptor(fcntl(*static_cast<const int*>(handle), F_DUPFD_CLOEXEC, 0));
}

}  // namespace

ReaderResult contiguous_reader(const DatasetPointer& dataset) {
  const FormatPointer& format = dataset->format;
  const haddr_t offset = H5Dget_offset(dataset->dataset.get());
  if (offset == HADDR_UNDEF) {
    return std::make_unique<UnwrittenReader>(format);
  }
  auto data = std::make_shared<RawData>();
  data->file = descriptor_of(dataset->dataset.get());
  data->offset = offset;
  struct stat status {};
  if (!data->file || fstat(data->file.get(), &status) != 0) {
    return tl::unexpected(format->origin.unreadable("its file cannot be read directly: " + error_text()));
  }
  const auto elements = checked_product(dataset->stored_shape);
  const auto bytes = elements ? checked_product(*elements, format->layout.stored_size) : std::nullopt;
  const auto end = bytes ? checked_sum(offset, *bytes) : std::nullopt;
  if (!end || *end > static_cast<std::uint64_t>(status.st_size)) {
    return tl::unexpected(format->origin.unreadable(
        fmt::format("its raw data should reach to byte {}, but the file has {} bytes; it was cut short or is damaged",
                    end ? std::to_string(*end) : "2^64", status.st_size)));
  }
  return std::make_unique<ContiguousReader>(format, std::move(data));
}

}  // namespace assay::hdf5::detail
