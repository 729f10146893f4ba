#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace assay::config {
namespace {

using std::chrono_literals::operator""s;
using std::chrono_literals::operator""y;

/// What a type makes of `v = VALUE`, and the one mistake it reports.
template <class T>
struct Taken {
  std::optional<T> value;
  std::string mistake;
};

template <class T>
Taken<T> take(const Type<T>& type, const std::string& value) {
  const auto document = parse_document("v = " + value + "\n", "");
  EXPECT_TRUE(document) << value;
  if (!document) {
    return {};
  }
  Reader reader(*document);
  const Entry& entry = std::get<Node::Table>(document->root.content)[0];
  const Reader::Scope scope(reader, entry);
  Taken<T> taken{type.read(entry.value, reader), ""};
  const auto mistakes = reader.mistakes();
  EXPECT_EQ(taken.value.has_value(), mistakes.empty()) << value;
  if (!mistakes.empty()) {
    EXPECT_EQ(mistakes.size(), 1U) << value;
    taken.mistake = mistakes[0].message;
  }
  return taken;
}

TEST(PlainTypes, IntegersHaveEndsThatCount) {
  EXPECT_EQ(take(integer(0, 255), "0").value, 0);
  EXPECT_EQ(take(integer(0, 255), "255").value, 255);
  EXPECT_EQ(take(integer(0, 255), "256").mistake, "`v` must be a whole number from 0 to 255, not the number 256");
  EXPECT_EQ(take(integer(), "-9223372036854775808").value, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(take(integer(), "1.0").mistake, "`v` must be a whole number, not the number 1");
  EXPECT_EQ(take(count(), "-1").mistake, "`v` must be a whole number of at least 0, not the number -1");
  EXPECT_EQ(take(count(), "true").mistake, "`v` must be a whole number of at least 0, not the truth value true");
}

TEST(PlainTypes, NumbersAreFinite) {
  EXPECT_EQ(take(number(), "3").value, 3.0);
  EXPECT_EQ(take(number(0, 1), "1").value, 1.0);
  EXPECT_FALSE(take(number(), "nan").value);
  EXPECT_FALSE(take(number(), "inf").value);
  EXPECT_FALSE(take(number(), "'3'").value);
  EXPECT_EQ(take(share(), "95").mistake, "`v` must be a share from 0 to 1 (not a percentage), not the number 95");
  EXPECT_FALSE(take(share(), "-0.1").value);
  EXPECT_FALSE(take(share(), "nan").value);
}

TEST(PlainTypes, TextsHoldNoNul) {
  EXPECT_EQ(take(text(), "'x'").value, "x");
  EXPECT_FALSE(take(text(), "''").value);
  EXPECT_EQ(take(any_text(), "''").value, "");
  EXPECT_FALSE(take(text(), "\"a\\u0000b\"").value);
  EXPECT_FALSE(take(any_text(), "\"\\u0000\"").value);
}

TEST(PlainTypes, WordsNameTheNearest) {
  const auto device = choice<int>({{"cpu", 1}, {"cuda", 2}, {"any", 3}});
  EXPECT_EQ(take(device, "'cuda'").value, 2);
  EXPECT_EQ(take(device, "'cude'").mistake,
            "`v` must be \"cpu\", \"cuda\" or \"any\", not the text \"cude\"; did you mean `cuda`?");
  EXPECT_EQ(take(device, "'neither of them'").mistake,
            "`v` must be \"cpu\", \"cuda\" or \"any\", not the text \"neither of them\"");
  EXPECT_EQ(take(device, "1").mistake, "`v` must be \"cpu\", \"cuda\" or \"any\", not the number 1");
}

TEST(PlainTypes, DurationsAreAboveZero) {
  EXPECT_EQ(take(duration(), "'90s'").value, 90s);
  for (const char* wrong : {"'-5s'", "'5 minutes'", "'0s'", "''", "'90'", "90", "'1e400s'", "'inf s'"}) {
    EXPECT_FALSE(take(duration(), wrong).value) << wrong;
  }
  EXPECT_EQ(take(duration(), "'5 minutes'").mistake,
            "`v` must be a duration above zero such as \"90s\", \"10m\" or \"1h30m\", not the text \"5 minutes\"");
}

TEST(PlainTypes, DatesAreTomlDates) {
  EXPECT_EQ(take(date(), "2027-03-01").value, std::chrono::sys_days(2027y / 3 / 1));
  EXPECT_EQ(take(date(), "'2027-03-01'").mistake,
            "`v` must be a date without quotes such as 2027-03-01, not the text \"2027-03-01\"");
  EXPECT_FALSE(take(date(), "2027-03-01T10:00:00").value);
  EXPECT_FALSE(take(date(), "20270301").value);
}

TEST(PlainTypes, ByteSizesHaveUnits) {
  EXPECT_EQ(take(byte_size(), "'4GB'").value, 4'000'000'000U);
  EXPECT_FALSE(take(byte_size(), "'4 bananas'").value);
  EXPECT_FALSE(take(byte_size(), "4").value);
}

TEST(PlainTypes, ScalarsKeepTheirType) {
  EXPECT_EQ(take(scalar(), "9007199254740993").value, base::Scalar(std::int64_t{9007199254740993}));
  EXPECT_EQ(take(scalar(), "1.0").value, base::Scalar(1.0));
  EXPECT_EQ(take(scalar(), "true").value, base::Scalar(true));
  EXPECT_EQ(take(scalar(), "''").value, base::Scalar(std::string()));
  EXPECT_FALSE(take(scalar(), "2027-03-01").value);
  EXPECT_FALSE(take(scalar(), "[1]").value);
}

TEST(PlainTypes, ListsHaveALength) {
  const auto pair = list_of(text("a side"), "a list of two sides", {2, 2});
  EXPECT_TRUE(take(pair, "['a', 'b']").value);
  EXPECT_EQ(take(pair, "['a']").mistake, "`v` must be a list of two sides, not a list of 1");
  EXPECT_EQ(take(pair, "['a', 1]").mistake, "entry 2 of `v` must be a side, not the number 1");
  EXPECT_EQ(take(pair, "[]").mistake, "`v` must be a list of two sides, not an empty list");
}

TEST(PlainTypes, EitherPicksByForm) {
  const auto either_type = either<std::int64_t>(
      "a number or a word", {integer(0, 9), word({"many"}).then([](const std::string&, const Node&, Reader&) {
                               return std::optional<std::int64_t>(99);
                             })});
  EXPECT_EQ(take(either_type, "3").value, 3);
  EXPECT_EQ(take(either_type, "'many'").value, 99);
  EXPECT_FALSE(take(either_type, "10").value);
  EXPECT_FALSE(take(either_type, "'few'").value);
  EXPECT_EQ(take(either_type, "[1]").mistake, "`v` must be a number or a word, not a list of 1");
}

}  // namespace
}  // namespace assay::config
