#include <assay/expect/detail/row_hash.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::expect::detail {
namespace {

RowHash hash_of(std::string_view text) {
  RowHasher hasher;
  hasher.add_bytes(std::as_bytes(std::span(text)));
  return hasher.finish();
}

TEST(RowHash, mixes_as_the_published_function_does) {
  // Worked out with a Python transcription of the published code, seed 0, the number of words in place of that of
  // bytes.
  RowHasher hasher;
  hasher.add(1);
  hasher.add(2);
  const RowHash first = hasher.finish();
  hasher.add(1);
  hasher.add(2);
  EXPECT_EQ(hasher.finish(), first) << "a hasher starts anew after it finished";
  EXPECT_EQ(first.low, 0xFDDC0CA11B5BBB68U);
  EXPECT_EQ(first.high, 0x48D26C4797E78A9CU);
}

TEST(RowHash, depends_on_content_order_and_length) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  std::vector<std::string> texts = {"", "a", "b", "ab", "ba", "abcdefgh", "abcdefghi", "hgfedcba"};
  for (int i = 0; i < 5000; ++i) texts.push_back("row " + std::to_string(i));
  for (const std::string& text : texts) {
    const RowHash hash = hash_of(text);
    EXPECT_TRUE(seen.emplace(hash.low, hash.high).second) << text;
    EXPECT_EQ(hash_of(text), hash);
  }
}

TEST(RowHash, words_and_trailing_zeros_are_told_apart) {
  RowHasher hasher;
  hasher.add(5);
  const RowHash one = hasher.finish();
  hasher.add(5);
  hasher.add(0);
  EXPECT_NE(hasher.finish(), one);
}

TEST(RowHashIndex, finds_the_first_of_equal_hashes) {
  std::vector<RowHash> hashes;
  // All in one slot, so that every search has to walk on.
  for (std::uint64_t i = 0; i < 200; ++i) hashes.push_back({64, i % 50});
  RowHashIndex index(hashes);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const auto earlier = index.insert(i);
    EXPECT_EQ(earlier.has_value(), i >= 50);
    EXPECT_EQ(earlier.value_or(i), i % 50);
  }
  EXPECT_EQ(index.find({64, 7}), 7U);
  EXPECT_FALSE(index.find({64, 50}).has_value());
  EXPECT_FALSE(index.find({0, 0}).has_value());
  EXPECT_FALSE(RowHashIndex({}).find({1, 1}).has_value());
}

}  // namespace
}  // namespace assay::expect::detail
