#include <assay/base/utf8.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace assay::base {
namespace {

using namespace std::string_view_literals;

TEST(IsUtf8, AcceptsTheEndsOfEveryLength) {
  for (const std::string_view text :
       {""sv, "\0"sv, "\x7f"sv, "\xC2\x80"sv, "\xDF\xBF"sv, "\xE0\xA0\x80"sv, "\xED\x9F\xBF"sv, "\xEE\x80\x80"sv,
        "\xEF\xBF\xBF"sv, "\xF0\x90\x80\x80"sv, "\xF4\x8F\xBF\xBF"sv}) {
    EXPECT_TRUE(is_utf8(text)) << to_utf8(text);
  }
}

TEST(IsUtf8, RefusesIllFormedBytes) {
  for (const std::string_view text : {
           "\x80"sv,              // a continuation alone
           "\xC3"sv,              // cut off
           "\xE2\x82"sv,          // cut off
           "\xF0\x9F\x98"sv,      // cut off
           "\xC0\x80"sv,          // overlong NUL
           "\xC1\xBF"sv,          // overlong
           "\xE0\x9F\xBF"sv,      // overlong
           "\xF0\x8F\xBF\xBF"sv,  // overlong
           "\xED\xA0\x80"sv,      // surrogate
           "\xED\xBF\xBF"sv,      // surrogate
           "\xF4\x90\x80\x80"sv,  // beyond U+10FFFF
           "\xF5\x80\x80\x80"sv,
           "\xFF"sv,
           "\xC3\x28"sv,
           "a\xC3"sv,
       }) {
    EXPECT_FALSE(is_utf8(text)) << to_utf8(text);
  }
}

TEST(ToUtf8, LeavesGoodTextAloneAndEscapesEachBadByte) {
  EXPECT_EQ(to_utf8("gr\xC3\xBC\xC3\x9F\n"), "gr\xC3\xBC\xC3\x9F\n");
  EXPECT_EQ(to_utf8("a\xFF\xC3z"), "a\\xff\\xc3z");
  EXPECT_EQ(to_utf8("\xED\xA0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(to_utf8("\xE2\x82"), "\\xe2\\x82");
  EXPECT_EQ(to_utf8("\xE2\x82\xE2\x82\xAC"), "\\xe2\\x82\xE2\x82\xAC");
  EXPECT_EQ(to_utf8("a\0b"sv), "a\0b"sv);
}

TEST(ToPrintable, EscapesWhatSteersATerminal) {
  EXPECT_EQ(to_printable("a\nb\tc\rd"), "a\\nb\\tc\\rd");
  EXPECT_EQ(to_printable("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(to_printable("\x7f\0"sv), "\\x7f\\x00");
  EXPECT_EQ(to_printable("\xC2\x9B"), "\\u009b");      // CSI as one character of the C1 block
  EXPECT_EQ(to_printable("\xE2\x80\xAE"), "\\u202e");  // right-to-left override
  EXPECT_EQ(to_printable("\xE2\x80\xA8"), "\\u2028");  // line separator
  EXPECT_EQ(to_printable("\xE2\x9C\x93 \xC2\xA0"), "\xE2\x9C\x93 \xC2\xA0");
  EXPECT_EQ(to_printable("\xFF"), "\\xff");
}

TEST(CountCharacters, CountsCodePoints) {
  EXPECT_EQ(count_characters(""), 0U);
  EXPECT_EQ(count_characters("abc"), 3U);
  EXPECT_EQ(count_characters("gr\xC3\xBC\xC3\x9F"), 4U);
  EXPECT_EQ(count_characters("\xF0\x9F\x98\x80\xE2\x82\xAC"), 2U);
}

}  // namespace
}  // namespace assay::base
