#include <assay/base/error.hpp>

#include <gtest/gtest.h>

#include <string>

namespace assay::base {
namespace {

TEST(Place, IsWrittenAsEditorsReadIt) {
  EXPECT_EQ((Place{"suite.toml", 3, 7}).to_text(), "suite.toml:3:7");
  EXPECT_EQ((Place{"suite.toml", 0, 0}).to_text(), "suite.toml");
}

TEST(Mistake, StandsAloneWithoutAFile) {
  EXPECT_EQ((Mistake{{"suite.toml", 3, 7}, "unknown key"}).to_text(), "suite.toml:3:7: unknown key");
  EXPECT_EQ((Mistake{{"", 3, 7}, "no such option"}).to_text(), "no such option");
}

TEST(UserError, TellsAllMistakesInOrder) {
  const UserError error({{{"a.toml", 1, 2}, "first"}, {{}, "second"}});
  EXPECT_STREQ(error.what(), "a.toml:1:2: first\nsecond");
  ASSERT_EQ(error.mistakes().size(), 2U);
  EXPECT_EQ(error.mistakes()[1].message, "second");
}

TEST(UserError, FromAMessageHasOneMistakeWithoutAPlace) {
  const UserError error(std::string{"--shard wants I/N"});
  EXPECT_STREQ(error.what(), "--shard wants I/N");
  ASSERT_EQ(error.mistakes().size(), 1U);
  EXPECT_EQ(error.mistakes()[0], (Mistake{{}, "--shard wants I/N"}));
}

TEST(UserError, WithoutAMistakeIsOurOwnDefect) { EXPECT_THROW(UserError(std::vector<Mistake>{}), InternalError); }

}  // namespace
}  // namespace assay::base
