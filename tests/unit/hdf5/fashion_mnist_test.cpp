// The program assay_fashion_mnist, from outside: h5py against the IDX files read by numpy.
#include "test_support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sys/stat.h>

namespace assay::hdf5 {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using tests::run;

const std::filesystem::path kDebian = "/usr/share/datasets/fashion-mnist";

std::string quiet_make(const std::filesystem::path& output) {
  const tests::Outcome outcome = run({ASSAY_FASHION_MNIST, "--output", output.string(), "--quiet"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(outcome.output, "");
  return output.string();
}

/// Made once for all tests here.
const std::filesystem::path& made() {
  static const tests::TemporaryFolder folder;
  static const std::filesystem::path path = quiet_make(folder / "fashion_mnist.h5");
  return path;
}

ino_t inode(const std::filesystem::path& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_ino;
}

std::size_t entries(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

void copy_inputs(const std::filesystem::path& folder) {
  std::filesystem::copy(kDebian, folder, std::filesystem::copy_options::recursive);
}

TEST(fashion_mnist, holds_what_the_idx_files_hold) {
  const tests::Outcome outcome = tests::run_script("check_fashion_mnist.py", {kDebian.string(), made().string()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST(fashion_mnist, is_made_again_only_when_it_changed) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder / "copy.h5";
  std::filesystem::copy_file(made(), path);
  const ino_t before = inode(path);
  const tests::Outcome again = run({ASSAY_FASHION_MNIST, path.string()});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.output, AllOf(HasSubstr("up to date"), HasSubstr(path.string())));
  EXPECT_EQ(inode(path), before);

  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(10'000'000);
  file.put(static_cast<char>(file.peek() ^ 1));
  file.close();
  const tests::Outcome repaired = run({ASSAY_FASHION_MNIST, path.string()});
  EXPECT_EQ(repaired.exit_code, 0);
  EXPECT_THAT(repaired.output, HasSubstr("made"));
  EXPECT_NE(inode(path), before);
  EXPECT_EQ(tests::read_bytes(path), tests::read_bytes(made()));
}

TEST(fashion_mnist, stands_in_the_cache_unless_told_otherwise) {
  const tests::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "assay/datasets");
  std::filesystem::copy_file(made(), folder / "assay/datasets/fashion_mnist.h5");
  const tests::Outcome outcome = run({ASSAY_FASHION_MNIST}, "XDG_CACHE_HOME=" + folder.path().string());
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("up to date: " + (folder / "assay/datasets/fashion_mnist.h5").string()));
}

TEST(fashion_mnist, refuses_inputs_that_are_not_the_published_ones) {
  const tests::TemporaryFolder folder;
  copy_inputs(folder / "idx");
  const std::string source = (folder / "idx").string();
  const std::filesystem::path labels = folder / "idx/t10k-labels-idx1-ubyte.gz";
  const auto make = [&] {
    return run({ASSAY_FASHION_MNIST, "--source", source, "--output", (folder / "x.h5").string()});
  };
  const auto replace_labels = [&](const std::string& python) {
    std::filesystem::copy_file(kDebian / labels.filename(), labels, std::filesystem::copy_options::overwrite_existing);
    const tests::Outcome outcome = run({"/usr/bin/python3", "-c",
                                        "import gzip, sys; b = bytearray(gzip.open(sys.argv[1]).read()); " + python +
                                            "; gzip.open(sys.argv[1], 'wb').write(bytes(b))",
                                        labels.string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  };

  replace_labels("b[5000] = (b[5000] + 1) % 10");
  tests::Outcome outcome = make();
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("t10k-labels-idx1-ubyte.gz"), HasSubstr("SHA-256")));
  replace_labels("b[2] = 9");
  outcome = make();
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("IDX header"));
  replace_labels("b += b'x'");
  EXPECT_THAT(make().output, HasSubstr("more bytes"));
  replace_labels("del b[100:]");
  EXPECT_THAT(make().output, HasSubstr("fewer bytes"));
  std::ofstream(labels) << "text";
  EXPECT_THAT(make().output, HasSubstr("not gzip"));
  std::filesystem::remove(labels);
  outcome = make();
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("t10k-labels-idx1-ubyte.gz"));
  EXPECT_EQ(entries(folder.path()), 1U) << "nothing but the inputs";

  replace_labels("pass");
  EXPECT_EQ(make().exit_code, 0) << "compressed anew, but the same content";
}

TEST(fashion_mnist, overwrites_nobody_elses_file) {
  const tests::TemporaryFolder folder;
  std::ofstream(folder / "mine.h5") << "mine";
  tests::Outcome outcome = run({ASSAY_FASHION_MNIST, (folder / "mine.h5").string()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("not made by this program"));
  EXPECT_EQ(tests::read_bytes(folder / "mine.h5"), "mine");
  outcome = run({ASSAY_FASHION_MNIST, folder.path().string()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("not a file"));
  EXPECT_EQ(run({ASSAY_FASHION_MNIST, "--no-such-option"}).exit_code, 2);
  outcome = run({ASSAY_FASHION_MNIST, (folder / "mine.h5/x.h5").string()});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
}

TEST(fashion_mnist, leaves_nothing_when_it_is_killed) {
  const tests::TemporaryFolder folder;
  // One second of processor time is over before the file can be whole.
  const tests::Outcome outcome = run({ASSAY_FASHION_MNIST, (folder / "x.h5").string()}, "ulimit -t 1;");
  EXPECT_GT(outcome.exit_code, 128) << outcome.output;
  EXPECT_EQ(entries(folder.path()), 0U);
}

}  // namespace
}  // namespace assay::hdf5
