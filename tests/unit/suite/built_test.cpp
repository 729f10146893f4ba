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
      unbuilt_of("[memorize.a]\nrecipe='r'\n[train.a]\nrecipe='r'\n[examples.a]\nfile='f'\n[behave.a]\n[resume.a]\n"
                 "[determinism.a]\n[parity.a]\n"),
      ElementsAre(HasSubstr("1: `memorize` cases cannot be run by this version of Assay (0."),
                  HasSubstr("3: `train` cases"), HasSubstr("5: `examples` cases"), HasSubstr("7: `behave` cases"),
                  HasSubstr("8: `resume` cases"), HasSubstr("9: `determinism` cases"),
                  HasSubstr("10: `parity` cases")));
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
  EXPECT_EQ(built.size(), 24U);
}

TEST(Unbuilt, ChecksAndOptionsOfLaterVersionsAreNamed) {
  EXPECT_THAT(unbuilt_of(expect_case("median = 1")), ElementsAre(HasSubstr("4: the check `median` cannot be run")));
  EXPECT_THAT(unbuilt_of(expect_case("unique = { of = ['a'] }")), IsEmpty());
  EXPECT_THAT(unbuilt_of(expect_case("finite = true\nsample = { rows = 3 }")), ElementsAre(HasSubstr("1: `sample`")));
  EXPECT_THAT(unbuilt_of(expect_case("of.age.values = 1")), IsEmpty());
  EXPECT_THAT(unbuilt_of(expect_case("of.age.median = 1")),
              ElementsAre(HasSubstr("4: the check `median` cannot be run")));
  EXPECT_THAT(unbuilt_of(expect_case("disjoint_from = { data = 't.h5', dataset = 'x[0]' }")),
              ElementsAre(HasSubstr("4: a selection in `disjoint_from`")));
  EXPECT_THAT(unbuilt_of("[expect.a]\ndata = 'd.h5'\ndataset = 'x[:, 3]'\nfinite = true\n"),
              ElementsAre(HasSubstr("1: a selection such as `x[:, 3]`")));
  EXPECT_THAT(unbuilt_of(expect_case("finite = true\nwhere = 'k == 1 or not y[0] > 3'")),
              ElementsAre(HasSubstr("1: a selection such as `x[:, 3]`")));
}

}  // namespace
}  // namespace assay::suite
