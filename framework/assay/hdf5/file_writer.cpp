#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/base/utf8.hpp>
#include <assay/hdf5/detail/checked.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/make_type.hpp>
#include <assay/hdf5/detail/open_object.hpp>
#include <assay/hdf5/detail/seal_block.hpp>
#include <assay/hdf5/detail/write_attribute.hpp>
#include <assay/hdf5/file_writer.hpp>
#include <assay/hdf5/seal.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace assay::hdf5 {
namespace {

using detail::error_text;
using detail::Id;

constexpr int kMostDeflate = 9;
// Bytes by which the file grows in memory.
constexpr std::size_t kGrowth = std::size_t{4} << 20U;

}  // namespace

struct FileWriter::State {
  State(std::filesystem::path path, std::optional<std::string> label)
      : target(std::move(path)), seal_label(std::move(label)) {}

  [[noreturn]] void fail(const std::string& object, const std::string& cause) const {
    throw base::InfrastructureError(
        fmt::format("{}: {} cannot be written: {}", target.string(), base::to_printable(object), cause));
  }
  [[noreturn]] void misused(const std::string& object, const std::string& cause) const {
    throw base::InternalError(fmt::format("{}: {}: {}", target.string(), object, cause));
  }

  void make_groups(const std::string& path) const;
  [[nodiscard]] Id creation_properties(const std::string& path, std::span<const std::uint64_t> shape,
                                       const Storage& storage) const;
  void write(const std::string& path, const Id& type, std::span<const std::uint64_t> shape, const void* data,
             const Storage& storage) const;

  std::filesystem::path target;
  std::optional<std::string> seal_label;
  Id file;
};

void FileWriter::State::make_groups(const std::string& path) const {
  const Id creation(H5Pcreate(H5P_GROUP_CREATE));
  if (!creation || H5Pset_obj_track_times(creation.get(), false) < 0) {
    fail(path, error_text());
  }
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    const std::string group = path.substr(0, end);
    const htri_t exists = H5Lexists(file.get(), group.c_str(), H5P_DEFAULT);
    if (exists < 0) {
      fail(group, error_text());
    }
    if (exists == 0 && !Id(H5Gcreate2(file.get(), group.c_str(), H5P_DEFAULT, creation.get(), H5P_DEFAULT))) {
      fail(group, error_text());
    }
  }
}

Id FileWriter::State::creation_properties(const std::string& path, std::span<const std::uint64_t> shape,
                                          const Storage& storage) const {
  Id creation(H5Pcreate(H5P_DATASET_CREATE));
  bool good = creation && H5Pset_obj_track_times(creation.get(), false) >= 0;
  const bool filtered = storage.deflate != 0 || storage.checksum;
  if (storage.deflate < 0 || storage.deflate > kMostDeflate) {
    misused(path, "the deflate level is not within 0 to 9");
  }
  if (storage.chunk.empty() ? filtered : storage.chunk.size() != shape.size()) {
    misused(path, "filters need chunks, and chunks as many dimensions as the shape");
  }
  const bool is_empty = std::find(shape.begin(), shape.end(), 0U) != shape.end();
  if (!storage.chunk.empty() && !is_empty) {
    std::vector<hsize_t> chunk(shape.size());
    for (std::size_t d = 0; d < shape.size(); ++d) {
      chunk[d] = std::clamp<hsize_t>(storage.chunk[d], 1, shape[d]);
    }
    good = good && H5Pset_chunk(creation.get(), static_cast<int>(chunk.size()), chunk.data()) >= 0;
    if (storage.deflate > 0) {
      good = good && H5Pset_shuffle(creation.get()) >= 0 &&
             H5Pset_deflate(creation.get(), static_cast<unsigned>(storage.deflate)) >= 0;
    }
    if (storage.checksum) {
      good = good && H5Pset_fletcher32(creation.get()) >= 0;
    }
  }
  if (!good) {
    fail(path, error_text());
  }
  return creation;
}

void FileWriter::State::write(const std::string& path, const Id& type, std::span<const std::uint64_t> shape,
                              const void* data, const Storage& storage) const {
  if (!file) {
    misused(path, "the file was committed before");
  }
  make_groups(path);
  const Id creation = creation_properties(path, shape, storage);
  const Id links(H5Pcreate(H5P_LINK_CREATE));
  const std::vector<hsize_t> dimensions(shape.begin(), shape.end());
  const Id space(dimensions.empty()
                     ? H5Screate(H5S_SCALAR)
                     : H5Screate_simple(static_cast<int>(dimensions.size()), dimensions.data(), nullptr));
  if (!links || !space || H5Pset_char_encoding(links.get(), H5T_CSET_UTF8) < 0) {
    fail(path, error_text());
  }
  const Id dataset(
      H5Dcreate2(file.get(), path.c_str(), type.get(), space.get(), links.get(), creation.get(), H5P_DEFAULT));
  const bool is_empty = std::find(shape.begin(), shape.end(), 0U) != shape.end();
  if (!dataset || (!is_empty && H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)) {
    fail(path, error_text());
  }
}

FileWriter::FileWriter(std::filesystem::path target)
    : FileWriter(std::make_unique<State>(std::move(target), std::nullopt)) {}
FileWriter::FileWriter(std::filesystem::path target, std::string seal_label)
    : FileWriter(std::make_unique<State>(std::move(target), std::move(seal_label))) {}
FileWriter::~FileWriter() = default;
FileWriter::FileWriter(FileWriter&&) noexcept = default;
FileWriter& FileWriter::operator=(FileWriter&&) noexcept = default;

FileWriter::FileWriter(std::unique_ptr<State> state) : state_(std::move(state)) {
  detail::prepare_library();
  const Id access(H5Pcreate(H5P_FILE_ACCESS));
  const Id creation(H5Pcreate(H5P_FILE_CREATE));
  const bool good = access && creation && H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_V110) >= 0 &&
                    H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG) >= 0 &&
                    H5Pset_fapl_core(access.get(), kGrowth, false) >= 0 &&
                    H5Pset_obj_track_times(creation.get(), false) >= 0 &&
                    (!state_->seal_label || H5Pset_userblock(creation.get(), kSealBytes) >= 0);
  if (!good) {
    state_->fail("the file", error_text());
  }
  // The name is only for HDF5, which refuses to make two files of one name at a time.
  const std::string name = fmt::format("{}#{}", state_->target.string(), fmt::ptr(state_.get()));
  state_->file = Id(H5Fcreate(name.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()));
  if (!state_->file) {
    state_->fail("the file", error_text());
  }
}

void FileWriter::dataset(const std::string& path, const ElementType& type, std::span<const std::uint64_t> shape,
                         std::span<const std::byte> bytes, const Storage& storage) {
  const auto elements = detail::checked_product(shape);
  const auto expected = elements ? detail::checked_product(*elements, type.size) : std::nullopt;
  if (expected != bytes.size()) {
    state_->misused(path, fmt::format("{} bytes do not fill its shape", bytes.size()));
  }
  state_->write(detail::normal_path(path), detail::make_type(type), shape, bytes.data(), storage);
}

void FileWriter::texts(const std::string& path, std::span<const std::string> values) {
  std::vector<const char*> pointers;
  for (const std::string& value : values) {
    if (value.find('\0') != std::string::npos) {
      state_->misused(path, "a text holds a null character");
    }
    pointers.push_back(value.c_str());
  }
  const std::uint64_t count = values.size();
  state_->write(detail::normal_path(path), detail::variable_text_type(), {&count, 1}, pointers.data(), {});
}

void FileWriter::attribute(const std::string& object, const std::string& name, const base::Scalar& value) {
  if (!state_->file) {
    state_->misused(object, "the file was committed before");
  }
  const Id target(H5Oopen(state_->file.get(), detail::normal_path(object).c_str(), H5P_DEFAULT));
  if (!target || !detail::write_attribute(target.get(), name, value)) {
    state_->fail(fmt::format("attribute {} of {}", name, object), error_text());
  }
}

void FileWriter::commit() {
  State& state = *state_;
  if (!state.file) {
    state.misused("the file", "was committed before");
  }
  void* memory = nullptr;
  const Id access(H5Fget_access_plist(state.file.get()));
  // After a flush the file in memory is what closing would leave on the disk.
  if (!access || H5Fflush(state.file.get(), H5F_SCOPE_GLOBAL) < 0 ||
      H5Fget_vfd_handle(state.file.get(), access.get(), &memory) < 0 || memory == nullptr) {
    state.fail("the file", error_text());
  }
  // The image is the file without its user block and without the room that the memory has beyond its end.
  const ssize_t image_size = H5Fget_file_image(state.file.get(), nullptr, 0);
  if (image_size < 0) {
    state.fail("the file", error_text());
  }
  const std::size_t size = static_cast<std::size_t>(image_size) + (state.seal_label ? kSealBytes : 0);
  // The core driver's handle is a pointer to its pointer to the bytes.
  const std::span<char> bytes(*static_cast<char**>(memory), size);
  if (state.seal_label) {
    detail::seal(bytes, *state.seal_label);
  }
  base::write_file_atomically(state.target, {bytes.data(), bytes.size()});
  state.file.reset();
}

}  // namespace assay::hdf5
