#include <assay/report/detail/wrap.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace assay::report::detail {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Wrapped, BreaksAtBlanksAndHangs) {
  EXPECT_THAT(wrapped("one two three four", 9), ElementsAre("one two", "  three", "  four"));
  EXPECT_THAT(wrapped("one two three four", 9, 0), ElementsAre("one two", "three", "four"));
  EXPECT_THAT(wrapped("one two", 7), ElementsAre("one two"));
  EXPECT_THAT(wrapped("one two", 6), ElementsAre("one", "  two"));
}

TEST(Wrapped, NeverCutsAWord) {
  EXPECT_THAT(wrapped("see /a/very/long/path/of/a/file.h5 now", 10),
              ElementsAre("see", "  /a/very/long/path/of/a/file.h5", "  now"));
}

TEST(Wrapped, KeepsLineEndsAndIndents) {
  EXPECT_THAT(wrapped("first\r\n  second that is long\n\nlast\n", 14),
              ElementsAre("first", "  second that", "    is long", "", "last"));
  EXPECT_THAT(wrapped("", 10), IsEmpty());
  EXPECT_THAT(wrapped("\n\n", 10), IsEmpty());
}

TEST(Wrapped, CountsCharactersAndNotBytes) {
  EXPECT_THAT(wrapped("\xC3\xBC\xC3\xBC\xC3\xBC \xC3\xBC\xC3\xBC\xC3\xBC", 7),
              ElementsAre("\xC3\xBC\xC3\xBC\xC3\xBC \xC3\xBC\xC3\xBC\xC3\xBC"));
}

TEST(Wrapped, MakesTextPrintable) { EXPECT_THAT(wrapped("\x1b[31m\xff", 40), ElementsAre("\\x1b[31m\\xff")); }

TEST(WrappedList, BreaksBetweenItemsOnly) {
  EXPECT_THAT(wrapped_list({"mean 72.94", "std 90.02", "rows 6"}, 22), ElementsAre("mean 72.94, std 90.02,", "rows 6"));
  EXPECT_THAT(wrapped_list({"mean 72.94", "std 90.02"}, 5), ElementsAre("mean 72.94,", "std 90.02"));
  EXPECT_THAT(wrapped_list({}, 5), IsEmpty());
}

TEST(Bounded, TellsHowMuchThereWas) {
  EXPECT_EQ(bounded("12345", 5), "12345");
  EXPECT_EQ(bounded("123456", 5), "12345 ... (6 bytes in all)");
  EXPECT_EQ(bounded("1234\xE2\x82\xAC", 5), "1234 ... (7 bytes in all)");
  EXPECT_EQ(bounded(std::string(10, '\x80'), 5), std::string(2, '\x80') + " ... (10 bytes in all)");
}

TEST(LastLines, KeepsTheEnd) {
  EXPECT_THAT(last_lines("a\nb\nc\n", 3), ElementsAre("a", "b", "c"));
  EXPECT_THAT(last_lines("a\nb\nc\n", 2), ElementsAre("... (1 lines before)", "b", "c"));
  EXPECT_THAT(last_lines("", 2), IsEmpty());
}

}  // namespace
}  // namespace assay::report::detail
