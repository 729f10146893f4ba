#include <assay/base/utf8.hpp>
#include <assay/hdf5/detail/filter_pipeline.hpp>
#include <assay/hdf5/detail/fletcher32.hpp>
#include <assay/hdf5/detail/unshuffle.hpp>

#include <fmt/format.h>
#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

namespace assay::hdf5::detail {
namespace {

constexpr std::size_t kChecksumBytes = 4;
// Deflate's limit is 1032 bytes out of one (zlib technical details); its stored form adds little to what it cannot
// pack.
constexpr std::uint64_t kMostDeflateRatio = 1040;
constexpr std::uint64_t kDeflateSlack = 4096;

using Bytes = std::span<const std::byte>;
using Undone = tl::expected<Bytes, std::string>;

/// Names of filters that are not part of HDF5, as registered with The HDF Group.
std::string_view registered_name(H5Z_filter_t number) {
  struct Entry {
    H5Z_filter_t number;
    std::string_view name;
  };
  constexpr std::array<Entry, 14> kEntries{{{4, "szip"},
                                            {5, "n-bit"},
                                            {6, "scale-offset"},
                                            {305, "LZO"},
                                            {307, "bzip2"},
                                            {32000, "LZF"},
                                            {32001, "Blosc"},
                                            {32004, "LZ4"},
                                            {32008, "bitshuffle"},
                                            {32013, "ZFP"},
                                            {32015, "Zstandard"},
                                            {32017, "SZ"},
                                            {32024, "SZ3"},
                                            {32026, "Blosc2"}}};
  const auto* found =
      std::find_if(kEntries.begin(), kEntries.end(), [&](const Entry& e) { return e.number == number; });
  return found == kEntries.end() ? std::string_view() : found->name;
}

Undone inflate(Bytes packed, std::size_t size, std::byte* target) {
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decompressor(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (decompressor == nullptr) {
    return tl::unexpected(std::string("there is no memory to decompress it"));
  }
  std::size_t written = 0;
  const libdeflate_result result =
      libdeflate_zlib_decompress(decompressor.get(), packed.data(), packed.size(), target, size, &written);
  if (result == LIBDEFLATE_INSUFFICIENT_SPACE || (result == LIBDEFLATE_SUCCESS && written != size)) {
    return tl::unexpected(fmt::format("its compressed data hold {} bytes than the {} of a chunk",
                                      result == LIBDEFLATE_SUCCESS ? "fewer" : "more", size));
  }
  if (result != LIBDEFLATE_SUCCESS) {
    return tl::unexpected(std::string("its compressed data are damaged"));
  }
  return Bytes(target, size);
}

Undone verify(Bytes bytes) {
  if (bytes.size() < kChecksumBytes) {
    return tl::unexpected(std::string("it is shorter than its checksum"));
  }
  const Bytes data = bytes.first(bytes.size() - kChecksumBytes);
  std::uint32_t stored = 0;
  std::memcpy(&stored, bytes.data() + data.size(), sizeof stored);
  if (!fletcher32_matches(data, stored)) {
    return tl::unexpected(
        fmt::format("its Fletcher-32 checksum is {:08x}, but its bytes give {:08x}: they were changed "
                    "after they were written",
                    stored, fletcher32(data)));
  }
  return data;
}

}  // namespace

bool FilterPipeline::is_own() const noexcept {
  int deflates = 0;
  for (const Filter& filter : filters_) {
    const bool own = filter.number == H5Z_FILTER_DEFLATE || filter.number == H5Z_FILTER_FLETCHER32 ||
                     (filter.number == H5Z_FILTER_SHUFFLE && !filter.values.empty() && filter.values[0] > 0);
    deflates += filter.number == H5Z_FILTER_DEFLATE ? 1 : 0;
    if (!own) {
      return false;
    }
  }
  return deflates <= 1;
}

std::string FilterPipeline::unavailable() const {
  std::string text;
  for (const Filter& filter : filters_) {
    if (H5Zfilter_avail(filter.number) > 0) {
      continue;
    }
    const std::string_view known = registered_name(filter.number);
    const std::string name = known.empty() ? base::to_printable(filter.name) : std::string(known);
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", filter.number, name.empty() ? "" : " (" + name + ")");
  }
  return text;
}

std::optional<std::string> FilterPipeline::implausible(std::uint64_t stored_bytes, std::uint64_t chunk_bytes,
                                                       std::uint32_t skipped) const {
  std::uint64_t expected = chunk_bytes;
  bool deflated = false;
  for (std::size_t i = 0; i < filters_.size(); ++i) {
    if ((skipped >> i & 1U) != 0) {
      continue;
    }
    expected += filters_[i].number == H5Z_FILTER_FLETCHER32 ? kChecksumBytes : 0;
    deflated = deflated || filters_[i].number == H5Z_FILTER_DEFLATE;
  }
  const bool fits = deflated ? stored_bytes <= expected * 2 + kDeflateSlack &&
                                   stored_bytes * kMostDeflateRatio + kDeflateSlack >= expected
                             : stored_bytes == expected;
  if (fits) {
    return std::nullopt;
  }
  return fmt::format("it is stored in {} bytes, which cannot hold the {} bytes of a chunk", stored_bytes, chunk_bytes);
}

Undone FilterPipeline::undo(Bytes stored, std::size_t chunk_bytes, std::uint32_t skipped, Scratch& scratch,
                            std::byte* target) const {
  const auto active = [&](std::size_t i) { return (skipped >> i & 1U) == 0; };
  const auto moves = [&](std::size_t i) { return active(i) && filters_[i].number != H5Z_FILTER_FLETCHER32; };
  std::size_t last = filters_.size();  // the filter that is undone last and makes bytes of its own
  std::size_t size_before_deflate = chunk_bytes;
  for (std::size_t i = filters_.size(); i-- > 0;) {
    last = moves(i) ? i : last;
  }
  for (std::size_t i = 0; i < filters_.size() && filters_[i].number != H5Z_FILTER_DEFLATE; ++i) {
    size_before_deflate += active(i) && filters_[i].number == H5Z_FILTER_FLETCHER32 ? kChecksumBytes : 0;
  }
  Bytes bytes = stored;
  bool even = true;
  for (std::size_t i = filters_.size(); i-- > 0;) {
    if (!active(i)) {
      continue;
    }
    const H5Z_filter_t number = filters_[i].number;
    Undone undone;
    if (number == H5Z_FILTER_FLETCHER32) {
      undone = verify(bytes);
    } else {
      const std::size_t size = number == H5Z_FILTER_DEFLATE ? size_before_deflate : bytes.size();
      // A checksum that is undone after this filter still takes room, so only exact sizes go to the target.
      std::byte* to = target != nullptr && i == last && size == chunk_bytes ? target
                      : even                                                ? scratch.even.get(size)
                                                                            : scratch.odd.get(size);
      even = !even;
      if (number == H5Z_FILTER_DEFLATE) {
        undone = inflate(bytes, size, to);
      } else {
        unshuffle(bytes, filters_[i].values[0], to);
        undone = Bytes(to, size);
      }
    }
    if (!undone) {
      return undone;
    }
    bytes = *undone;
  }
  if (bytes.size() != chunk_bytes) {
    return tl::unexpected(fmt::format("it holds {} bytes instead of the {} of a chunk", bytes.size(), chunk_bytes));
  }
  return bytes;
}

std::optional<FilterPipeline> read_filters(hid_t creation) {
  constexpr std::size_t kMostValues = 64;
  const int count = H5Pget_nfilters(creation);
  if (count < 0 || count > H5Z_MAX_NFILTERS) {
    return std::nullopt;
  }
  std::vector<FilterPipeline::Filter> filters;
  for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
    unsigned flags = 0;
    std::array<unsigned, kMostValues> values{};
    std::size_t value_count = values.size();
    std::array<char, 128> name{};
    const H5Z_filter_t number =
        H5Pget_filter2(creation, i, &flags, &value_count, values.data(), name.size() - 1, name.data(), nullptr);
    if (number < 0) {
      return std::nullopt;
    }
    filters.push_back(
        {number,
         {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(std::min(value_count, kMostValues))},
         name.data()});
  }
  return FilterPipeline(std::move(filters));
}

}  // namespace assay::hdf5::detail
