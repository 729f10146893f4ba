#include <assay/suite/filter.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace assay::suite {
namespace {

/// The definition, by recursion.
bool matches_by_definition(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) {
    return text.empty();
  }
  if (pattern[0] == '*') {
    return matches_by_definition(pattern.substr(1), text) ||
           (!text.empty() && matches_by_definition(pattern, text.substr(1)));
  }
  return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) &&
         matches_by_definition(pattern.substr(1), text.substr(1));
}

TEST(MatchesGlob, AgreesWithTheDefinition) {
  std::mt19937 random(20260301);
  const auto word = [&](std::string_view letters, std::size_t most) {
    std::string text(random() % (most + 1), ' ');
    for (char& c : text) {
      c = letters[random() % letters.size()];
    }
    return text;
  };
  int matched = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string pattern = word("ab*?*", 7);
    const std::string text = word("ab*", 7);
    const bool expected = matches_by_definition(pattern, text);
    matched += expected ? 1 : 0;
    ASSERT_EQ(matches_glob(pattern, text), expected) << pattern << " | " << text;
  }
  EXPECT_GT(matched, 1000);
}

TEST(MatchesGlob, IsNotExponential) {
  std::string pattern;
  for (int i = 0; i < 50; ++i) {
    pattern += "a*";
  }
  EXPECT_FALSE(matches_glob(pattern + "b", std::string(5000, 'a')));
}

TEST(Filter, IsGoogleTestsDialect) {
  const std::vector<std::string> checks = {"mean", "values"};
  const auto selects = [&](const std::string& filter, const std::string& name) {
    return Filter({filter}).selects(name, checks);
  };
  EXPECT_TRUE(selects("*", "s.expect.a"));
  EXPECT_TRUE(selects("s.expect.a", "s.expect.a"));
  EXPECT_FALSE(selects("s.expect", "s.expect.a"));  // whole names only
  EXPECT_TRUE(selects("x:s.*:y", "s.expect.a"));
  EXPECT_TRUE(selects("s.expect.?", "s.expect.a"));
  EXPECT_FALSE(selects("s.expect.?", "s.expect.ab"));
  EXPECT_FALSE(selects("", "s.expect.a"));     // an empty filter matches an empty name only
  EXPECT_TRUE(selects("-x.*", "s.expect.a"));  // only a negative part: all but those
  EXPECT_FALSE(selects("-s.*", "s.expect.a"));
  EXPECT_FALSE(selects("s.*-*.a:*.b", "s.expect.a"));  // all patterns after the dash exclude
  EXPECT_FALSE(selects("s.*-*.a:*.b", "s.expect.b"));
  EXPECT_TRUE(selects("s.*-*.a:*.b", "s.expect.c"));
  EXPECT_FALSE(selects("*-a-b", "a-b"));  // only the first dash divides
  EXPECT_TRUE(selects("*-a-b", "a"));
}

TEST(Filter, ACheckSelectsItsCase) {
  const std::vector<std::string> checks = {"mean", "age.values"};
  EXPECT_TRUE(Filter({"s.expect.a/mean"}).selects("s.expect.a", checks));
  EXPECT_TRUE(Filter({"*/age.*"}).selects("s.expect.a", checks));
  EXPECT_FALSE(Filter({"s.expect.a/std"}).selects("s.expect.a", checks));
  EXPECT_TRUE(Filter({"*-s.expect.a/mean"}).selects("s.expect.a", checks));  // the case itself is not excluded
  EXPECT_FALSE(Filter({"s.expect.a/mean-s.expect.a"}).selects("s.expect.a", checks));
}

TEST(Filter, SeveralSelectWhatAnySelects) {
  const Filter filter({"*.a", "*.b-s.*"});
  EXPECT_TRUE(filter.selects("s.expect.a", {}));
  EXPECT_FALSE(filter.selects("s.expect.b", {}));
  EXPECT_TRUE(filter.selects("t.expect.b", {}));
  EXPECT_TRUE(Filter().selects("anything", {}));
}

}  // namespace
}  // namespace assay::suite
