// What cannot be opened, read or asked: verdict, fault and a sentence that names it; everything else is still judged.
#include "made_suite.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace assay::expect {
namespace {

using base::Fault;
using base::Verdict;
using testing::AllOf;
using testing::HasSubstr;

class Trouble : public testing::Test {
 protected:
  tests::MadeSuite suite(const std::string& toml) { return tests::write_suite(folder_.path(), toml); }
  void data(const std::string& code) { tests::make_data(folder_.path(), code); }
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  tests::TemporaryFolder folder_;
};

void expect_verdict(const base::CheckResult& result, Verdict verdict, Fault fault = Fault::kNone) {
  EXPECT_EQ(result.verdict, verdict) << result.check << ": " << result.reason;
  EXPECT_EQ(result.fault, fault) << result.check << ": " << result.reason;
}

TEST_F(Trouble, dataset_that_is_not_there_fails_every_check_and_names_the_nearest) {
  data("f = h5py.File(d / 'd.h5', 'w')\nf['train/images'] = [1]\n");
  const auto made = suite(R"(
[expect.a]
data = "d.h5"
dataset = "train/imagez"
exists = true
dtype = "int64"
rows = 1
mean = 1
unique = true
[expect.b]
data = "d.h5"
dataset = "train/imagez"
exists = false
[expect.c]
data = "d.h5"
dataset = "train/images"
exists = false
)");
  const auto results = tests::evaluate(made);
  for (const base::CheckResult& result : results.at(0)) {
    expect_verdict(result, Verdict::kFailed);
    EXPECT_THAT(result.reason, AllOf(HasSubstr("/train/imagez"), HasSubstr("d.h5"), HasSubstr("/train/images")));
    ASSERT_EQ(result.failures.size(), 1U);
  }
  expect_verdict(tests::result_of(made, "b/exists"), Verdict::kPassed);
  expect_verdict(tests::result_of(made, "c/exists"), Verdict::kFailed);
}

TEST_F(Trouble, group_is_no_dataset) {
  data("f = h5py.File(d / 'd.h5', 'w')\nf['train/x'] = [1]\n");
  const auto made = suite(
      "[expect.a]\ndata = 'd.h5'\ndataset = 'train'\nvalues = 1\nexists = true\n"
      "[expect.b]\ndata = 'd.h5'\ndataset = 'train'\nexists = false\n");
  expect_verdict(tests::result_of(made, "a/values"), Verdict::kFailed);
  expect_verdict(tests::result_of(made, "a/exists"), Verdict::kFailed);
  expect_verdict(tests::result_of(made, "b/exists"), Verdict::kPassed);
}

TEST_F(Trouble, shard_without_the_dataset_is_named) {
  data("for i in range(3):\n  f = h5py.File(d / f's_{i}.h5', 'w')\n  f['y'] = [i]\n  if i != 1: f['x'] = [i]\n");
  const auto made = suite(
      "[data]\ns = 's_*.h5'\n[expect.a]\ndata = 's'\ndataset = 'x'\nvalues = [0, 9]\nexists = true\n"
      "[expect.n]\ndata = 's'\ndataset = 'x'\nexists = false\n"
      "[expect.b]\ndata = 's'\ndataset = 'y'\nvalues = [0, 1]\nrows = 3\n");
  for (const char* name : {"a/values", "a/exists"}) {
    expect_verdict(tests::result_of(made, name), Verdict::kFailed);
    EXPECT_THAT(tests::result_of(made, name).reason, HasSubstr("s_1.h5"));
  }
  expect_verdict(tests::result_of(made, "n/exists"), Verdict::kFailed);
  const auto outside = tests::result_of(made, "b/values");
  ASSERT_EQ(outside.failures.size(), 1U);
  EXPECT_EQ(outside.failures[0].offenders[0].row, 2U);
  EXPECT_EQ(outside.failures[0].offenders[0].index, std::vector<std::uint64_t>{0});
  EXPECT_THAT(outside.reason, HasSubstr("s_2.h5"));
  expect_verdict(tests::result_of(made, "b/rows"), Verdict::kPassed);
}

TEST_F(Trouble, shards_of_unlike_rows_or_types_are_an_error_that_names_one) {
  data(
      "for i in range(2):\n  f = h5py.File(d / f's_{i}.h5', 'w')\n  f['x'] = np.zeros((2, 2 + i))\n"
      "  f['t'] = np.zeros(2, 'i4' if i else 'i8')\n  f['y'] = [1, 1]\n");
  const auto made = suite(
      "[data]\ns = 's_*.h5'\n"
      "[expect.a]\ndata = 's'\ndataset = 'x'\nvalues = 0\nshape = ['*', 2]\nrows = 4\n"
      "[expect.t]\ndata = 's'\ndataset = 't'\nsum = 0\n"
      "[expect.b]\ndata = 's'\ndataset = 'y'\nsum = 4\nwhere = 't == 0'\n"
      "[expect.c]\ndata = 's'\ndataset = 'y'\nsum = 4\n");
  for (const char* name : {"a/values", "a/shape", "t/sum", "b/sum"}) {
    expect_verdict(tests::result_of(made, name), Verdict::kError, Fault::kData);
    EXPECT_THAT(tests::result_of(made, name).reason, HasSubstr("s_1.h5"));
  }
  expect_verdict(tests::result_of(made, "a/rows"), Verdict::kPassed);
  expect_verdict(tests::result_of(made, "c/sum"), Verdict::kPassed);
}

TEST_F(Trouble, file_that_is_not_hdf5_is_an_error_of_every_check) {
  std::ofstream(folder() / "d.h5") << "not HDF5 at all";
  const auto made = suite("[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nexists = false\nrows = 1\nvalues = 1\n");
  const auto results = tests::evaluate(made);
  for (const base::CheckResult& result : results.at(0)) {
    expect_verdict(result, Verdict::kError, Fault::kData);
    EXPECT_THAT(result.reason, HasSubstr("d.h5"));
  }
}

TEST_F(Trouble, damaged_chunk_is_an_error_of_what_reads_it_and_of_nothing_else) {
  data(
      "with h5py.File(d / 'd.h5', 'w') as f:\n"
      "  f.create_dataset('x', data=np.arange(100, dtype='i4'), chunks=(10,), fletcher32=True)\n"
      "  f.create_dataset('y', data=np.ones(100), chunks=(10,))\n"
      "raw = bytearray((d / 'd.h5').read_bytes())\n"
      "at = raw.find(np.arange(50, 60, dtype='i4').tobytes())\nraw[at + 5] ^= 1\n(d / 'd.h5').write_bytes(raw)\n");
  const auto made = suite(
      "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nshape = [100]\ndtype = 'int32'\nvalues = [0, 99]\n"
      "mean = [0, 99]\nunique = true\n"
      "[expect.w]\ndata = 'd.h5'\ndataset = 'y'\nwhere = 'x >= 0'\nvalues = 1\nsum = 1\n"
      "[expect.y]\ndata = 'd.h5'\ndataset = 'y'\nvalues = 1\nsum = 100\n"
      "[expect.z]\ndata = 'd.h5'\ndataset = 'y'\ndisjoint_from = 'x'\n");
  for (const unsigned threads : {1U, 4U}) {
    const EvaluationOptions options{.threads = threads, .rows_per_block = 10, .on_read = {}};
    for (const char* name : {"a/values", "a/mean", "a/unique", "w/values", "w/sum"}) {
      expect_verdict(tests::result_of(made, name, options), Verdict::kError, Fault::kData);
      EXPECT_THAT(tests::result_of(made, name, options).reason, AllOf(HasSubstr("d.h5"), HasSubstr("/x")));
    }
    for (const char* name : {"a/shape", "a/dtype", "y/values", "y/sum"}) {
      expect_verdict(tests::result_of(made, name, options), Verdict::kPassed);
    }
  }
}

TEST_F(Trouble, never_written_without_fill_value_has_no_value) {
  data(
      "f = h5py.File(d / 'd.h5', 'w')\n"
      "p = h5py.h5p.create(h5py.h5p.DATASET_CREATE)\np.set_chunk((10,))\np.set_fill_time(h5py.h5d.FILL_TIME_NEVER)\n"
      "h5py.h5d.create(f.id, b'x', h5py.h5t.NATIVE_INT32, h5py.h5s.create_simple((40,)), p)\n"
      "f['x'][:20] = 1\nf['y'] = np.arange(40)\n"
      "f.create_dataset('z', (40,), 'i4', chunks=(10,))[:20] = 1\n");
  const auto made = suite(
      "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nvalues = [0, 1]\nunique = true\nrows = 40\n"
      "[expect.m]\ndata = 'd.h5'\ndataset = 'x'\nmissing = 'fill'\nvalues = 1\n"
      "[expect.k]\ndata = 'd.h5'\ndataset = 'x'\nwhere = 'y < 20'\nvalues = 1\n"
      "[expect.w]\ndata = 'd.h5'\ndataset = 'y'\nwhere = 'x == 1'\nvalues = [0, 99]\n"
      "[expect.z]\ndata = 'd.h5'\ndataset = 'z'\nvalues = [0, 1]\n");
  for (const char* name : {"a/values", "a/unique", "w/values"}) {
    expect_verdict(tests::result_of(made, name), Verdict::kFailed);
    EXPECT_THAT(tests::result_of(made, name).reason, HasSubstr("no fill value"));
  }
  for (const char* name : {"a/rows", "m/values", "k/values", "z/values"}) {
    expect_verdict(tests::result_of(made, name), Verdict::kPassed);
  }
  EXPECT_EQ(tests::metric(tests::result_of(made, "m/values"), "unwritten"), base::Scalar{std::int64_t{20}});
  EXPECT_EQ(tests::metric(tests::result_of(made, "m/values"), "missing"), base::Scalar{std::int64_t{20}});
  EXPECT_EQ(tests::metric(tests::result_of(made, "z/values"), "unwritten"), base::Scalar{std::int64_t{20}});
  EXPECT_EQ(tests::metric(tests::result_of(made, "z/values"), "missing"), base::Scalar{std::int64_t{0}});
}

TEST_F(Trouble, dataset_with_no_near_name_is_told_what_the_file_holds) {
  data("f = h5py.File(d / 'd.h5', 'w')\nfor i in range(7): f[f'set{i}'] = [1]\n");
  const auto made = suite("[expect.a]\ndata = 'd.h5'\ndataset = 'train/pictures'\nrows = 1\n");
  const auto result = tests::result_of(made, "a/rows");
  expect_verdict(result, Verdict::kFailed);
  EXPECT_THAT(result.reason, HasSubstr("the file holds /set0, /set1, /set2, /set3, /set4 and 2 more"));
}

TEST_F(Trouble, question_that_the_data_cannot_answer_is_the_users_mistake) {
  data(
      "f = h5py.File(d / 'd.h5', 'w')\nf['s'] = ['a', 'b']\nf['x'] = [1, 2]\nf['w'] = np.zeros((2, 2))\nf['f'] = [1.5, "
      "2]\n"
      "f['t'] = np.zeros(2, [('a', 'i4'), ('b', 'f8')])\n");
  const auto made = suite(R"(
[defaults.expect]
data = "d.h5"
[expect.s]
dataset = "s"
mean = 1
values = 1
finite = true
max = 1
in_set = [1]
unique = true
[expect.x]
dataset = "x"
in_set = ["a"]
class_share = { a = [0, 1] }
sum = 3
[expect.t]
dataset = "t"
mean = 1
[expect.w]
dataset = "x"
where = "w == 1"
sum = 3
[expect.v]
dataset = "x"
where = "s < 3"
sum = 3
[expect.u]
dataset = "x"
where = "x == 'a'"
sum = 3
[expect.shapes]
dataset = "x"
disjoint_from = "w"
[expect.types]
dataset = "x"
disjoint_from = "f"
)");
  for (const char* name : {"s/mean", "s/values", "s/finite", "s/max", "s/in_set", "x/in_set", "x/class_share", "t/mean",
                           "w/sum", "v/sum", "u/sum"}) {
    expect_verdict(tests::result_of(made, name), Verdict::kError, Fault::kUser);
    EXPECT_THAT(tests::result_of(made, name).reason, HasSubstr("d.h5"));
  }
  // Two datasets that do not go together: the suite cannot have been written for these data.
  for (const char* name : {"shapes/disjoint_from", "types/disjoint_from"}) {
    expect_verdict(tests::result_of(made, name), Verdict::kError, Fault::kData);
    EXPECT_THAT(tests::result_of(made, name).reason, HasSubstr("d.h5"));
  }
  expect_verdict(tests::result_of(made, "x/sum"), Verdict::kPassed);
  expect_verdict(tests::result_of(made, "s/unique"), Verdict::kPassed);
}

TEST_F(Trouble, condition_of_another_length_or_on_nothing_is_named) {
  data("f = h5py.File(d / 'd.h5', 'w')\nf['x'] = [1, 2, 3]\nf['flags'] = [1, 1]\n");
  const auto made = suite(
      "[defaults.expect]\ndata = 'd.h5'\n"
      "[expect.a]\ndataset = 'x'\nwhere = 'flags == 1'\nvalues = [1, 3]\nrows = 3\n"
      "[expect.b]\ndataset = 'x'\nwhere = 'flag == 1'\nvalues = [1, 3]\n"
      "[expect.c]\ndataset = 'x'\nvalues = [1, 3]\n");
  expect_verdict(tests::result_of(made, "a/values"), Verdict::kError, Fault::kData);
  EXPECT_THAT(tests::result_of(made, "a/values").reason, HasSubstr("/flags"));
  expect_verdict(tests::result_of(made, "b/values"), Verdict::kFailed);
  EXPECT_THAT(tests::result_of(made, "b/values").reason, AllOf(HasSubstr("/flag"), HasSubstr("/flags")));
  expect_verdict(tests::result_of(made, "a/rows"), Verdict::kPassed);
  expect_verdict(tests::result_of(made, "c/values"), Verdict::kPassed);
}

TEST_F(Trouble, every_file_and_dataset_is_told_before_it_is_read) {
  data(
      "for i in range(2):\n  f = h5py.File(d / f's_{i}.h5', 'w')\n  f['x'] = [1, 2]\n  f['k'] = [1, 1]\n  f['o'] = [3, "
      "4]\n");
  const auto made = suite(
      "[data]\ns = 's_*.h5'\n[expect.a]\ndata = 's'\ndataset = 'x'\nwhere = 'k == 1'\nsum = 6\n"
      "disjoint_from = 'o'\n");
  std::vector<std::string> told;
  const auto note = [&](const std::filesystem::path& file, const std::string& dataset) {
    told.push_back(file.filename().string() + ":" + dataset);
  };
  expect_verdict(tests::result_of(made, "a/sum", {.threads = 1, .rows_per_block = 0, .on_read = note}),
                 Verdict::kPassed);
  for (const char* wanted : {"s_0.h5:/x", "s_1.h5:/x", "s_0.h5:/k", "s_1.h5:/k", "s_0.h5:/o", "s_1.h5:/o"}) {
    EXPECT_GE(std::count(told.begin(), told.end(), wanted), 2)
        << wanted << ": once for its structure, once for its elements";
  }
}

TEST_F(Trouble, nothing_is_opened_before_a_case_asks_for_it) {
  data("for n in 'ab':\n  f = h5py.File(d / f'{n}.h5', 'w')\n  f['x'] = [1, 2]\n  f['y'] = [1, 2]\n");
  const auto made = suite(
      "[expect.a]\ndata = 'a.h5'\ndataset = 'x'\nsum = 3\n[expect.b]\ndata = 'b.h5'\ndataset = 'x'\nsum = 3\n"
      "[expect.c]\ndata = 'a.h5'\ndataset = 'x'\nmax = 2\n");
  std::vector<std::string> told;
  Evaluation evaluation(made.requests,
                        {.threads = 1, .rows_per_block = 0, .on_read = [&](const auto& file, const auto&) {
                           told.push_back(file.filename().string());
                         }});
  EXPECT_TRUE(told.empty());
  expect_verdict(evaluation.results(0).at(0), Verdict::kPassed);
  EXPECT_EQ(std::count(told.begin(), told.end(), "b.h5"), 0);
  const auto reads = std::count(told.begin(), told.end(), "a.h5");
  expect_verdict(evaluation.results(2).at(0), Verdict::kPassed);
  EXPECT_EQ(std::count(told.begin(), told.end(), "a.h5"), reads) << "both cases about the dataset share one pass";
  expect_verdict(evaluation.results(1).at(0), Verdict::kPassed);
}

}  // namespace
}  // namespace assay::expect
