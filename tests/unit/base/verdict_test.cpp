#include <assay/base/verdict.hpp>

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

namespace assay::base {
namespace {

struct Word {
  Verdict verdict;
  std::string_view text;
  bool good;
};

// The words that results.json promises.
const std::vector<Word> kWords{
    {Verdict::kPassed, "passed", true},        {Verdict::kFailed, "failed", false},
    {Verdict::kSkipped, "skipped", true},      {Verdict::kError, "error", false},
    {Verdict::kTimeout, "timeout", false},     {Verdict::kStalled, "stalled", false},
    {Verdict::kCrashed, "crashed", false},     {Verdict::kFlaky, "flaky", true},
    {Verdict::kXfailed, "xfailed", true},      {Verdict::kXpassed, "xpassed", false},
    {Verdict::kCancelled, "cancelled", false}, {Verdict::kNotRun, "not_run", false},
};

TEST(Verdict, EveryWordGoesBothWays) {
  std::set<std::string_view> seen;
  for (const Word& word : kWords) {
    EXPECT_EQ(to_text(word.verdict), word.text);
    EXPECT_EQ(verdict_of(word.text), word.verdict);
    EXPECT_EQ(is_good(word.verdict), word.good) << word.text;
    EXPECT_TRUE(seen.insert(word.text).second);
  }
  EXPECT_EQ(seen.size(), 12U);
}

TEST(Verdict, OtherWordsAreNone) {
  for (const std::string_view word : {"", "Passed", "notrun", "passed ", "ok"}) {
    EXPECT_FALSE(verdict_of(word)) << word;
  }
}

TEST(Fault, EveryWordGoesBothWays) {
  EXPECT_EQ(to_text(Fault::kNone), "");
  EXPECT_EQ(to_text(Fault::kData), "data");
  EXPECT_EQ(to_text(Fault::kMachine), "machine");
  EXPECT_EQ(to_text(Fault::kUser), "user");
  for (const Fault fault : {Fault::kNone, Fault::kData, Fault::kMachine, Fault::kUser}) {
    EXPECT_EQ(fault_of(to_text(fault)), fault);
  }
  EXPECT_FALSE(fault_of("null"));
}

}  // namespace
}  // namespace assay::base
