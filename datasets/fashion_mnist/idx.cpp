#include <assay/base/sha256.hpp>
#include <assay/base/text_file.hpp>

#include <fashion_mnist/idx.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libdeflate.h>

#include <memory>
#include <stdexcept>

namespace assay::datasets {
namespace {

constexpr std::uint64_t kMostCompressedBytes = std::uint64_t{64} << 20U;
constexpr std::byte kUnsignedByte{8};

std::uint32_t big_endian(const std::byte* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    value = value << 8U | std::to_integer<std::uint32_t>(bytes[i]);
  }
  return value;
}

/// One byte more than expected is room enough to see that there is too much.
std::vector<std::byte> decompress(const std::string& compressed, std::size_t expected, const std::string& name) {
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (decompressor == nullptr) {
    throw std::runtime_error("there is no memory to decompress " + name);
  }
  std::vector<std::byte> bytes(expected + 1);
  std::size_t size = 0;
  const libdeflate_result result = libdeflate_gzip_decompress(decompressor.get(), compressed.data(), compressed.size(),
                                                              bytes.data(), bytes.size(), &size);
  if (result == LIBDEFLATE_BAD_DATA) {
    throw std::runtime_error(name + ": is not gzip or is damaged");
  }
  if (result != LIBDEFLATE_SUCCESS || size != expected) {
    throw std::runtime_error(fmt::format("{}: holds {} bytes than the {} expected", name,
                                         result == LIBDEFLATE_SUCCESS && size < expected ? "fewer" : "more", expected));
  }
  bytes.pop_back();
  return bytes;
}

void check_header(std::span<const std::byte> bytes, const IdxSource& source, const std::string& name) {
  const bool plain = bytes[0] == std::byte{0} && bytes[1] == std::byte{0} && bytes[2] == kUnsignedByte;
  std::vector<std::uint32_t> shape;
  for (std::size_t d = 0; d < source.shape.size(); ++d) {
    shape.push_back(big_endian(bytes.data() + 4 * (d + 1)));
  }
  if (!plain || std::to_integer<std::size_t>(bytes[3]) != source.shape.size() || shape != source.shape) {
    throw std::runtime_error(fmt::format("{}: its IDX header does not say unsigned bytes of shape [{}]", name,
                                         fmt::join(source.shape, ", ")));
  }
}

}  // namespace

std::vector<std::byte> read_idx(const std::filesystem::path& folder, const IdxSource& source) {
  const std::filesystem::path path = folder / source.name;
  const auto compressed = base::read_text_file(path, kMostCompressedBytes);
  if (!compressed) {
    throw std::runtime_error(compressed.error());
  }
  const std::size_t header = 4 * (source.shape.size() + 1);
  std::size_t size = 1;
  for (const std::uint32_t dimension : source.shape) {
    size *= dimension;
  }
  std::vector<std::byte> bytes = decompress(*compressed, header + size, path.string());
  check_header(bytes, source, path.string());
  base::Sha256 sha256;
  sha256.add(bytes);
  const std::string digest = base::to_hex(sha256.finish());
  if (digest != source.sha256) {
    throw std::runtime_error(fmt::format("{}: its content has SHA-256 {}, but the published file has {}", path.string(),
                                         digest, source.sha256));
  }
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header));
  return bytes;
}

}  // namespace assay::datasets
