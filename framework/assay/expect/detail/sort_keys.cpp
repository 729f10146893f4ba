#include <assay/expect/detail/sort_keys.hpp>

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace assay::expect::detail {

namespace {

constexpr std::size_t kFew = 4096;
/// Keys that one thread takes at a time.
constexpr std::size_t kPart = std::size_t{1} << 18U;
constexpr unsigned kBucketBits = 11;
constexpr std::size_t kBuckets = std::size_t{1} << kBucketBits;
/// To find a few keys: a double has 11 bits of exponent, and most of them may lie within three of its values.
template <class Key>
constexpr unsigned kFinderBits = sizeof(Key) > 4 ? 14 : 11;
template <unsigned kBits>
using Counts = std::array<std::size_t, std::size_t{1} << kBits>;

/// How keys are dealt out: those of one bucket differ in their `shift` lowest bits only (counted from `least`).
template <class Key>
struct Dealing {
  Key least;
  Key most;
  unsigned shift;
  [[nodiscard]] std::size_t bucket_of(Key key) const noexcept {
    return static_cast<std::size_t>((key - least) >> shift);
  }
};

std::size_t parts_of(std::size_t keys) { return (keys + kPart - 1) / kPart; }

/// Calls `visit(part, keys of it)` for all parts, on several threads.
template <class Key, class Visit>
void for_each_part(std::span<const Key> keys, Visit&& visit) {
  oneapi::tbb::parallel_for(std::size_t{0}, parts_of(keys.size()), [&](std::size_t part) {
    visit(part, keys.subspan(part * kPart, std::min(kPart, keys.size() - part * kPart)));
  });
}

/// Into 2^kBits buckets at most.
template <unsigned kBits, class Key>
Dealing<Key> dealing_of(std::span<const Key> keys) {
  std::vector<std::pair<Key, Key>> ends(parts_of(keys.size()));
  for_each_part(keys, [&](std::size_t part, std::span<const Key> own) {
    const auto [least, most] = std::minmax_element(own.begin(), own.end());
    ends[part] = {*least, *most};
  });
  Key least = keys.front();
  Key most = keys.front();
  for (const auto& [low, high] : ends) {
    least = std::min(least, low);
    most = std::max(most, high);
  }
  const auto width = static_cast<unsigned>(std::bit_width(static_cast<Key>(most - least)));
  return {least, most, width > kBits ? width - kBits : 0};
}

template <unsigned kBits, class Key>
std::vector<Counts<kBits>> count_buckets(std::span<const Key> keys, const Dealing<Key>& dealing) {
  std::vector<Counts<kBits>> counts(parts_of(keys.size()));
  for_each_part(keys, [&](std::size_t part, std::span<const Key> own) {
    counts[part].fill(0);
    for (const Key key : own) ++counts[part][dealing.bucket_of(key)];
  });
  return counts;
}

/// Sorts by the lowest `bits` bits; what comes out lies in `keys`.
template <class Key>
void sort_bucket(std::span<Key> keys, std::span<Key> scratch, const Dealing<Key>& dealing) {
  constexpr unsigned kDigitBits = 8;
  constexpr std::size_t kValues = std::size_t{1} << kDigitBits;
  constexpr std::size_t kSmall = 48;
  if (keys.size() < kSmall) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  std::span<Key> from = keys;
  std::span<Key> to = scratch;
  for (unsigned shift = 0; shift < dealing.shift; shift += kDigitBits) {
    std::array<std::size_t, kValues> places{};
    const auto digit = [&](Key key) {
      return static_cast<std::size_t>((key - dealing.least) >> shift) & (kValues - 1);
    };
    for (const Key key : from) ++places[digit(key)];
    if (places[digit(from.front())] == from.size()) continue;
    std::size_t begin = 0;
    for (std::size_t& place : places) begin += std::exchange(place, begin);
    for (const Key key : from) to[places[digit(key)]++] = key;
    std::swap(from, to);
  }
  if (from.data() != keys.data()) std::copy(from.begin(), from.end(), keys.begin());
}

template <class Key>
void sort_numbers(LargeList<Key>& keys, LargeList<Key>& scratch) {
  if (keys.size() < kFew) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  const Dealing<Key> dealing = dealing_of<kBucketBits>(std::span<const Key>(keys));
  std::vector<Counts<kBucketBits>> places = count_buckets<kBucketBits>(std::span<const Key>(keys), dealing);
  std::array<std::size_t, kBuckets + 1> begins{};
  std::size_t begin = 0;
  for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
    begins[bucket] = begin;
    for (Counts<kBucketBits>& part : places) begin += std::exchange(part[bucket], begin);
  }
  begins[kBuckets] = begin;
  if (dealing.shift == 0) {
    // All keys of a bucket are one: how many there are says it all.
    oneapi::tbb::parallel_for(std::size_t{0}, kBuckets, [&](std::size_t bucket) {
      std::fill(keys.begin() + static_cast<std::ptrdiff_t>(begins[bucket]),
                keys.begin() + static_cast<std::ptrdiff_t>(begins[bucket + 1]),
                static_cast<Key>(dealing.least + static_cast<Key>(bucket)));
    });
    return;
  }
  scratch.resize(keys.size());
  for_each_part(std::span<const Key>(keys), [&](std::size_t part, std::span<const Key> own) {
    for (const Key key : own) scratch[places[part][dealing.bucket_of(key)]++] = key;
  });
  keys.swap(scratch);
  oneapi::tbb::parallel_for(std::size_t{0}, kBuckets, [&](std::size_t bucket) {
    const std::size_t first = begins[bucket];
    const std::size_t count = begins[bucket + 1] - first;
    sort_bucket(std::span(keys).subspan(first, count), std::span(scratch).subspan(first, count), dealing);
  });
}

template <class Key>
std::vector<Key> numbers_at(std::span<const Key> keys, std::span<const std::uint64_t> ranks) {
  if (ranks.empty()) return {};
  if (keys.size() < kFew) {
    std::vector<Key> sorted(keys.begin(), keys.end());
    std::sort(sorted.begin(), sorted.end());
    std::vector<Key> found;
    for (const std::uint64_t rank : ranks) found.push_back(sorted[static_cast<std::size_t>(rank)]);
    return found;
  }
  constexpr unsigned kBits = kFinderBits<Key>;
  constexpr std::size_t kPlaces = std::size_t{1} << kBits;
  const Dealing<Key> dealing = dealing_of<kBits>(keys);
  if (dealing.most == dealing.least) return std::vector<Key>(ranks.size(), dealing.least);
  const std::vector<Counts<kBits>> counts = count_buckets<kBits>(keys, dealing);
  // Where each bucket begins, and which ones hold a rank.
  std::vector<std::uint64_t> begins(kPlaces + 1);
  for (const Counts<kBits>& part : counts) {
    for (std::size_t bucket = 0; bucket < kPlaces; ++bucket) begins[bucket + 1] += part[bucket];
  }
  std::vector<std::size_t> wanted;
  constexpr std::size_t kUnwanted = kPlaces;
  std::vector<std::size_t> slots(kPlaces, kUnwanted);
  auto rank = ranks.begin();
  for (std::size_t bucket = 0; bucket < kPlaces; ++bucket) {
    begins[bucket + 1] += begins[bucket];
    for (; rank != ranks.end() && *rank < begins[bucket + 1]; ++rank) {
      if (slots[bucket] == kUnwanted) {
        slots[bucket] = wanted.size();
        wanted.push_back(bucket);
      }
    }
  }
  std::vector<std::vector<std::vector<Key>>> picked(counts.size());  // a part and a wanted bucket
  for_each_part(keys, [&](std::size_t part, std::span<const Key> own) {
    picked[part].resize(wanted.size());
    for (std::size_t slot = 0; slot < wanted.size(); ++slot) picked[part][slot].reserve(counts[part][wanted[slot]]);
    for (const Key key : own) {
      const std::size_t slot = slots[dealing.bucket_of(key)];
      if (slot != kUnwanted) picked[part][slot].push_back(key);
    }
  });
  std::vector<Key> found;
  for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
    std::vector<Key> bucket;
    for (auto& part : picked) {
      bucket.insert(bucket.end(), part[slot].begin(), part[slot].end());
      part[slot] = {};
    }
    std::vector<std::uint64_t> own;
    for (const std::uint64_t each : ranks) {
      if (begins[wanted[slot]] <= each && each < begins[wanted[slot] + 1]) own.push_back(each - begins[wanted[slot]]);
    }
    // The keys of one bucket differ in fewer bits than all did.
    const std::vector<Key> there = numbers_at(std::span<const Key>(bucket), std::span<const std::uint64_t>(own));
    found.insert(found.end(), there.begin(), there.end());
  }
  return found;
}

}  // namespace

// Apart from the pipeline that may be waiting for this: its tasks are not to be begun in between.
void sort_keys(LargeList<std::uint32_t>& keys, LargeList<std::uint32_t>& scratch) {
  oneapi::tbb::this_task_arena::isolate([&] { sort_numbers(keys, scratch); });
}
void sort_keys(LargeList<std::uint64_t>& keys, LargeList<std::uint64_t>& scratch) {
  oneapi::tbb::this_task_arena::isolate([&] { sort_numbers(keys, scratch); });
}
void sort_keys(LargeList<Unsigned128>& keys, LargeList<Unsigned128>&) { std::sort(keys.begin(), keys.end()); }

std::vector<std::uint32_t> keys_at(std::span<const std::uint32_t> keys, std::span<const std::uint64_t> ranks) {
  return numbers_at(keys, ranks);
}
std::vector<std::uint64_t> keys_at(std::span<const std::uint64_t> keys, std::span<const std::uint64_t> ranks) {
  return numbers_at(keys, ranks);
}

}  // namespace assay::expect::detail
