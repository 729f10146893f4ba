#include <assay/hdf5/detail/row_format.hpp>

#include <algorithm>
#include <cstring>

namespace assay::hdf5::detail {

void RowFormat::put_fill(std::byte* decoded, std::uint64_t first, std::uint64_t elements) const noexcept {
  const std::size_t size = layout.decoded_size;
  if (elements == 0 || size == 0) {
    return;
  }
  std::byte* at = decoded + first * size;
  const std::size_t bytes = elements * size;
  const auto value = fill.empty() ? std::byte{0} : fill.front();
  if (std::all_of(fill.begin(), fill.end(), [&](std::byte byte) { return byte == value; })) {
    std::memset(at, std::to_integer<int>(value), bytes);
    return;
  }
  std::memcpy(at, fill.data(), size);
  for (std::size_t done = size; done < bytes; done *= 2) {
    std::memcpy(at + done, at, std::min(done, bytes - done));
  }
}

void RowFormat::mark_unwritten(Block& block, std::uint64_t first, std::uint64_t elements) const {
  if (elements * parts == 0) {
    return;
  }
  const std::uint64_t begin = first * parts;
  const std::uint64_t end = begin + elements * parts;
  if (!block.unwritten.empty() && block.unwritten.back().second == begin) {
    block.unwritten.back().second = end;
  } else {
    block.unwritten.emplace_back(begin, end);
  }
}

void RowFormat::finish(Block& block) const {
  auto& ranges = block.unwritten;
  if (!std::is_sorted(ranges.begin(), ranges.end())) {
    std::sort(ranges.begin(), ranges.end());
    std::size_t kept = 0;
    for (std::size_t i = 1; i < ranges.size(); ++i) {
      if (ranges[kept].second == ranges[i].first) {
        ranges[kept].second = ranges[i].second;
      } else {
        ranges[++kept] = ranges[i];
      }
    }
    ranges.resize(kept + 1);
  }
  if (!is_text) {
    block.texts.clear();
    return;
  }
  if (text_size == 0) {
    return;
  }
  const std::uint64_t texts = block.rows * row_elements * parts;
  block.texts.resize(texts);
  for (std::uint64_t i = 0; i < texts; ++i) {
    const std::byte* begin = block.bytes.data() + i * text_size;
    std::size_t length = text_size;
    while (length > 0 && begin[length - 1] == std::byte{0}) {
      --length;
    }
    block.texts[i].assign(reinterpret_cast<const char*>(begin), length);
  }
}

}  // namespace assay::hdf5::detail
