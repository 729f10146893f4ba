#include <assay/base/utf8.hpp>
#include <assay/hdf5/detail/id.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/neighbour_file.hpp>
#include <assay/hdf5/detail/open_file.hpp>
#include <assay/hdf5/detail/open_object.hpp>
#include <assay/hdf5/detail/virtual_sources.hpp>

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

namespace assay::hdf5::detail {
namespace {

constexpr int kMostNesting = 8;

struct ExternalFile {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

std::optional<ExternalFile> external_file(hid_t creation, unsigned index) {
  std::array<char, 4096> name{};
  off_t offset = 0;
  hsize_t size = 0;
  if (H5Pget_external(creation, index, name.size() - 1, name.data(), &offset, &size) < 0 || offset < 0) {
    return std::nullopt;
  }
  return ExternalFile{name.data(), static_cast<std::uint64_t>(offset), size};
}

template <typename Get>
std::string virtual_name(hid_t creation, std::size_t index, Get get) {
  const ssize_t length = get(creation, index, nullptr, std::size_t{0});
  if (length <= 0) {
    return {};
  }
  std::string name(static_cast<std::size_t>(length) + 1, '\0');
  const bool read = get(creation, index, name.data(), name.size()) >= 0;
  name.resize(read ? static_cast<std::size_t>(length) : 0);
  return name;
}

std::optional<std::string> missing_source(hid_t file, hid_t creation, const std::filesystem::path& path, int depth);

std::optional<std::string> check_source(hid_t file, const std::filesystem::path& path, const std::string& dataset,
                                        int depth) {
  const auto object = open_dataset_object(file, {path, normal_path(dataset)});
  if (!object) {
    return "a source of the virtual dataset cannot be opened: " + object.error().message;
  }
  const Id creation(H5Dget_create_plist(object->get()));
  if (!creation || H5Pget_layout(creation.get()) != H5D_VIRTUAL) {
    return std::nullopt;
  }
  return missing_source(file, creation.get(), path, depth + 1);
}

std::optional<std::string> missing_source(hid_t file, hid_t creation, const std::filesystem::path& path, int depth) {
  std::size_t count = 0;
  if (H5Pget_virtual_count(creation, &count) < 0) {
    return "its virtual sources cannot be read: " + error_text();
  }
  if (depth > kMostNesting) {
    return fmt::format("virtual datasets are nested deeper than {}", kMostNesting);
  }
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string file_name = virtual_name(creation, i, H5Pget_virtual_filename);
    const std::string dataset = virtual_name(creation, i, H5Pget_virtual_dsetname);
    const bool is_pattern = (file_name + dataset).find("%b") != std::string::npos;
    if (is_pattern || !seen.emplace(file_name, dataset).second) {
      continue;
    }
    std::optional<std::string> trouble;
    if (file_name == ".") {
      trouble = check_source(file, path, dataset, depth);
    } else if (const auto found = neighbour_file(path, file_name); !found) {
      trouble = fmt::format("the source file {} of the virtual dataset is not there", base::to_printable(file_name));
    } else if (const auto source = open_file(*found); !source) {
      trouble = "a source of the virtual dataset cannot be opened: " + source.error().message;
    } else {
      trouble = check_source(source->get(), *found, dataset, depth);
    }
    if (trouble) {
      return trouble;
    }
  }
  return std::nullopt;
}

}  // namespace

bool names_files_beside(hid_t creation, const std::filesystem::path& file) {
  const int count = H5Pget_external_count(creation);
  for (unsigned i = 0; i < static_cast<unsigned>(std::max(count, 0)); ++i) {
    const auto external = external_file(creation, i);
    std::error_code ignored;
    if (!external || (!std::filesystem::path(external->name).is_absolute() &&
                      !std::filesystem::exists(file.parent_path() / external->name, ignored))) {
      return false;
    }
  }
  return count > 0;
}

std::optional<std::string> missing_external_data(hid_t creation, const std::filesystem::path& file,
                                                 std::uint64_t bytes) {
  const bool beside = names_files_beside(creation, file);
  const int count = H5Pget_external_count(creation);
  for (unsigned i = 0; bytes > 0 && i < static_cast<unsigned>(std::max(count, 0)); ++i) {
    const auto external = external_file(creation, i);
    if (!external) {
      return "its external files cannot be read: " + error_text();
    }
    const std::filesystem::path path =
        beside ? file.parent_path() / external->name : std::filesystem::path(external->name);
    const std::uint64_t needed = std::min(bytes, external->size);
    std::error_code failed;
    const std::uint64_t size =
        std::filesystem::is_regular_file(path, failed) ? std::filesystem::file_size(path, failed) : 0;
    if (failed || size < external->offset || size - external->offset < needed) {
      return fmt::format("the external file {} with its raw data {}", base::to_printable(external->name),
                         failed || size == 0 ? "is not there or empty"
                                             : fmt::format("has {} bytes, but {} from offset {} are needed", size,
                                                           needed, external->offset));
    }
    bytes -= needed;
  }
  return bytes == 0 ? std::nullopt
                    : std::optional<std::string>("its external files hold fewer bytes than its shape needs");
}

std::optional<std::string> missing_virtual_source(hid_t file, hid_t creation, const std::filesystem::path& path) {
  return missing_source(file, creation, path, 0);
}

}  // namespace assay::hdf5::detail
