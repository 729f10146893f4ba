// What cannot be read is a problem that names file, object and cause: never a number, a crash or a large allocation.
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/file.hpp>

#include "test_support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace assay::hdf5 {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// The first problem on the way to a dataset's last element; none when all can be read.
std::optional<Problem> problem_of(const std::string& file_name, const std::string& dataset_path,
                                  std::uint64_t rows_per_block = 0) {
  const auto file = File::open(tests::made_files() / file_name);
  if (!file) {
    return file.error();
  }
  const auto dataset = file->dataset(dataset_path);
  if (!dataset) {
    return dataset.error();
  }
  BlockSource source(*dataset, rows_per_block);
  while (true) {
    const auto raw = source.next();
    if (!raw) {
      return raw.error();
    }
    if (!raw->has_value()) {
      return std::nullopt;
    }
    if (const auto block = (*raw)->decode(); !block) {
      return block.error();
    }
  }
}

void expect_problem(const std::string& file, const std::string& dataset, Problem::Kind kind,
                    const ::testing::Matcher<std::string>& message) {
  SCOPED_TRACE(file + ":" + dataset);
  for (const std::uint64_t rows : {0U, 1U}) {
    const auto problem = problem_of(file, dataset, rows);
    ASSERT_TRUE(problem.has_value());
    EXPECT_EQ(problem->kind, kind);
    EXPECT_THAT(problem->message, AllOf(HasSubstr(file), message, Not(HasSubstr("gives no reason"))));
    EXPECT_EQ(problem->file, tests::made_files() / file);
  }
}

constexpr auto kMissing = Problem::Kind::kMissing;
constexpr auto kNotDataset = Problem::Kind::kNotDataset;
constexpr auto kUnreadable = Problem::Kind::kUnreadable;

TEST(open, refuses_what_is_no_hdf5_file) {
  expect_problem("text.h5", "x", kUnreadable, HasSubstr("not an HDF5 file"));
  expect_problem("empty.h5", "x", kUnreadable, HasSubstr("empty"));
  expect_problem("deep", "x", kUnreadable, HasSubstr("folder"));
  expect_problem("no_such.h5", "x", kMissing, HasSubstr("No such file"));
  expect_problem("truncated.h5", "x", kUnreadable, AllOf(HasSubstr("cut short"), HasSubstr("20000")));
}

TEST(open, does_not_wait_for_a_pipe) {
  const tests::TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe.h5").c_str(), 0600), 0);
  const auto file = File::open(folder / "pipe.h5");
  ASSERT_FALSE(file.has_value());
  EXPECT_THAT(file.error().message, HasSubstr("not a regular file"));
}

TEST(open, explains_a_lock) {
  const tests::TemporaryFolder folder;
  const std::string path = (folder / "locked.h5").string();
  const std::string done = (folder / "done").string();
  ASSERT_EQ(mkfifo(done.c_str(), 0600), 0);
  // The writer says that it has the file open, then waits until the pipe is opened here.
  const std::string command = "/usr/bin/python3 -c \"import h5py; f = h5py.File('" + path +
                              "', 'w'); print('open', flush=True); open('" + done + "').read()\"";
  FILE* writer = popen(command.c_str(), "r");
  ASSERT_NE(writer, nullptr);
  EXPECT_EQ(fgetc(writer), 'o');
  const auto file = File::open(path);
  std::ofstream(done).put('x');
  EXPECT_EQ(pclose(writer), 0);
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().kind, kUnreadable);
  EXPECT_THAT(file.error().message, AllOf(HasSubstr("locked"), HasSubstr("HDF5_USE_FILE_LOCKING=FALSE")));
}

TEST(dataset, that_is_not_there_is_named) {
  expect_problem("links.h5", "no_such", kMissing, HasSubstr("/no_such: is not there"));
  expect_problem("links.h5", "group/no_such", kMissing, HasSubstr("/group/no_such"));
  expect_problem("links.h5", "no/such/path", kMissing, HasSubstr("no group /no"));
  expect_problem("links.h5", "x/y", kMissing, HasSubstr("/x is a dataset, not a group"));
  expect_problem("links.h5", "group", kNotDataset, HasSubstr("group"));
  expect_problem("links.h5", "folder", kNotDataset, HasSubstr("group"));
  expect_problem("links.h5", "/", kNotDataset, HasSubstr("root group"));
  expect_problem("links.h5", "", kNotDataset, HasSubstr("root group"));
  expect_problem("links.h5", "group/kind", kNotDataset, HasSubstr("named type"));
  expect_problem("links.h5", std::string("x\0y", 3), kMissing, HasSubstr("null character"));
}

TEST(links, that_lead_nowhere_are_missing_datasets) {
  expect_problem("links.h5", "nowhere", kMissing, HasSubstr("soft link /nowhere leads to /no/such"));
  expect_problem("links.h5", "nowhere/x", kMissing, HasSubstr("soft link /nowhere"));
  expect_problem("links.h5", "loop", kMissing, HasSubstr("/loop"));
  expect_problem("links.h5", "no_file", kMissing, HasSubstr("no_such_file.h5, which is not there"));
  expect_problem("links.h5", "no_target", kMissing, HasSubstr("/no/such in file deep/other.h5"));
  expect_problem("links.h5", "no_hdf5", kUnreadable, HasSubstr("text.h5"));
}

TEST(members, that_are_not_there_are_missing_and_the_others_are_named) {
  expect_problem("compounds.h5", "g/contiguous.aeg", kMissing, AllOf(HasSubstr("aeg"), HasSubstr("age, pos, in, tag")));
  expect_problem("compounds.h5", "g/contiguous.in.w", kMissing, HasSubstr("u, v"));
  expect_problem("compounds.h5", "g/contiguous.age.x", kMissing, HasSubstr("int8, not compound"));
  expect_problem("links.h5", "x.y", kMissing, HasSubstr("int64, not compound"));
  expect_problem("links.h5", "y.x", kMissing, HasSubstr("/y.x: is not there"));
}

TEST(types, that_are_not_exact_are_refused_with_the_reason) {
  expect_problem("not_readable.h5", "longdouble", kUnreadable, HasSubstr("wider than float64"));
  expect_problem("not_readable.h5", "reference", kUnreadable, HasSubstr("reference"));
  expect_problem("not_readable.h5", "opaque", kUnreadable, HasSubstr("opaque"));
  expect_problem("not_readable.h5", "bitfield", kUnreadable, HasSubstr("bitfield"));
  expect_problem("not_readable.h5", "twelve_bits", kUnreadable, HasSubstr("12 bits within 2 bytes"));
  expect_problem("not_readable.h5", "shifted", kUnreadable, HasSubstr("12 bits within 2 bytes"));
  expect_problem("not_readable.h5", "three_bytes", kUnreadable, HasSubstr("3 bytes"));
  expect_problem("not_readable.h5", "odd_bias", kUnreadable, HasSubstr("8 exponent and 23 mantissa bits"));
  expect_problem("not_readable.h5", "table", kUnreadable, HasSubstr("member b: floats of 128 bits"));
  expect_problem("not_readable.h5", "table.b", kUnreadable, HasSubstr("wider than float64"));
  expect_problem("compounds.h5", "mixed", kUnreadable, HasSubstr("member name has a variable length"));
}

TEST(damage, is_found_and_placed) {
  expect_problem("flipped.h5", "checksum", kUnreadable, AllOf(HasSubstr("chunk [50]"), HasSubstr("Fletcher-32")));
  expect_problem("flipped.h5", "deflate", kUnreadable, AllOf(HasSubstr("chunk [500]"), HasSubstr("damaged")));
  expect_problem("agreed.h5", "x", kUnreadable, AllOf(HasSubstr("cut short"), HasSubstr("20000 bytes")));
  expect_problem("filters.h5", "damaged/too_few", kUnreadable, HasSubstr("fewer bytes than the 20"));
  expect_problem("filters.h5", "damaged/too_many", kUnreadable, HasSubstr("more bytes than the 20"));
  expect_problem("filters.h5", "damaged/no_stream", kUnreadable, HasSubstr("damaged"));
  expect_problem("filters.h5", "damaged/far_too_long", kUnreadable, HasSubstr("5000 bytes"));
  expect_problem("filters.h5", "damaged/checksum_missing", kUnreadable, HasSubstr("cannot hold the 20 bytes"));
}

TEST(damage, ends_the_source_and_spares_the_blocks_before) {
  const auto file = File::open(tests::made_files() / "flipped.h5");
  BlockSource source(file->dataset("checksum").value(), 50);
  const auto first = source.next();
  ASSERT_TRUE(first.has_value() && first->has_value());
  EXPECT_TRUE((*first)->decode().has_value());
  const auto second = source.next();
  ASSERT_TRUE(second.has_value() && second->has_value()) << "reading is well, decoding finds it";
  EXPECT_FALSE((*second)->decode().has_value());
}

TEST(filters, that_are_not_there_are_named_by_number) {
  expect_problem("filters.h5", "unknown", kUnreadable, HasSubstr("filter 509"));
}

TEST(elsewhere, missing_sources_are_not_passed_over) {
  expect_problem("virtual.h5", "hole", kUnreadable, HasSubstr("gone.h5"));
  expect_problem("virtual.h5", "nested_hole", kUnreadable, HasSubstr("gone.h5"));
  expect_problem("virtual.h5", "no_source", kUnreadable, HasSubstr("/no_such"));
  expect_problem("external.h5", "gone", kUnreadable, HasSubstr("gone.bin"));
  expect_problem("external.h5", "short", kUnreadable, AllOf(HasSubstr("short.bin"), HasSubstr("20 bytes")));
}

TEST(vast_datasets, are_read_in_small_blocks_or_refused) {
  const auto file = File::open(tests::made_files() / "unwritten.h5");
  const auto vast = file->dataset("vast").value();
  EXPECT_EQ(vast.rows(), std::uint64_t{1} << 60U);
  BlockSource source(vast);
  for (int i = 0; i < 3; ++i) {
    const auto raw = source.next();
    ASSERT_TRUE(raw.has_value() && raw->has_value());
    const auto block = (*raw)->decode();
    ASSERT_TRUE(block.has_value());
    EXPECT_LE(block->bytes.size(), BlockSource::kMostBlockBytes);
    ASSERT_EQ(block->unwritten.size(), 1U);
    EXPECT_EQ(block->unwritten[0], std::pair(std::uint64_t{0}, block->rows));
  }
  expect_problem("unwritten.h5", "vast_row", kUnreadable, HasSubstr("claim more than"));
  expect_problem("unwritten.h5", "uncountable", kUnreadable, HasSubstr("more elements than can be counted"));
  const auto uncountable = file->dataset("uncountable");
  ASSERT_TRUE(uncountable.has_value()) << "its structure can be judged";
  EXPECT_EQ(uncountable->shape().size(), 2U);
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // which take more for themselves
  struct rusage usage {};
  ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  EXPECT_LT(usage.ru_maxrss, 2 << 20) << "kilobytes";
#endif
}

}  // namespace
}  // namespace assay::hdf5
