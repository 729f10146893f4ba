// What the zoo computes, against numbers worked out elsewhere, and that a matrix that got worse is seen.
#include <assay/train/check_list.hpp>
#include <assay/train/fault.hpp>

#include "against.hpp"
#include "matrix.hpp"
#include "mutations/mutation.hpp"
#include "subjects/subject.hpp"
#include "wilson.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace assay::zoo {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Wilson, is_the_score_interval) {
  // Solved for p in Python: |k / n - p| = 1.96 sqrt(p (1 - p) / n)
  const Share most = wilson(80, 82);
  EXPECT_NEAR(most.low, 0.9153662, 1e-6);
  EXPECT_NEAR(most.high, 0.9932856, 1e-6);
  EXPECT_NEAR(wilson(0, 250).high, 0.0151333, 1e-6);
  EXPECT_EQ(wilson(0, 250).low, 0);
  EXPECT_EQ(wilson(82, 82).high, 1);
  EXPECT_EQ(wilson(0, 0).high, 1);
}

/// Two faults and an equivalent, over two seeds.
struct Three {
  Mutation seen{"Z01", "mlp", "a", "loud", "a"};
  Mutation half{"Z02", "mlp", "b", "quiet", "b"};
  Mutation equal{"Z14", "mlp", "c", "quiet", "c", Expected::kEquivalent};
  std::vector<const Mutation*> chosen{&seen, &half, &equal};
  std::vector<std::uint64_t> seeds{1, 2};
  std::vector<Experiment> experiments;
  std::vector<RunReport> reports;

  Three() {
    for (const Mutation* each : chosen) {
      for (const std::uint64_t seed : seeds) {
        experiments.push_back({"mlp", each->full_name(), seed, true});
        reports.emplace_back();
      }
    }
    reports[0].alarms = {{"steps", "", 9}, {"gradients", "", 4}};
    reports[1].alarms = {{"steps", "", 7}};
    reports[2].alarms = {{"steps", "", {}}};
    reports[0].naive_alarm = true;
    reports[1].naive_alarm = true;
    reports[2].naive_alarm = true;
  }
  [[nodiscard]] Matrix matrix() const { return make_matrix(chosen, seeds, experiments, reports); }
};

TEST(Matrix, a_fault_is_caught_when_every_run_alarms) {
  const Three three;
  const Matrix matrix = three.matrix();
  EXPECT_TRUE(matrix.rows[0].caught());
  EXPECT_THAT(matrix.rows[0].always(), ElementsAre("steps"));
  EXPECT_EQ(matrix.rows[0].first_step(), 7U);  // `gradients` did not alarm in both
  EXPECT_FALSE(matrix.rows[1].caught());
  EXPECT_EQ(matrix.caught().hits, 1U);
  EXPECT_EQ(matrix.caught().total, 2U);
  EXPECT_EQ(matrix.naive().hits, 1U);
  EXPECT_EQ(matrix.controls_alarmed().total, 2U);
  EXPECT_THAT(to_text(matrix), HasSubstr("steps gradients 1/2"));
}

TEST(Matrix, what_got_worse_is_said) {
  Three three;
  EXPECT_THAT(worse_than({{"mlp/a"}, {}}, three.matrix()), IsEmpty());
  EXPECT_THAT(worse_than({{"mlp/a", "mlp/b"}, {}}, three.matrix()),
              ElementsAre("mlp/b was caught and is so in only 1 of 2 runs now"));
  three.reports[5].alarms = {{"modes", "", {}}};
  EXPECT_THAT(worse_than({}, three.matrix()), ElementsAre("mlp/c is no fault, but modes alarmed"));
  EXPECT_THAT(worse_than({{}, {"mlp/c"}}, three.matrix()), IsEmpty());
}

TEST(Mutations, have_names_of_their_own_and_subjects_that_are_there) {
  std::set<std::string> names;
  std::set<std::string_view> known;
  for (const Subject& each : subjects()) {
    known.insert(each.name);
  }
  for (const Mutation& each : mutations()) {
    EXPECT_TRUE(names.insert(each.full_name()).second) << each.full_name();
    EXPECT_TRUE(known.contains(each.subject)) << each.full_name();
    EXPECT_TRUE(each.strength == "loud" || each.strength == "quiet") << each.full_name();
  }
}

TEST(Mutations, that_are_built_in_faults_can_be_put_into_their_subjects) {
  for (const Mutation& each : mutations()) {
    for (const train::FaultDescription& fault : train::built_in_faults()) {
      if (fault.id == each.name) {
        EXPECT_EQ(train::why_not_applicable(healthy(each.subject), {.seed = 1}, fault.id), std::nullopt)
            << each.full_name();
      }
    }
  }
}

}  // namespace
}  // namespace assay::zoo
