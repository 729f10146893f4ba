#include <assay/suite/built.hpp>
#include <assay/suite/check_catalogue.hpp>

#include "suite_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace assay::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> unbuilt_of(const std::string& text) {
  std::vector<std::string> refusals;
  for (const Case& item : loaded(text).cases) {
    for (const auto& mistake : unbuilt(item)) {
      refusals.push_back(std::to_string(mistake.place.line) + ": " + mistake.message);
    }
  }
  return refusals;
}

std::string expect_case(const std::string& lines) {
  return "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\n" + lines + "\n";
}

TEST(Unbuilt, KindsAreNamed) {
  EXPECT_THAT(
      unbuilt_of("[behave.a]\n[resume.a]\n[determinism.a]\n[parity.a]\n"),
      ElementsAre(HasSubstr("1: `behave` cases cannot be run by this version of Assay (0."),
                  HasSubstr("2: `resume` cases"), HasSubstr("3: `determinism` cases"), HasSubstr("4: `parity` cases")));
}

TEST(Unbuilt, TrainingOfThisVersionIsRun) {
  EXPECT_THAT(unbuilt_of("[memorize.a]\nrecipe='r'\nloss_below=0.1\nsteps=[1, 9]\nwall_time='9s'\nseeds=[1, 2]\n"
                         "checks={ three_sets=false, floor=0.1, modes=false }\n"
                         "[train.t]\nrecipe='r'\nwall_time='9s'\nsteps=5\nmetric.loss.last=[0, 1]\n"
                         "[examples.e]\nfile='e.h5'\nrecipe='r'\ncheckpoint='train.t'\naccuracy=[0, 1]\n"
                         "[examples.p]\nfile='e.h5'\npredictions='p.h5'\nbaseline='b.h5'\nnegative_flips=0\n"),
              IsEmpty());
}

TEST(Unbuilt, OptionsOfTrainingOfLaterVersionsAreNamed) {
  const std::string start = "[memorize.a]\nloss_below=1\n";
  EXPECT_THAT(unbuilt_of(start + "recipe='r'\nladder=['narrow']\n"),
              ElementsAre(HasSubstr("1: memorize.a: `ladder` cannot be run")));
  EXPECT_THAT(unbuilt_of(start + "recipe='r'\nwall_time={ ratio=[0, 2] }\n"),
              ElementsAre(HasSubstr("`wall_time.ratio`")));
  EXPECT_THAT(unbuilt_of(start + "model='m.pt'\nloss='mse'\noptimizer='adam'\ndata='d.h5'\n"), IsEmpty());
  EXPECT_THAT(unbuilt_of("[train.a]\ncommand=['true']\nmetrics='m.jsonl'\n"), ElementsAre(HasSubstr("`command`")));
  EXPECT_THAT(unbuilt_of("[train.a]\nrecipe='r'\nstall='1m'\nmetric.loss.from_history=true\n"),
              ElementsAre(HasSubstr("`stall`"), HasSubstr("`metric.from_history`")));
  EXPECT_THAT(unbuilt_of("[examples.a]\nfile='f.h5'\npredictions='p.h5'\nmargin=0.1\nper_example=true\n"),
              ElementsAre(HasSubstr("`margin`"), HasSubstr("`per_example`")));
}

TEST(Unbuilt, WhatACaseLacksIsNamed) {
  EXPECT_THAT(unbuilt_of("[memorize.a]\nrecipe='r'\n"),
              ElementsAre(HasSubstr("1: memorize.a asks for nothing to reach")));
  EXPECT_THAT(unbuilt_of("[examples.a]\nfile='f.h5'\naccuracy=1\n"),
              ElementsAre(HasSubstr("1: examples.a names nobody who answers")));
}

TEST(Unbuilt, ChecksOfThisVersionAreRun) {
  EXPECT_THAT(
      unbuilt_of(expect_case("shape=[]\ndtype='int8'\nrows=1\nrank=1\nexists=true\nfinite=true\nno_nan=true\n"
                             "no_inf=true\nvalues=1\nin_set=[1]\nnot_in_set=[2]\nwhole=true\nmean=1\nstd=1\nmin=1\n"
                             "max=1\nsum=1\nclass_share=1\nunique=true\nmissing_share=1\nzero_share=1\n"
                             "nan_count=1\ninf_count=1\nmissing='fill'\nwhere='x > 1'\n"
                             "disjoint_from={data='t.h5',dataset='x'}")),
      IsEmpty());
  std::set<std::string_view> built;
  for (const auto& check : check_catalogue()) {
    if (check.built) {
      built.insert(check.key);
    }
  }
  EXPECT_EQ(built.size(), 52U);
}

TEST(Unbuilt, EveryCheckIsBuiltWithItsOptions) {
  EXPECT_THAT(unbuilt_of(expect_case("drift = { from = 'o.h5', psi = 0.1 }")), IsEmpty());
  EXPECT_THAT(unbuilt_of(expect_case("drift = { from = { data = 'o.h5', dataset = 'x[0]' }, psi = 0.1 }")), IsEmpty());
  EXPECT_THAT(unbuilt_of(expect_case("unique = { of = ['a'] }")), IsEmpty());
  EXPECT_THAT(unbuilt_of(expect_case("finite = true\nsample = { rows = 3 }")), IsEmpty());
  EXPECT_THAT(unbuilt_of(expect_case("of.age.values = 1")), IsEmpty());
  EXPECT_THAT(unbuilt_of(expect_case("of.age.drift = { from = 'old.h5', psi = 0.1 }")), IsEmpty());
  EXPECT_THAT(unbuilt_of(expect_case("disjoint_from = { data = 't.h5', dataset = 'x[0]' }")), IsEmpty());
  EXPECT_THAT(unbuilt_of(expect_case("finite = true\nwhere = 'k == 1 or not y[0] > 3'")), IsEmpty());
}

}  // namespace
}  // namespace assay::suite
