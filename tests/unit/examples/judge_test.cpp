// Verdicts on answers, worked by hand from the rules.
#include <assay/base/error.hpp>
#include <assay/examples/judge.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay::examples {
namespace {

/// One example for each letter, of class 0 under the one tag: g gate, r report_only, x xfail, q quarantined.
ExampleSuite suite_of(const std::string& statuses) {
  ExampleSuite suite;
  suite.name = "made";
  suite.classes = {"cat", "dog"};
  suite.tags = {"all", "none"};
  for (const char letter : statuses) {
    Example example;
    example.status = letter == 'g'   ? Status::kGate
                     : letter == 'r' ? Status::kReportOnly
                     : letter == 'x' ? Status::kXfail
                                     : Status::kQuarantined;
    example.tags = {0};
    suite.examples.push_back(example);
  }
  return suite;
}

/// p right, f wrong, m missing, i invalid.
Predictions answers_of(const std::string& letters) {
  Predictions predictions;
  for (const char letter : letters) {
    Answer answer;
    answer.state = letter == 'm'   ? Answer::State::kMissing
                   : letter == 'i' ? Answer::State::kInvalid
                                   : Answer::State::kGiven;
    answer.label = letter == 'p' ? 0 : letter == 'f' ? 1 : -1;
    predictions.matched += letter == 'm' ? 0 : 1;
    predictions.answers.push_back(answer);
  }
  return predictions;
}

struct Row {
  const char* statuses;
  const char* answers;
  bool passed;
  bool decides = true;
};

TEST(judge, verdict_of_every_status_and_outcome) {
  for (const Row& row :
       {Row{"g", "p", true}, Row{"g", "f", false}, Row{"g", "m", false}, Row{"g", "i", false}, Row{"x", "f", true},
        Row{"x", "m", true}, Row{"x", "i", true}, Row{"x", "p", false}, Row{"gr", "pf", true}, Row{"gq", "pi", true},
        Row{"gr", "fp", false}, Row{"r", "p", false, false}, Row{"q", "p", false, false}, Row{"", "", false, false}}) {
    const auto judgement = judge(suite_of(row.statuses), answers_of(row.answers), nullptr, "2026-11-30");
    EXPECT_EQ(judgement.passed, row.passed) << row.statuses << " " << row.answers;
    EXPECT_EQ(judgement.decides, row.decides) << row.statuses << " " << row.answers;
  }
}

TEST(judge, an_excuse_holds_to_its_last_day) {
  ExampleSuite suite = suite_of("x");
  suite.examples[0].xfail_until = "2026-11-30";
  EXPECT_TRUE(judge(suite, answers_of("f"), nullptr, "2026-11-30").passed);
  EXPECT_FALSE(judge(suite, answers_of("p"), nullptr, "2026-11-30").passed);
  EXPECT_FALSE(judge(suite, answers_of("f"), nullptr, "2026-12-01").passed);
  EXPECT_FALSE(judge(suite, answers_of("m"), nullptr, "2026-12-01").passed);
  EXPECT_TRUE(judge(suite, answers_of("p"), nullptr, "2026-12-01").passed);
}

TEST(judge, counts_by_tag_and_an_accuracy_that_no_limit_holds_for_nothing) {
  const auto judgement = judge(suite_of("ggggg"), answers_of("ppfmi"), nullptr, "2026-11-30");
  EXPECT_EQ(judgement.tags[0].pass, 2U);
  EXPECT_EQ(judgement.tags[0].fail, 1U);
  EXPECT_EQ(judgement.tags[0].missing, 1U);
  EXPECT_EQ(judgement.tags[0].invalid, 1U);
  EXPECT_DOUBLE_EQ(judgement.all.accuracy(), 0.4);
  EXPECT_TRUE(std::isnan(judgement.tags[1].accuracy()));
  EXPECT_EQ(judgement.offenders, (std::vector<std::size_t>{2, 3, 4}));
}

TEST(judge, flips_are_over_examples_decided_in_both) {
  const auto before = answers_of("pfpmip");
  const auto judgement = judge(suite_of("gggggg"), answers_of("fppppi"), &before, "2026-11-30");
  ASSERT_TRUE(judgement.flips);
  EXPECT_EQ(judgement.flips->compared, 3U);
  EXPECT_EQ(judgement.flips->negative, (std::vector<std::size_t>{0}));
  EXPECT_EQ(judgement.flips->positive, (std::vector<std::size_t>{1}));
  EXPECT_EQ(judgement.flips->mcnemar_p, 1.0);
}

TEST(judge, a_baseline_of_another_suite_is_refused) {
  const auto before = answers_of("mm");
  EXPECT_THROW(static_cast<void>(judge(suite_of("gg"), answers_of("pp"), &before, "2026-11-30")), base::UserError);
}

TEST(judge, an_example_with_a_fault_never_passes) {
  ExampleSuite suite = suite_of("g");
  EXPECT_TRUE(judge(suite, answers_of("p"), nullptr, "2026-11-30").passed);
  suite.examples[0].fault = "damaged";
  EXPECT_FALSE(judge(suite, answers_of("p"), nullptr, "2026-11-30").passed);
}

TEST(judge, scores_that_are_not_finite_are_no_answer) {
  ExampleSuite suite = suite_of("ggg");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> scores{1, nan, 0.5F, 0.5F, 0, std::numeric_limits<float>::infinity()};
  const auto predictions = predictions_from_scores(suite, scores, 2, "model");
  EXPECT_EQ(predictions.answers[0].state, Answer::State::kInvalid);
  EXPECT_EQ(predictions.answers[1].label, 0);  // of equal ones the lower class
  EXPECT_EQ(predictions.answers[2].state, Answer::State::kInvalid);
  EXPECT_FALSE(judge(suite, predictions, nullptr, "2026-11-30").passed);
  EXPECT_THROW(static_cast<void>(predictions_from_scores(suite, scores, 3, "model")), base::UserError);
}

}  // namespace
}  // namespace assay::examples
