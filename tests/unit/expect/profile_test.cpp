// Profiles: what NumPy says, parts that add up to the whole, suggestions that hold, drift from what was stored.
#include <assay/expect/detail/drift_report.hpp>
#include <assay/expect/detail/make_profile.hpp>
#include <assay/expect/detail/profile_file.hpp>
#include <assay/expect/detail/profile_json.hpp>
#include <assay/expect/detail/suggestion.hpp>

#include "made_suite.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace assay::expect::detail {
namespace {

using base::Verdict;
using base::detail::Json;
using testing::HasSubstr;

DataProfile profiled(const std::filesystem::path& file, const EvaluationOptions& options = {}) {
  auto profile = make_profile(file, "", options);
  EXPECT_TRUE(profile) << (profile ? "" : profile.error().message);
  return profile ? std::move(*profile) : DataProfile();
}

/// All state of the columns, to the bit.
std::string columns_of(const DataProfile& profile) { return to_json(profile).at("columns").dump(1); }

std::string number_text(const std::optional<base::Number>& number) {
  return number ? base::to_text(base::to_scalar(*number)) : "none";
}

class RandomProfile : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    tests::run_script("random_profile.py", {folder_.path().string(), std::to_string(GetParam())});
  }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }

  tests::TemporaryFolder folder_;
};

TEST_P(RandomProfile, says_what_numpy_says) {
  const DataProfile profile = profiled(file("whole.h5"));
  const Json expected = Json::parse(std::ifstream(file("expected.json")));
  for (const auto& entry : expected.items()) {
    const std::string& path = entry.key();
    const Json& facts = entry.value();
    SCOPED_TRACE(path);
    const ColumnProfile* column = profile.column(path);
    ASSERT_NE(column, nullptr);
    EXPECT_EQ(column->elements, facts.at("elements").get<std::uint64_t>());
    EXPECT_EQ(column->nans, facts.at("nan").get<std::uint64_t>());
    EXPECT_EQ(column->zeros, facts.at("zeros").get<std::uint64_t>());
    if (const auto distinct = column->distinct()) {
      EXPECT_EQ(*distinct, facts.at("distinct").get<std::uint64_t>());
    } else {
      EXPECT_GT(facts.at("distinct").get<std::uint64_t>(), ValueCounts::kMostValues);
    }
    const auto same = [&](const char* key, double seen, double relative) {
      const double wanted = std::strtod(facts.at(key).get<std::string>().c_str(), nullptr);
      if (std::isinf(wanted)) {
        EXPECT_EQ(seen, wanted) << key;
      } else {
        EXPECT_NEAR(seen, wanted, relative * std::abs(wanted) + 1e-300) << key;
      }
    };
    const auto real = [](const base::Number& number) { return std::strtod(number_text(number).c_str(), nullptr); };
    EXPECT_EQ(column->smallest.has_value(), !facts.at("min").is_null());
    if (column->smallest) {
      same("min", real(*column->smallest), 0);
      same("max", real(*column->largest), 0);
    }
    if (!facts.at("mean").is_null()) same("mean", real(*column->mean()), 1e-12);
    if (!facts.at("std").is_null()) same("std", *column->deviation(), 1e-9);
  }
}

TEST_P(RandomProfile, of_parts_adds_up_to_that_of_the_whole) {
  const DataProfile whole = profiled(file("whole.h5"));
  std::vector<std::string> order = {"part0.h5", "part1.h5", "part2.h5"};
  for (int turn = 0; turn < 3; ++turn) {
    DataProfile sum = profiled(file(order[0]));
    for (const std::size_t next : {1U, 2U}) {
      const auto merged = merge(sum, profiled(file(order[next])));
      ASSERT_TRUE(merged) << merged.error();
    }
    for (const ColumnProfile& column : whole.columns) {
      if (column.path == "/scalar" || column.path == "/colour") continue;  // drawn anew in each file
      DataProfile one{{}, "", "", {column}};
      const ColumnProfile* summed = sum.column(column.path);
      ASSERT_NE(summed, nullptr) << column.path;
      EXPECT_EQ(columns_of(one), columns_of({{}, "", "", {*summed}})) << column.path;
    }
    std::rotate(order.begin(), order.begin() + 1, order.end());
  }
}

TEST_P(RandomProfile, does_not_depend_on_threads_nor_blocks) {
  const std::string bits = columns_of(profiled(file("whole.h5")));
  EXPECT_EQ(bits, columns_of(profiled(file("whole.h5"), {.threads = 8, .rows_per_block = 7, .on_read = {}})));
  EXPECT_EQ(bits, columns_of(profiled(file("whole.h5"), {.threads = 2, .rows_per_block = 1000, .on_read = {}})));
}

TEST_P(RandomProfile, comes_back_from_a_file_as_it_was) {
  const DataProfile profile = profiled(file("whole.h5"));
  for (const char* name : {"p.json", "p.h5"}) {
    write_profile(profile, file(name));
    ASSERT_TRUE(is_profile(file(name), {}));
    const auto stored = read_profile(file(name), {});
    ASSERT_TRUE(stored) << stored.error();
    EXPECT_EQ(to_json(*stored).dump(), to_json(profile).dump());
  }
  EXPECT_FALSE(is_profile(file("whole.h5"), {}));
}

TEST_P(RandomProfile, suggests_what_its_source_keeps) {
  const Suggestion suggestion =
      suggest_suite(profiled(file("whole.h5")), {"whole.h5", "whole.h5", "2026-11-30", "assay"});
  const tests::MadeSuite suite = tests::write_suite(folder_.path(), suggestion.text);
  EXPECT_EQ(suite.names.size(), suggestion.cases);
  EXPECT_GE(suggestion.cases, 20U);
  const auto results = tests::evaluate(suite);
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const base::CheckResult& result : results[i]) {
      EXPECT_EQ(result.verdict, Verdict::kPassed) << suite.names[i] << ' ' << result.check << ": " << result.reason;
    }
  }
}

TEST_P(RandomProfile, no_column_drifts_from_itself) {
  const DataProfile profile = profiled(file("whole.h5"));
  const DriftReport report = compare(profile, profile, {});
  EXPECT_FALSE(report.drifted());
  for (const ColumnDrift& column : report.columns) {
    if (!column.measures) continue;
    SCOPED_TRACE(column.path);
    EXPECT_EQ(column.measures->js, 0);
    EXPECT_EQ(column.measures->psi, 0);
    EXPECT_EQ(column.effect, 0);
    EXPECT_EQ(column.p, 1);
    EXPECT_EQ(column.measures->wasserstein.value_or(0), 0);
  }
  write_profile(profile, file("p.json"));
  std::string toml;
  for (const ColumnProfile& column : profile.columns) {
    if (column.kind == ColumnKind::kOther || column.present() == 0) continue;
    std::string name = column.path.substr(1);
    std::replace_if(
        name.begin(), name.end(),
        [](char character) { return std::isalnum(static_cast<unsigned char>(character)) == 0; }, '_');
    toml += "[expect." + name + "]\ndata = 'whole.h5'\ndataset = '" + column.path.substr(1) +
            "'\ndrift = { from = 'p.json', js = 0, psi = 0, chi2_p = 1 }\n";
  }
  const tests::MadeSuite suite = tests::write_suite(folder_.path(), toml);
  const auto results = tests::evaluate(suite);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i][0].verdict, Verdict::kPassed) << suite.names[i] << ": " << results[i][0].reason;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProfile, testing::Range(1, 6));

class StoredProfile : public testing::Test {
 protected:
  void data(const std::string& code) { tests::make_data(folder_.path(), code); }
  [[nodiscard]] DataProfile profile(const std::string& name) const { return profiled(folder_.path() / name); }
  base::CheckResult drift(const std::string& limits, const std::string& more = "") {
    write_profile(profile("old.h5"), folder_.path() / "old.json");
    return tests::result_of(tests::write_suite(folder_.path(), "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\n" + more +
                                                                   "\ndrift = { from = 'old.json', " + limits + " }\n"),
                            "a/drift");
  }
  tests::TemporaryFolder folder_;
};

constexpr const char* kFew =
    "f = h5py.File(d / 'old.h5', 'w')\nf['x'] = [1.0, 2.0, 2.0, np.nan]\nf.close()\n"
    "f = h5py.File(d / 'd.h5', 'w')\nf['x'] = [1.0, 2.0, 3.0, np.nan]\n";

TEST_F(StoredProfile, is_compared_with_exactly_while_it_counts_every_value) {
  data(kFew);
  EXPECT_EQ(drift("ks = 0.25").verdict, Verdict::kPassed);
  const auto result = drift("ks = 0.2");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  EXPECT_EQ(result.failures[0].observed, base::Scalar{0.25});
  EXPECT_THAT(result.reason, HasSubstr("from 4 of /x in old.json"));
  // Without NaN: 1 2 3 against 1 2 2.
  EXPECT_EQ(tests::metric(drift("ks = 1", "missing = 'nan'"), "drift.ks"), base::Scalar{1.0 / 3});
  // And without 2: 1 3 against 1.
  EXPECT_EQ(tests::metric(drift("ks = 1", "missing = [nan, 2]"), "drift.ks"), base::Scalar{0.5});
  EXPECT_THAT(drift("ks = 1", "missing = 'fill'").reason, HasSubstr("fill values"));
}

TEST_F(StoredProfile, says_how_well_it_knows_many_values) {
  data(
      "rng = np.random.default_rng(3)\nf = h5py.File(d / 'old.h5', 'w')\nf['x'] = rng.normal(0, 1, 100000)\nf.close()\n"
      "f = h5py.File(d / 'd.h5', 'w')\nf['x'] = rng.normal(0.1, 1, 100000)\n");
  const auto stored = drift("ks = 1");
  const auto exact = tests::result_of(
      tests::write_suite(folder_.path(),
                         "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\ndrift = { from = 'old.h5', ks = 1 }\n"),
      "a/drift");
  const auto real = [](const base::CheckResult& result, const char* name) {
    return std::get<double>(tests::metric(result, name));
  };
  const double uncertainty = real(stored, "drift.uncertainty");
  EXPECT_GT(uncertainty, 0);
  EXPECT_LT(uncertainty, 0.002);
  EXPECT_LE(real(stored, "drift.ks"), real(exact, "drift.ks"));
  EXPECT_GE(real(stored, "drift.ks") + uncertainty, real(exact, "drift.ks"));
  EXPECT_THAT(drift("ks = 0.01").reason, HasSubstr("known to within"));
}

TEST_F(StoredProfile, knows_each_feature_of_a_table) {
  data(
      "f = h5py.File(d / 'old.h5', 'w')\nf['x'] = np.stack([np.arange(50.0), np.arange(50.0) + 7], 1)\nf.close()\n"
      "f = h5py.File(d / 'd.h5', 'w')\nf['x'] = np.stack([np.arange(50.0), np.arange(50.0) + 9], 1)\n");
  const auto feature = [&](const std::string& which) {
    return tests::result_of(
        tests::write_suite(folder_.path(), "[expect.a]\ndata = 'd.h5'\ndataset = 'x[:, " + which +
                                               "]'\ndrift = { from = 'old.json', wasserstein = 1 }\n"),
        "a/drift");
  };
  write_profile(profile("old.h5"), folder_.path() / "old.json");
  EXPECT_EQ(feature("0").verdict, Verdict::kPassed) << feature("0").reason;
  EXPECT_EQ(tests::metric(feature("1"), "drift.wasserstein"), base::Scalar{2.0}) << feature("1").reason;
  EXPECT_EQ(profile("old.h5").columns.size(), 3U);
}

TEST_F(StoredProfile, knows_texts_that_were_not_there) {
  data(
      "f = h5py.File(d / 'old.h5', 'w')\nf['x'] = ['a', 'b', 'y' * 400]\nf.close()\n"
      "f = h5py.File(d / 'd.h5', 'w')\nf['x'] = ['a', 'c', 'y' * 400, 'y' * 401]\n");
  const auto result = drift("new_classes = 1");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  EXPECT_EQ(result.failures[0].observed, base::Scalar{std::int64_t{2}});
  ASSERT_EQ(result.failures[0].offenders.size(), 2U);
  EXPECT_EQ(result.failures[0].offenders[0].row, 1U);
  EXPECT_EQ(result.failures[0].offenders[1].row, 3U);
}

TEST_F(StoredProfile, that_does_not_fit_is_told) {
  data(std::string(kFew) + "f['y'] = [1]\n");
  const auto suite = [&](const std::string& lines) {
    return tests::result_of(tests::write_suite(folder_.path(), lines), "a/drift");
  };
  write_profile(profile("old.h5"), folder_.path() / "old.json");
  EXPECT_THAT(suite("[expect.a]\ndata = 'd.h5'\ndataset = 'y'\ndrift = { from = 'old.json', ks = 1 }\n").reason,
              HasSubstr("has no column /y"));
  std::ofstream(folder_.path() / "bad.json") << "{\"format\": \"assay-profile\", \"format_version\": 2}";
  const auto later = suite("[expect.a]\ndata = 'd.h5'\ndataset = 'x'\ndrift = { from = 'bad.json', ks = 1 }\n");
  EXPECT_EQ(later.fault, base::Fault::kUser);
  EXPECT_THAT(later.reason, HasSubstr("its format version is 2"));
}

TEST_F(StoredProfile, that_was_tampered_with_is_refused_and_never_crashes) {
  data(kFew);
  const std::string text = to_json(profile("d.h5")).dump();
  ASSERT_TRUE(profile_of_json(text));
  const auto refused = [&](const std::string& from, const std::string& into) {
    std::string changed = text;
    const std::size_t place = changed.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    changed.replace(place, from.size(), into);
    EXPECT_FALSE(profile_of_json(changed)) << into;
  };
  refused("\"elements\":4", "\"elements\":5");
  refused("[[1.0,1]", "[[2.0,1]");
  refused("[[1.0,1]", "[[1.0,-1]");
  refused("[[1.0,1]", "[[\"nan\",1]");
  refused("\"resolution\":0", "\"resolution\":99");
  refused("\"kind\":\"real\"", "\"kind\":\"gold\"");
  refused("\"squares\":\"", "\"squares\":\"-");
  refused("\"squares\":\"", "\"squares\":\"zz");
  refused("\"columns\":[", "\"columns\":[null,");
  for (std::size_t length = 0; length < text.size(); length += 7) EXPECT_FALSE(profile_of_json(text.substr(0, length)));
}

TEST_F(StoredProfile, unlike_parts_are_no_whole) {
  data(
      "f = h5py.File(d / 'd.h5', 'w')\nf['x'] = np.zeros((3, 2), 'f4')\nf.close()\n"
      "f = h5py.File(d / 'old.h5', 'w')\nf['x'] = np.zeros((3, 2), 'f8')\n");
  DataProfile sum = profile("d.h5");
  const auto merged = merge(sum, profile("old.h5"));
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error(), HasSubstr("float32 in one and float64 in another"));
}

TEST_F(StoredProfile, of_a_shift_drifts_and_of_chance_does_not) {
  data(
      "rng = np.random.default_rng(5)\nfor name, shift, p in (('old', 0, 0.1), ('same', 0, 0.1), ('d', 0.5, 0.3)):\n"
      "  f = h5py.File(d / f'{name}.h5', 'w')\n  f['x'] = rng.normal(shift, 1, 2000)\n"
      "  f['label'] = rng.choice(['a', 'b'] + (['c'] if shift else []), 2000).astype(object)\n"
      "  f['gap'] = np.where(rng.random(2000) < p, np.nan, 1.0)\n  f['tiny'] = rng.normal(9 * shift, 1, 20)\n"
      "  f['count'] = np.arange(2000) % 7 if not shift else np.arange(2000) % 7 / 2\n"
      "  if name != 'd': f['old'] = np.arange(2000)\n  f.close()\n");
  const DriftReport healthy = compare(profile("old.h5"), profile("same.h5"), {});
  EXPECT_FALSE(healthy.drifted()) << to_json(healthy).dump(1);
  const DriftReport report = compare(profile("old.h5"), profile("d.h5"), {});
  std::vector<std::string> drifted;
  for (const ColumnDrift& column : report.columns) {
    if (column.drifted()) drifted.push_back(column.path);
  }
  EXPECT_THAT(drifted, testing::ElementsAre("/count", "/gap", "/label", "/old", "/x"));
  const auto state = [&](const std::string& path) {
    return std::ranges::find(report.columns, path, &ColumnDrift::path)->state;
  };
  EXPECT_EQ(state("/tiny"), ColumnDrift::State::kTooFew);
  EXPECT_EQ(state("/old"), ColumnDrift::State::kGone);
  EXPECT_EQ(state("/count"), ColumnDrift::State::kUnlike);
}

TEST_F(StoredProfile, of_many_rows_drifts_by_effect_and_not_by_p_alone) {
  data(
      "rng = np.random.default_rng(6)\nfor name, shift in (('old', 0), ('d', 0.02)):\n"
      "  f = h5py.File(d / f'{name}.h5', 'w')\n  f['x'] = rng.normal(shift, 1, 1000000).astype('f4')\n  f.close()\n");
  const DriftReport report = compare(profile("old.h5"), profile("d.h5"), {});
  EXPECT_LT(*report.columns[0].adjusted_p, 1e-6);
  EXPECT_FALSE(report.drifted());
  DriftThresholds strict;
  strict.effect = 0.005;
  EXPECT_TRUE(compare(profile("old.h5"), profile("d.h5"), strict).drifted());
}

}  // namespace
}  // namespace assay::expect::detail
