#include <assay/base/text_file.hpp>
#include <assay/expect/detail/profile_file.hpp>
#include <assay/expect/detail/profile_json.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/file.hpp>
#include <assay/hdf5/file_writer.hpp>

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <variant>

namespace assay::expect::detail {

namespace {

constexpr const char* kFormat = "assay-profile";
constexpr const char* kDataset = "/profile";

bool is_hdf5_profile(const hdf5::File& file) {
  const auto format = file.attribute("format");
  const auto* text = format ? std::get_if<std::string>(&*format) : nullptr;
  return text != nullptr && *text == kFormat;
}

/// The text that an HDF5 profile holds.
tl::expected<std::string, std::string> stored_text(const std::filesystem::path& path) {
  const auto file = hdf5::File::open(path);
  if (!file) return tl::unexpected(file.error().message);
  const auto dataset = file->dataset(kDataset);
  if (!dataset) return tl::unexpected(dataset.error().message);
  if (dataset->type().kind != hdf5::ElementKind::kString || dataset->rows() != 1) {
    return tl::unexpected(fmt::format("{}: {} is no single text", path.string(), kDataset));
  }
  hdf5::BlockSource source(*dataset);
  const auto raw = source.next();
  if (!raw) return tl::unexpected(raw.error().message);
  if (!*raw) return tl::unexpected(fmt::format("{}: {} is empty", path.string(), kDataset));
  auto block = (*raw)->decode();
  if (!block) return tl::unexpected(block.error().message);
  if (block->texts.size() != 1) return tl::unexpected(fmt::format("{}: {} is no single text", path.string(), kDataset));
  return std::move(block->texts.front());
}

}  // namespace

bool is_json(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  char character = 0;
  while (stream.get(character) && std::isspace(static_cast<unsigned char>(character)) != 0) {
  }
  return stream && character == '{';
}

bool is_profile(const std::filesystem::path& file, const OnRead& on_read) {
  if (is_json(file)) return true;
  if (on_read) on_read(file, kDataset);
  const auto opened = hdf5::File::open(file);
  return opened && is_hdf5_profile(*opened);
}

tl::expected<DataProfile, std::string> read_profile(const std::filesystem::path& file, const OnRead& on_read) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
  tl::expected<std::string, std::string> text;
  if (is_json(file)) {
    text = base::read_text_file(file, kMostBytes);
  } else {
    if (on_read) on_read(file, kDataset);
    text = stored_text(file);
  }
  if (!text) return tl::unexpected(text.error());
  auto profile = profile_of_json(*text);
  if (!profile) return tl::unexpected(fmt::format("{}: {}", file.string(), profile.error()));
  return profile;
}

void write_profile(const DataProfile& profile, const std::filesystem::path& file) {
  if (file.extension() != ".h5" && file.extension() != ".hdf5") {
    base::write_file_atomically(file, to_json(profile).dump(1) + "\n");
    return;
  }
  hdf5::FileWriter writer(file);
  writer.attribute("/", "format", std::string(kFormat));
  writer.attribute("/", "format_version", std::int64_t{1});
  const std::string text = to_json(profile).dump();
  writer.texts(kDataset, std::span(&text, 1));
  writer.commit();
}

}  // namespace assay::expect::detail
