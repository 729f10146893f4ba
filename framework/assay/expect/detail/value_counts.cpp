#include <assay/expect/detail/element.hpp>
#include <assay/expect/detail/literal.hpp>
#include <assay/expect/detail/value_counts.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

using Entry = ValueCounts::Entry;

constexpr unsigned kBits = 64;

Entry at_resolution(Entry entry, unsigned resolution) noexcept {
  entry.magnitude = resolution >= kBits ? 0 : entry.magnitude >> resolution << resolution;
  entry.negative = entry.negative && entry.magnitude != 0;
  return entry;
}

/// The coarsest resolution plus one at which both are still told apart.
unsigned told_apart_below(const Entry& low, const Entry& high) noexcept {
  const std::uint64_t difference =
      low.negative == high.negative ? low.magnitude ^ high.magnitude : std::max(low.magnitude, high.magnitude);
  return static_cast<unsigned>(std::bit_width(difference));
}

/// Two ascending lists as one; equal numbers together.
std::vector<Entry> merged(std::span<const Entry> left, std::span<const Entry> right) {
  std::vector<Entry> all;
  all.reserve(left.size() + right.size());
  std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(all),
             [](const Entry& one, const Entry& other) { return one.order(other) < 0; });
  return all;
}

/// Joins equal neighbours.
void join(std::vector<Entry>& entries) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (kept > 0 && entries[kept - 1].order(entries[i]) == 0) {
      entries[kept - 1].times += entries[i].times;
    } else {
      entries[kept++] = entries[i];
    }
  }
  entries.resize(kept);
}

}  // namespace

std::strong_ordering Entry::order(const Entry& other) const noexcept {
  if (negative != other.negative) return negative ? std::strong_ordering::less : std::strong_ordering::greater;
  return negative ? other.magnitude <=> magnitude : magnitude <=> other.magnitude;
}

ValueCounts::ValueCounts(bool whole, unsigned resolution, std::vector<Entry> entries)
    : whole_(whole), resolution_(resolution), entries_(std::move(entries)) {
  fit();
}

void ValueCounts::coarsen(unsigned resolution) {
  resolution_ = std::max(resolution_, resolution);
  for (Entry& entry : entries_) entry = at_resolution(entry, resolution_);
  join(entries_);
}

void ValueCounts::fit() {
  if (entries_.size() <= kMostValues) return;
  std::array<std::size_t, kBits + 1> neighbours{};  // by the resolution from which they are one
  for (std::size_t i = 1; i < entries_.size(); ++i) ++neighbours[told_apart_below(entries_[i - 1], entries_[i])];
  std::size_t left = entries_.size();
  unsigned resolution = 0;
  while (left > kMostValues) left -= neighbours[++resolution];
  coarsen(resolution);
}

void ValueCounts::add(std::vector<Entry> entries) {
  for (Entry& entry : entries) entry = at_resolution(entry, resolution_);
  if (entries_.empty()) {
    entries_ = std::move(entries);
  } else {
    entries_ = merged(entries_, entries);
  }
  join(entries_);
  fit();
}

void ValueCounts::merge(const ValueCounts& other) {
  if (other.resolution_ > resolution_) coarsen(other.resolution_);
  add(other.entries_);
}

std::uint64_t ValueCounts::total() const noexcept {
  return std::accumulate(entries_.begin(), entries_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Entry& entry) { return sum + entry.times; });
}

std::uint64_t ValueCounts::uncertainty() const noexcept {
  std::uint64_t largest = 0;
  if (exact()) return largest;
  for (const Entry& entry : entries_) largest = std::max(largest, entry.times);
  return largest;
}

base::Number ValueCounts::value(const Entry& entry) const noexcept {
  if (!whole_) {
    const auto magnitude = std::bit_cast<double>(entry.magnitude);
    return entry.negative ? -magnitude : magnitude;
  }
  if (entry.negative) return static_cast<std::int64_t>(std::uint64_t{0} - entry.magnitude);
  return to_number(entry.magnitude);
}

Entry ValueCounts::entry_of(const base::Number& number) const noexcept {
  if (!whole_) {
    const double real = to_double(number) + 0.0;
    return {real < 0, std::bit_cast<std::uint64_t>(std::abs(real)), 0};
  }
  return std::visit(
      [](auto value) -> Entry {
        if constexpr (std::is_same_v<decltype(value), double>) {
          const double cut = std::trunc(value);
          const bool fits = std::abs(cut) < 0x1p64;
          const std::uint64_t magnitude = fits ? static_cast<std::uint64_t>(std::abs(cut)) : ~std::uint64_t{0};
          return {cut < 0, magnitude, 0};
        } else {
          const bool negative = std::is_signed_v<decltype(value)> && value < 0;
          const auto bits = static_cast<std::uint64_t>(value);
          return {negative, negative ? std::uint64_t{0} - bits : bits, 0};
        }
      },
      number);
}

base::Number ValueCounts::coarse(const base::Number& number) const noexcept {
  return exact() ? number : value(at_resolution(entry_of(number), resolution_));
}

}  // namespace assay::expect::detail
