#include <assay/run/detail/bounded_output.hpp>

#include "temporary_folder.hpp"
#include <gmock/gmock.h>

#include <iterator>

namespace assay::run::detail {
namespace {

constexpr std::size_t kBoth = BoundedOutput::kFirstPart + BoundedOutput::kLastPart;

/// Bytes that tell their position.
std::string numbered(std::size_t size) {
  std::string text;
  for (std::size_t i = 0; text.size() < size; ++i) {
    text += std::to_string(i) + "\n";
  }
  text.resize(size);
  return text;
}

std::string kept_of(const std::string& text, std::size_t piece) {
  const TemporaryFolder folder;
  BoundedOutput output(folder.path() / "out");
  for (std::size_t i = 0; i < text.size(); i += piece) {
    output.add(std::string_view(text).substr(i, piece));
  }
  output.finish();
  std::ifstream file(folder.path() / "out", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(BoundedOutput, KeepsAllThatFits) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, BoundedOutput::kFirstPart - 1,
                                 BoundedOutput::kFirstPart, BoundedOutput::kFirstPart + 1, kBoth}) {
    const std::string text = numbered(size);
    EXPECT_EQ(kept_of(text, 1000), text) << size;
  }
}

TEST(BoundedOutput, KeepsBothEndsOfTheRest) {
  for (const std::size_t beyond : {std::size_t{1}, std::size_t{5'000'000}}) {
    const std::string text = numbered(kBoth + beyond);
    const std::string expected = text.substr(0, BoundedOutput::kFirstPart) + "\n[... " + std::to_string(beyond) +
                                 " bytes left out ...]\n" + text.substr(text.size() - BoundedOutput::kLastPart);
    EXPECT_TRUE(kept_of(text, 1000) == expected) << beyond;
    EXPECT_TRUE(kept_of(text, 65536) == expected) << beyond;
    EXPECT_TRUE(kept_of(text, text.size()) == expected) << beyond;
  }
}

TEST(BoundedOutput, TheTailBeginsWithALine) {
  BoundedOutput output("/nowhere/at/all");
  EXPECT_EQ(output.tail(10), "");
  output.add("one\ntwo\nthree\n");
  EXPECT_EQ(output.tail(100), "one\ntwo\nthree\n");
  EXPECT_EQ(output.tail(12), "two\nthree\n");
  EXPECT_EQ(output.tail(6), "three\n") << "no earlier line end: as much as there is room for";
  EXPECT_EQ(output.tail(3), "ee\n");
}

}  // namespace
}  // namespace assay::run::detail
