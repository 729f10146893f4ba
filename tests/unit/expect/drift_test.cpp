// The check `drift`: distances against a second implementation in Python, and what it says.
#include <assay/base/verdict.hpp>

#include "made_suite.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

namespace assay::expect {
namespace {

using base::Verdict;
using nlohmann::json;
using testing::HasSubstr;

double distance(const base::CheckResult& result, const std::string& name) {
  const base::Scalar value = tests::metric(result, "drift." + name);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&value);
  return real != nullptr ? *real : std::nan("");
}

std::string bits_of(const base::CheckResult& result) {
  std::string text(base::to_text(result.verdict));
  for (const char* name : {"psi", "js", "ks", "chi2_p", "wasserstein", "new_classes"}) {
    text += ' ' + std::to_string(std::bit_cast<std::uint64_t>(distance(result, name)));
  }
  return text;
}

class RandomDrift : public testing::TestWithParam<int> {};

TEST_P(RandomDrift, says_what_a_second_implementation_says) {
  constexpr int kCases = 40;
  const tests::TemporaryFolder folder;
  tests::run_script("random_drift.py", {folder.path().string(), std::to_string(GetParam()), std::to_string(kCases)});
  const tests::MadeSuite suite = tests::load_made_suite(folder.path());
  const json expected = json::parse(std::ifstream(folder.path() / "expected.json"));
  const auto results = tests::evaluate(suite);
  const auto again = tests::evaluate(suite, {.threads = 8, .rows_per_block = 3, .on_read = {}});
  const auto result = [&](int number, const std::string& form) -> const base::CheckResult& {
    const auto name = std::ranges::find(suite.names, "c" + std::to_string(number) + "_" + form);
    return results.at(static_cast<std::size_t>(name - suite.names.begin())).front();
  };
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(bits_of(results[i].front()), bits_of(again[i].front())) << suite.names[i];
  }
  for (int number = 0; number < kCases; ++number) {
    const std::string name = "c" + std::to_string(number);
    const base::CheckResult& whole = result(number, "whole");
    SCOPED_TRACE(name + " of seed " + std::to_string(GetParam()) + ": " + whole.reason);
    EXPECT_EQ(bits_of(whole), bits_of(result(number, "shuffled")));
    EXPECT_EQ(bits_of(whole), bits_of(result(number, "sharded")));
    const bool has_data = expected.at(name + "_itself").get<bool>();
    EXPECT_EQ(result(number, "itself").verdict, has_data ? Verdict::kPassed : Verdict::kFailed)
        << result(number, "itself").reason;
    if (expected.at(name).is_null()) {
      EXPECT_THAT(whole.reason, HasSubstr("no data"));
      continue;
    }
    EXPECT_EQ(whole.verdict, Verdict::kPassed);
    for (const auto& [key, text] : expected.at(name).items()) {
      const double wanted = std::strtod(text.get<std::string>().c_str(), nullptr);
      const double seen = distance(whole, key);
      if (key == "ks" || key == "new_classes" || std::isinf(wanted)) {
        EXPECT_EQ(seen, wanted) << key;
      } else {
        EXPECT_NEAR(seen, wanted, 1e-11 * std::max(1.0, std::abs(wanted))) << key;
      }
    }
    EXPECT_EQ(std::isnan(distance(whole, "ks")), !expected.at(name).contains("ks"));
    EXPECT_EQ(std::isnan(distance(whole, "new_classes")), !expected.at(name).contains("new_classes"));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomDrift, testing::Range(1, 7));

class Drift : public testing::Test {
 protected:
  /// @param code fills `f` (the data) and `o` (the reference).
  void data(const std::string& code) {
    tests::make_data(folder_.path(), "f = h5py.File(d / 'd.h5', 'w')\no = h5py.File(d / 'o.h5', 'w')\n" + code);
  }
  base::CheckResult drift(const std::string& limits, const std::string& more = "") {
    return tests::result_of(tests::write_suite(folder_.path(), "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\n" + more +
                                                                   "\ndrift = { from = 'o.h5', " + limits + " }\n"),
                            "a/drift");
  }

  tests::TemporaryFolder folder_;
};

TEST_F(Drift, says_which_distance_is_too_large) {
  data("f['x'] = np.arange(50.0) + 25\no['x'] = np.arange(100.0)\n");
  const auto result = drift("ks = 0.2, js = 0.99");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_EQ(result.reason,
            "the Kolmogorov-Smirnov statistic of 50 elements of /x in d.h5 from 100 of /x in o.h5 is 0.25; expected "
            "<= 0.2");
  EXPECT_EQ(result.failures[0].observed, base::Scalar{0.25});
  EXPECT_EQ(tests::metric(result, "drift.wasserstein"), base::Scalar{12.5});
  EXPECT_EQ(drift("ks = 0.25").verdict, Verdict::kPassed);
}

TEST_F(Drift, points_to_the_rows_of_new_classes) {
  data("f['x'] = ['a', 'c', 'b', 'e', 'c', 'a']\no['x'] = ['b', 'a']\n");
  const auto result = drift("new_classes = 1");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  EXPECT_EQ(result.reason,
            "2 classes of /x in d.h5 are not in /x in o.h5: 'c' (2 elements), 'e' (1 element); expected at most 1");
  ASSERT_EQ(result.failures[0].offenders.size(), 3U);
  EXPECT_EQ(result.failures[0].offenders[0].row, 1U);
  EXPECT_EQ(result.failures[0].offenders[2].row, 4U);
  EXPECT_EQ(result.failures[0].offenders[1].value, base::Scalar{std::string("e")});
  EXPECT_EQ(result.failures[0].unexpected, 3U);
  EXPECT_EQ(drift("new_classes = 2").verdict, Verdict::kPassed);
}

TEST_F(Drift, points_to_numbers_and_compares_unlike_types_by_value) {
  data("f['x'] = np.array([[1, 2], [300, 2]], 'i8')\no['x'] = np.array([1, 2, 2], 'u1')\n");
  const auto result = drift("new_classes = 0, ks = 0.3");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_THAT(result.reason, HasSubstr("1 class of /x in d.h5 is not in /x in o.h5: 300 (1 element)"));
  EXPECT_EQ(result.failures[0].offenders[0].index, (std::vector<std::uint64_t>{1, 0}));
}

TEST_F(Drift, whole_numbers_beyond_double_are_told_apart) {
  data("f['x'] = np.array([2**53 + 1] * 9, 'i8')\no['x'] = np.array([2**53] * 9, 'u8')\n");
  const auto result = drift("js = 0.5, wasserstein = 0.5");
  EXPECT_EQ(distance(result, "js"), 1);
  EXPECT_EQ(distance(result, "ks"), 1);
  EXPECT_EQ(distance(result, "wasserstein"), 1);
  EXPECT_EQ(distance(result, "new_classes"), 1);
}

TEST_F(Drift, a_constant_differs_from_every_other_value) {
  data("f['x'] = [1.0] * 4\no['x'] = [2.0] * 4\n");
  EXPECT_EQ(distance(drift("js = 1"), "js"), 1);
  data("f['x'] = [2.0] * 4\no['x'] = [1.0] * 4\n");
  EXPECT_EQ(distance(drift("js = 1"), "js"), 1);
}

TEST_F(Drift, nan_is_a_class_of_its_own_unless_missing) {
  data("f['x'] = [1.0, 2.0, np.nan, np.nan]\no['x'] = [1.0, 2.0]\n");
  const auto counted = drift("js = 1");
  EXPECT_GT(distance(counted, "js"), 0.1);
  EXPECT_EQ(distance(counted, "ks"), 0.5);
  EXPECT_TRUE(std::isinf(distance(counted, "wasserstein")));
  EXPECT_EQ(drift("js = 0, psi = 0, ks = 0, wasserstein = 0", "missing = 'nan'").verdict, Verdict::kPassed);
}

TEST_F(Drift, the_condition_is_about_the_own_data_only) {
  data("f['x'] = [1, 1, 9]\nf['k'] = [0, 0, 1]\no['x'] = [1]\n");
  EXPECT_EQ(drift("js = 0, new_classes = 0").verdict, Verdict::kFailed);
  EXPECT_EQ(drift("js = 0, new_classes = 0", "where = 'k == 0'").verdict, Verdict::kPassed);
}

TEST_F(Drift, of_nothing_there_is_none) {
  data("f['x'] = [1.0]\no['x'] = np.zeros(0)\n");
  const auto result = drift("js = 1");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  EXPECT_EQ(result.reason, "no data: /x in o.h5 has the shape [0]");
}

TEST_F(Drift, what_these_data_cannot_answer_is_a_mistake) {
  data("f['x'] = ['a']\no['x'] = ['a']\n");
  EXPECT_EQ(drift("ks = 1").fault, base::Fault::kUser);
  EXPECT_THAT(drift("wasserstein = 1").reason, HasSubstr("`wasserstein` needs numbers"));
  data("f['x'] = [0.5]\no['x'] = [0.5]\n");
  EXPECT_EQ(drift("new_classes = 0").fault, base::Fault::kUser);
  EXPECT_THAT(drift("new_classes = 0").reason, HasSubstr("its numbers are binned"));
  data("f['x'] = [0.5]\no['x'] = ['0.5']\n");
  EXPECT_THAT(drift("js = 1").reason, HasSubstr("numbers on both sides or text on both"));
}

TEST_F(Drift, another_dataset_and_a_missing_one) {
  data("f['x'] = [1, 2]\nf['y'] = [2, 1]\no['z'] = [1, 2]\n");
  EXPECT_EQ(drift("js = 0").verdict, Verdict::kFailed);
  EXPECT_THAT(drift("js = 0").reason, HasSubstr("/x"));
  const auto from = [&](const std::string& reference) {
    return tests::result_of(tests::write_suite(folder_.path(),
                                               "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\ndrift = { "
                                               "from = " +
                                                   reference + ", js = 0, ks = 0 }\n"),
                            "a/drift");
  };
  EXPECT_EQ(from("{ dataset = 'y' }").verdict, Verdict::kPassed);
  EXPECT_EQ(from("{ data = 'o.h5', dataset = 'z' }").verdict, Verdict::kPassed);
}

TEST_F(Drift, members_of_a_table) {
  data("t = np.array([(1, 2.0), (3, 4.0)], [('age', 'i4'), ('size', 'f8')])\nf['t'] = t\no['t'] = t[::-1]\n");
  const auto suite = tests::write_suite(folder_.path(),
                                        "[expect.a]\ndata = 'd.h5'\ndataset = 't'\n[expect.a.of.age]\n"
                                        "drift = { from = 'o.h5', js = 0, new_classes = 0 }\n");
  EXPECT_EQ(tests::evaluate(suite)[0][0].verdict, Verdict::kPassed);
}

}  // namespace
}  // namespace assay::expect
