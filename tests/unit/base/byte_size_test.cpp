#include <assay/base/byte_size.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace assay::base {
namespace {

TEST(ParseByteSize, ReadsDecimalAndBinaryUnits) {
  EXPECT_EQ(parse_byte_size("4GB"), 4'000'000'000U);
  EXPECT_EQ(parse_byte_size("512 MiB"), 536'870'912U);
  EXPECT_EQ(parse_byte_size("100000"), 100'000U);
  EXPECT_EQ(parse_byte_size("1B"), 1U);
  EXPECT_EQ(parse_byte_size("1kB"), 1'000U);
  EXPECT_EQ(parse_byte_size("1KB"), 1'000U);
  EXPECT_EQ(parse_byte_size("1MB"), 1'000'000U);
  EXPECT_EQ(parse_byte_size("1TB"), 1'000'000'000'000U);
  EXPECT_EQ(parse_byte_size("1KiB"), 1'024U);
  EXPECT_EQ(parse_byte_size("1GiB"), 1'073'741'824U);
  EXPECT_EQ(parse_byte_size("1TiB"), 1'099'511'627'776U);
  EXPECT_EQ(parse_byte_size("1.5 GB"), 1'500'000'000U);
}

TEST(ParseByteSize, RefusesEverythingElse) {
  for (const std::string_view text : {"",   " ",   "GB",  "-4GB", "+4GB", "4Gb",  "4gb",     "4  GB", "4GB ", " 4GB",
                                      "4 ", "1e9", "nan", "inf",  ".5GB", "5.GB", "1.2.3GB", "4GBs",  "0x10", "4PB"}) {
    EXPECT_EQ(parse_byte_size(text), std::nullopt) << '"' << text << '"';
  }
}

TEST(ParseByteSize, ZeroIsNoSize) {
  EXPECT_EQ(parse_byte_size("0"), std::nullopt);
  EXPECT_EQ(parse_byte_size("0.0GB"), std::nullopt);
  EXPECT_EQ(parse_byte_size("0.1"), std::nullopt);
}

TEST(ParseByteSize, EndsAtTwoTo63MinusOneExactly) {
  EXPECT_EQ(parse_byte_size("9223372036854775807"), 9'223'372'036'854'775'807U);
  EXPECT_EQ(parse_byte_size("9223372036854775808"), std::nullopt);
  EXPECT_EQ(parse_byte_size("9223372.036854775808TB"), std::nullopt);
  EXPECT_EQ(parse_byte_size("9223372TB"), 9'223'372'000'000'000'000U);
  EXPECT_EQ(parse_byte_size("9223373TB"), std::nullopt);
  EXPECT_EQ(parse_byte_size(std::string(400, '9') + ".5"), std::nullopt);
}

TEST(ByteSizeText, OneDigitAfterThePointAtMost) {
  EXPECT_EQ(byte_size_text(0), "0 B");
  EXPECT_EQ(byte_size_text(999), "999 B");
  EXPECT_EQ(byte_size_text(1000), "1 kB");
  EXPECT_EQ(byte_size_text(54'950'048), "55 MB");
  EXPECT_EQ(byte_size_text(54'900'000), "54.9 MB");
  EXPECT_EQ(byte_size_text(999'949), "999.9 kB");
  EXPECT_EQ(byte_size_text(999'950), "1 MB");
  EXPECT_EQ(byte_size_text(std::numeric_limits<std::uint64_t>::max()), "18.4 EB");
}

}  // namespace
}  // namespace assay::base
