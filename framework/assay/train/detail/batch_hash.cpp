#include <assay/train/detail/batch_hash.hpp>

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace assay::train::detail {
namespace {

std::uint64_t mixed(std::uint64_t value) noexcept {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111eb;
  return value ^ (value >> 31U);
}

}  // namespace

std::uint64_t hash_of(std::span<const std::byte> bytes, std::uint64_t start) noexcept {
  constexpr std::uint64_t kPrime = 0x9e3779b97f4a7c15;
  std::uint64_t hash = mixed(start + kPrime + bytes.size());
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t length = std::min(bytes.size(), sizeof(word));
    std::memcpy(&word, bytes.data(), length);
    hash = (hash ^ word) * kPrime;
    hash ^= hash >> 29U;
    bytes = bytes.subspan(length);
  }
  return mixed(hash);
}

std::vector<std::uint64_t> sample_hashes(std::span<const Column> columns, std::size_t rows) {
  std::vector<std::uint64_t> hashes(rows, 0);
  for (const Column& column : columns) {
    const std::size_t width = rows == 0 ? 0 : column.bytes.size() / rows;
    for (std::size_t row = 0; row < rows; ++row) {
      hashes[row] = hash_of(column.bytes.subspan(row * width, width), hashes[row]);
    }
  }
  return hashes;
}

std::uint64_t order_free_hash(std::span<const std::uint64_t> samples) noexcept {
  std::uint64_t sum = 0;
  for (const std::uint64_t sample : samples) {
    sum += mixed(sample);
  }
  return mixed(sum + samples.size());
}

std::vector<std::pair<std::size_t, std::size_t>> repeated_rows(Column column, std::size_t rows) {
  const std::size_t width = rows == 0 ? 0 : column.bytes.size() / rows;
  std::unordered_multimap<std::uint64_t, std::size_t> first_rows;
  std::vector<std::pair<std::size_t, std::size_t>> repeated;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto bytes = column.bytes.subspan(row * width, width);
    const std::uint64_t hash = hash_of(bytes);
    const auto [begin, end] = first_rows.equal_range(hash);
    const auto same = std::find_if(begin, end, [&](const auto& entry) {
      return std::ranges::equal(column.bytes.subspan(entry.second * width, width), bytes);
    });
    if (same != end) {
      repeated.emplace_back(row, same->second);
    } else {
      first_rows.emplace(hash, row);
    }
  }
  return repeated;
}

}  // namespace assay::train::detail
