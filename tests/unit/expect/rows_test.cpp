// unique and disjoint_from: what counts as the same row.
#include "made_suite.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::expect {
namespace {

using base::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;

class Rows : public testing::Test {
 protected:
  void data(const std::string& code) { tests::make_data(folder_.path(), code); }
  base::CheckResult look(const std::string& toml, const std::string& name) {
    return tests::result_of(tests::write_suite(folder_.path(), toml), name);
  }
  base::CheckResult check(const std::string& code, const std::string& toml, const std::string& name) {
    data(code);
    return look(toml, name);
  }

 private:
  tests::TemporaryFolder folder_;
};

std::vector<std::uint64_t> rows_of(const base::CheckResult& result) {
  std::vector<std::uint64_t> rows;
  if (result.failures.empty()) return rows;
  for (const base::Offender& offender : result.failures[0].offenders) rows.push_back(offender.row);
  return rows;
}

constexpr const char* kUnique = "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nunique = true\n";

TEST_F(Rows, all_but_the_first_of_equal_rows_are_counted) {
  const auto result =
      check("f = h5py.File(d / 'd.h5', 'w')\nf['x'] = [[1, 2], [3, 4], [1, 2], [2, 1], [3, 4], [1, 2]]\n", kUnique,
            "a/unique");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  EXPECT_THAT(rows_of(result), ElementsAre(2, 4, 5));
  EXPECT_EQ(result.failures[0].unexpected, 3U);
  EXPECT_EQ(result.failures[0].total, 6U);
  EXPECT_EQ(result.reason, "3 of 6 rows of /x in d.h5 repeat an earlier one; the first is row 2, equal to row 0");
}

TEST_F(Rows, zeros_of_both_signs_are_equal_and_so_are_all_nan) {
  const auto result = check(
      "f = h5py.File(d / 'd.h5', 'w')\nx = np.array([0.0, -0.0, np.nan, 1, 0], 'f4')\n"
      "x.view('u4')[4] = 0xFFC12345\nf['x'] = x\n",
      kUnique, "a/unique");
  EXPECT_THAT(rows_of(result), ElementsAre(1, 4));
}

TEST_F(Rows, missing_parts_are_equal_to_each_other_and_rows_of_nothing_are_left_out) {
  const auto result =
      check("f = h5py.File(d / 'd.h5', 'w')\nn = np.nan\nf['x'] = [[1, n], [1, n], [n, 1], [n, n], [n, n], [1, 0]]\n",
            "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nmissing = 'nan'\nunique = true\n", "a/unique");
  EXPECT_THAT(rows_of(result), ElementsAre(1));
  EXPECT_EQ(result.failures[0].total, 4U);
  EXPECT_EQ(tests::metric(result, "missing"), base::Scalar{std::int64_t{7}});
}

TEST_F(Rows, text_is_told_apart_by_its_whole_content) {
  data(
      "f = h5py.File(d / 'd.h5', 'w')\nrows = [['ab', 'c'], ['a', 'bc'], ['ab', 'cc']]\n"
      "f.create_dataset('x', data=rows, dtype=h5py.string_dtype())\nf.create_dataset('y', data=rows, dtype='S4')\n");
  EXPECT_EQ(look(kUnique, "a/unique").verdict, Verdict::kPassed);
  EXPECT_EQ(look("[expect.a]\ndata = 'd.h5'\ndataset = 'y'\nunique = true\n", "a/unique").verdict, Verdict::kPassed);
}

constexpr const char* kTable =
    "f = h5py.File(d / 'd.h5', 'w')\n"
    "t = np.array([(1, 0.0, b'u', 1), (1, -0.0, b'u', 1), (2, 0.0, b'u', 1), (1, 0.0, b'v', 2)], "
    "[('a', 'i4'), ('b', 'f8'), ('s', 'S3'), ('in', [('c', 'i2')])])\n"
    "f['x'] = t\nf['other'] = [1, 2, 3, 4]\n";

TEST_F(Rows, whole_compound_rows_compare_by_value) {
  EXPECT_THAT(rows_of(check(kTable, kUnique, "a/unique")), ElementsAre(1));
}

TEST_F(Rows, key_of_members_and_other_datasets) {
  data(kTable);
  const std::string head = "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nunique = { of = ";
  EXPECT_THAT(rows_of(look(head + "['a', 's'] }\n", "a/unique")), ElementsAre(1));
  EXPECT_THAT(rows_of(look(head + "['a'] }\n", "a/unique")), ElementsAre(1, 3));
  EXPECT_THAT(rows_of(look(head + "['in.c'] }\n", "a/unique")), ElementsAre(1, 2));
  EXPECT_THAT(rows_of(look(head + "['a', 'other'] }\n", "a/unique")), ElementsAre());
  const auto result = look(head + "['a', 'nothing'] }\n", "a/unique");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  EXPECT_THAT(result.reason, HasSubstr("/nothing"));
}

TEST_F(Rows, conditions_choose_the_rows_and_positions_stay_those_of_the_original) {
  const auto result = check("f = h5py.File(d / 'd.h5', 'w')\nf['x'] = [5, 5, 7, 7, 7]\nf['k'] = [0, 1, 1, 0, 1]\n",
                            "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nwhere = 'k == 1'\nunique = true\n", "a/unique");
  EXPECT_THAT(rows_of(result), ElementsAre(4));
  EXPECT_EQ(result.failures[0].total, 3U);
}

TEST_F(Rows, more_than_twenty_are_counted_but_not_listed) {
  const auto result = check("f = h5py.File(d / 'd.h5', 'w')\nf['x'] = np.zeros(100)\n", kUnique, "a/unique");
  EXPECT_EQ(result.failures[0].unexpected, 99U);
  EXPECT_EQ(result.failures[0].offenders.size(), 20U);
  EXPECT_TRUE(result.failures[0].truncated);
}

constexpr const char* kDisjoint =
    "[data]\nd = 'd.h5'\ne = 'e.h5'\n[expect.a]\ndata = 'd'\ndataset = 'x'\ndisjoint_from = { data = 'e', dataset = "
    "'x' }\n";

TEST_F(Rows, disjoint_names_the_case_s_own_rows) {
  const auto result = check(
      "with h5py.File(d / 'd.h5', 'w') as f: f['x'] = [[1, 2], [3, 4], [5, 6]]\n"
      "with h5py.File(d / 'e.h5', 'w') as f: f['x'] = [[9, 9], [5, 6], [5, 6], [2, 1]]\n",
      kDisjoint, "a/disjoint_from");
  EXPECT_EQ(result.verdict, Verdict::kFailed);
  EXPECT_THAT(rows_of(result), ElementsAre(2));
  EXPECT_EQ(result.failures[0].total, 3U);
  EXPECT_EQ(result.reason, "1 of 3 rows of /x in d.h5 stands in /x in e.h5 too; it is row 2, equal to row 1 there");
}

TEST_F(Rows, whole_numbers_of_other_widths_compare_by_value) {
  const std::string code =
      "with h5py.File(d / 'd.h5', 'w') as f: f['x'] = np.array([-1, 200, 7], 'i2')\n"
      "with h5py.File(d / 'e.h5', 'w') as f: f['x'] = np.array([2**64 - 1, 200], 'u8')\n";
  EXPECT_THAT(rows_of(check(code, kDisjoint, "a/disjoint_from")), ElementsAre(1));
}

TEST_F(Rows, a_dataset_is_not_disjoint_from_itself_and_cycles_are_fine) {
  const std::string code =
      "with h5py.File(d / 'd.h5', 'w') as f:\n  f['x'] = [1, 2]\n  f['y'] = [2, 3]\n  f['n'] = np.zeros(0, 'i8')\n";
  data(code);
  const std::string toml =
      "[defaults.expect]\ndata = 'd.h5'\n[expect.self]\ndataset = 'x'\ndisjoint_from = 'x'\n"
      "[expect.x]\ndataset = 'x'\ndisjoint_from = 'y'\nsum = 3\n[expect.y]\ndataset = 'y'\ndisjoint_from = 'x'\nsum = "
      "5\n"
      "[expect.empty]\ndataset = 'x'\ndisjoint_from = 'n'\n[expect.late]\ndataset = 'n'\nrows = 0\n"
      "[expect.allowed]\ndataset = 'x'\ndisjoint_from = { in = 'n', allow_empty = true }\n";
  EXPECT_THAT(rows_of(look(toml, "self/disjoint_from")), ElementsAre(0, 1));
  EXPECT_THAT(rows_of(look(toml, "x/disjoint_from")), ElementsAre(1));
  EXPECT_THAT(rows_of(look(toml, "y/disjoint_from")), ElementsAre(0));
  EXPECT_EQ(look(toml, "y/sum").verdict, Verdict::kPassed);
  const auto empty = look(toml, "empty/disjoint_from");
  EXPECT_EQ(empty.verdict, Verdict::kFailed);
  EXPECT_THAT(empty.reason, HasSubstr("no data"));
  EXPECT_EQ(look(toml, "allowed/disjoint_from").verdict, Verdict::kPassed);
}

}  // namespace
}  // namespace assay::expect
