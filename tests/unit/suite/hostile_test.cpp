#include <assay/suite/built.hpp>
#include <assay/suite/check_catalogue.hpp>

#include "suite_folder.hpp"
#include "whole_suite.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

namespace assay::suite {
namespace {

using testing::HasSubstr;

/// Loads and looks at everything; only mistakes may come of it.
bool survives(const std::string& text) {
  const SuiteFolder folder;
  const auto file = folder.write("suite.toml", text);
  try {
    const Suite suite = load_suite(file, default_tiers());
    for (const Case& item : suite.cases) {
      (void)item.check_names();
      (void)unbuilt(item);
    }
    return true;
  } catch (const base::UserError& error) {
    return !error.mistakes().empty() && !error.mistakes()[0].message.empty();
  }
}

TEST(WholeSuite, LoadsAndHasEveryCheck) {
  const Suite suite = loaded(whole_suite());
  EXPECT_EQ(suite.cases.size(), 14U);
  EXPECT_EQ(suite.test_options.size(), 1U);
  std::set<std::string_view> missing;
  for (const auto& check : check_catalogue()) {
    missing.insert(check.key);
  }
  for (const Check& check : std::get<ExpectCase>(suite.cases.at(0).body).checks) {
    missing.erase(check.key);
  }
  EXPECT_THAT(missing, testing::IsEmpty());
}

TEST(DamagedSuite, CutOffAnywhereIsAMistakeOrASuite) {
  const std::string whole = whole_suite();
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    ASSERT_TRUE(survives(whole.substr(0, size))) << size;
  }
}

TEST(DamagedSuite, ChangedBytesAreAMistakeOrASuite) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string whole = whole_suite();
  constexpr std::string_view kTelling = "[]{}=.,'\"\\#\n\0-1e\xff";
  for (int i = 0; i < 1500; ++i) {
    std::string text = whole;
    const std::size_t times = 1 + random() % 4;
    for (std::size_t change = 0; change < times; ++change) {
      const std::size_t at = random() % text.size();
      const char byte = random() % 2 == 0 ? kTelling[random() % kTelling.size()] : static_cast<char>(random() % 256);
      switch (random() % 3) {
        case 0:
          text[at] = byte;
          break;
        case 1:
          text.insert(at, 1, byte);
          break;
        default:
          text.erase(at, 1 + random() % 20);
          break;
      }
    }
    ASSERT_TRUE(survives(text)) << text;
  }
}

/// Values of every form in the place of every other: what is read must never be taken for something else.
TEST(DamagedSuite, SwappedValuesAreAMistakeOrASuite) {
  const std::vector<std::string> values = {"true", "-1",          "0",          "9223372036854775807",
                                           "nan",  "-inf",        "1e308",      "''",
                                           "'x'",  "\"\\u0000\"", "2027-03-01", "07:32:00",
                                           "[]",   "[[]]",        "[0, 1]",     "['a', {}]",
                                           "{}",   "{ in = {} }", "{ in = 1 }", "{ x = { y = [{}] } }"};
  const std::string whole = whole_suite();
  std::size_t start = 0;
  std::vector<std::string> lines;
  for (std::size_t end = whole.find('\n'); end != std::string::npos; end = whole.find('\n', start)) {
    lines.push_back(whole.substr(start, end - start));
    start = end + 1;
  }
  int loaded_count = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto equals = lines[i].find(" = ");
    if (equals == std::string::npos || lines[i][0] == '#') {
      continue;
    }
    std::string text;
    const std::string& value = values[i % values.size()];
    for (std::size_t j = 0; j < lines.size(); ++j) {
      text += (j == i ? lines[i].substr(0, equals) + " = " + value : lines[j]) + "\n";
    }
    ASSERT_TRUE(survives(text)) << lines[i] << " -> " << value;
    ++loaded_count;
  }
  EXPECT_GT(loaded_count, 150);
}

TEST(HugeSuite, ThousandsOfKeysAndCasesAreRead) {
  std::string text = "[defaults.expect]\ndata = 'd.h5'\ndataset = 'x'\nfinite = true\n";
  for (int i = 0; i < 5000; ++i) {
    text += "[expect.case_" + std::to_string(i) + "]\nmean = [0, 1]\n";
  }
  EXPECT_EQ(loaded(text).cases.size(), 5000U);
}

TEST(HugeSuite, DefaultsThatWouldBeCopiedTooOftenAreRefused) {
  std::string text = "[defaults.expect]\ndata = 'd.h5'\ndataset = 'x'\nin_set = [";
  for (int i = 0; i < 50'000; ++i) {
    text += "1,";
  }
  text += "]\n";
  for (int i = 0; i < 1000; ++i) {
    text += "[expect.case_" + std::to_string(i) + "]\nmean = 1\ndata = 'd.h5'\ndataset = 'x'\n";
  }
  EXPECT_THAT(mistakes_of(text), testing::ElementsAre(HasSubstr("1:1: these defaults are too large for 1000 cases")));
}

TEST(HugeSuite, ThousandsOfMistakesAreBounded) {
  std::string text = "[expect.a]\n";
  for (int i = 0; i < 5000; ++i) {
    text += "key_" + std::to_string(i) + " = 1\n";
  }
  const auto mistakes = mistakes_of(text);
  EXPECT_EQ(mistakes.size(), 501U);
  EXPECT_THAT(mistakes.back(), HasSubstr("more mistakes are not listed"));
}

TEST(HugeSuite, LargeFilesAreRefused) {
  EXPECT_THAT(mistakes_of(std::string(4'000'001, '\n')), testing::ElementsAre(HasSubstr("4000000")));
}

}  // namespace
}  // namespace assay::suite
