// Sorting and picking of keys against the standard library.
#include <assay/expect/detail/sort_keys.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace assay::expect::detail {
namespace {

template <class Key>
std::vector<std::vector<Key>> samples() {
  std::mt19937_64 random(5);
  constexpr Key kMost = std::numeric_limits<Key>::max();
  std::vector<std::vector<Key>> all;
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{100}, std::size_t{4096}, std::size_t{50000}, std::size_t{600000}}) {
    for (const Key width : {Key{0}, Key{1}, Key{2000}, Key{5'000'000}, kMost}) {
      std::vector<Key> keys(size);
      const Key least = width == kMost ? Key{0} : static_cast<Key>(random()) / 2;
      for (Key& key : keys) {
        key = static_cast<Key>(least + (width == kMost ? static_cast<Key>(random())
                                                       : static_cast<Key>(random() % (std::uint64_t{width} + 1))));
      }
      all.push_back(std::move(keys));
    }
    // Most of them in one bucket, one far away.
    std::vector<Key> keys(size, Key{7});
    for (std::size_t i = 0; i < size; i += 3) keys[i] = static_cast<Key>(random() % 100);
    keys.back() = kMost;
    all.push_back(std::move(keys));
  }
  return all;
}

template <class Key>
void expect_sorted() {
  for (std::vector<Key> keys : samples<Key>()) {
    std::vector<Key> wanted = keys;
    std::sort(wanted.begin(), wanted.end());
    std::vector<std::uint64_t> ranks = {0, wanted.size() / 20, wanted.size() / 2, wanted.size() / 2 + 1,
                                        wanted.size() - 1};
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    std::erase_if(ranks, [&](std::uint64_t rank) { return rank >= wanted.size(); });
    const std::vector<Key> found = keys_at(std::span<const Key>(keys), ranks);
    ASSERT_EQ(found.size(), ranks.size());
    for (std::size_t i = 0; i < ranks.size(); ++i)
      ASSERT_EQ(found[i], wanted[ranks[i]]) << keys.size() << " keys, rank " << ranks[i];
    LargeList<Key> sorted(keys.begin(), keys.end());
    LargeList<Key> scratch;
    sort_keys(sorted, scratch);
    ASSERT_TRUE(std::equal(sorted.begin(), sorted.end(), wanted.begin(), wanted.end()));
  }
}

TEST(SortKeys, of_four_bytes) { expect_sorted<std::uint32_t>(); }
TEST(SortKeys, of_eight_bytes) { expect_sorted<std::uint64_t>(); }

}  // namespace
}  // namespace assay::expect::detail
