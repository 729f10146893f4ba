#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>

#include "temporary_folder.hpp"
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace assay::base {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kPlenty = 1U << 20U;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

std::string failure_of_writing(const fs::path& path) {
  try {
    write_file_atomically(path, "new");
  } catch (const InfrastructureError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ReadTextFile, ReadsBytesAsTheyAre) {
  const TemporaryFolder folder;
  const std::string text{"a\0b\r\n\xff", 6};
  std::ofstream(folder / "file", std::ios::binary) << text;
  EXPECT_EQ(read_text_file(folder / "file", kPlenty).value(), text);
  std::ofstream(folder / "empty", std::ios::binary);
  EXPECT_EQ(read_text_file(folder / "empty", 0).value(), "");
}

TEST(ReadTextFile, TheLimitItselfIsAllowed) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file", std::ios::binary) << "12345";
  EXPECT_TRUE(read_text_file(folder / "file", 5));
  const auto refused = read_text_file(folder / "file", 4);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), "cannot read " + (folder / "file").string() + ": it is larger than 4 bytes");
}

TEST(ReadTextFile, FilesThatDoNotKnowTheirSizeAreReadToTheEnd) {
  EXPECT_FALSE(read_text_file("/proc/self/status", kPlenty).value().empty());
  EXPECT_FALSE(read_text_file("/proc/self/status", 10));
}

TEST(ReadTextFile, SaysWhyNot) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  const std::string base = "cannot read " + folder.path().string();
  EXPECT_EQ(read_text_file(folder / "none", kPlenty).error(), base + "/none: No such file or directory");
  EXPECT_EQ(read_text_file(folder.path(), kPlenty).error(), base + ": it is a folder, a file was expected");
  EXPECT_EQ(read_text_file(folder / "pipe", kPlenty).error(), base + "/pipe: it is not a regular file");
  fs::create_symlink("loop", folder / "loop");
  EXPECT_FALSE(read_text_file(folder / "loop", kPlenty));
}

TEST(ReadTextFile, WithoutPermissionSaysSo) {
  if (geteuid() == 0) {
    GTEST_SKIP() << "root may read everything";
  }
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "secret";
  fs::permissions(folder / "file", fs::perms::none);
  EXPECT_EQ(read_text_file(folder / "file", kPlenty).error(),
            "cannot read " + (folder / "file").string() + ": Permission denied");
}

TEST(WriteFileAtomically, WritesNewContentAndNothingElse) {
  const TemporaryFolder folder;
  const std::string text{"a\0b", 3};
  write_file_atomically(folder / "file", text);
  EXPECT_EQ(content_of(folder / "file"), text);
  write_file_atomically(folder / "file", "");
  EXPECT_EQ(content_of(folder / "file"), "");
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"file"});
}

TEST(WriteFileAtomically, MakesMissingFolders) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "a/b/c.json", "deep");
  EXPECT_EQ(content_of(folder / "a/b/c.json"), "deep");
  fs::create_directory_symlink(folder / "a", folder / "link");
  write_file_atomically(folder / "link/d.json", "through a link to a folder");
  EXPECT_EQ(content_of(folder / "a/d.json"), "through a link to a folder");
}

TEST(WriteFileAtomically, ANameOfTheGreatestLengthIsFine) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  write_file_atomically(folder / name, "x");
  EXPECT_EQ(content_of(folder / name), "x");
}

TEST(WriteFileAtomically, AReaderOfTheOldFileKeepsTheOldContent) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "old";
  std::ifstream reader(folder / "file");
  write_file_atomically(folder / "file", "new");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(reader), {}), "old");
  EXPECT_EQ(content_of(folder / "file"), "new");
}

TEST(WriteFileAtomically, KeepsPermissionsOfTheFileThatItReplaces) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "old";
  fs::permissions(folder / "file", fs::perms::owner_read | fs::perms::owner_write);
  write_file_atomically(folder / "file", "new");
  EXPECT_EQ(fs::status(folder / "file").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(WriteFileAtomically, ALinkIsReplacedAndItsTargetUntouched) {
  const TemporaryFolder folder;
  std::ofstream(folder / "victim") << "precious";
  fs::create_symlink(folder / "victim", folder / "file");
  fs::create_symlink(folder / "nowhere", folder / "dangling");
  write_file_atomically(folder / "file", "new");
  write_file_atomically(folder / "dangling", "new");
  EXPECT_EQ(content_of(folder / "victim"), "precious");
  EXPECT_FALSE(fs::exists(folder / "nowhere"));
  EXPECT_FALSE(fs::is_symlink(folder / "file"));
  EXPECT_EQ(content_of(folder / "file"), "new");
  EXPECT_EQ(content_of(folder / "dangling"), "new");
}

TEST(WriteFileAtomically, ADeviceIsWrittenIntoAndNeverReplaced) {
  const TemporaryFolder folder;
  fs::create_symlink("/dev/null", folder / "null");
  write_file_atomically(folder / "null", "gone");
  EXPECT_TRUE(fs::is_symlink(folder / "null"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(WriteFileAtomically, SaysWhyNot) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "a file";
  fs::create_directory(folder / "folder");
  const std::string base = "cannot write " + folder.path().string();
  EXPECT_EQ(failure_of_writing(folder / "folder"), base + "/folder: it is a folder, a file was expected");
  EXPECT_EQ(failure_of_writing(folder / "none/"), base + "/none/: the name of a file was expected");
  EXPECT_EQ(failure_of_writing(folder / std::string(256, 'n')),
            base + "/" + std::string(256, 'n') + ": File name too long");
  EXPECT_EQ(failure_of_writing(folder / "file/below"),
            base + "/file/below: its folder " + (folder / "file").string() + " cannot be made: Not a directory");
}

TEST(WriteFileAtomically, LeavesNothingBehindWhenItFails) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "old";
  // A limit on the size of files makes the write itself fail, as a full disk would, for root as well.
  const auto limited_write = [&folder] {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file_atomically(folder / "file", std::string(100'000, 'x'));
    } catch (const InfrastructureError&) {
      std::_Exit(7);
    }
    std::_Exit(0);
  };
  EXPECT_EXIT(limited_write(), testing::ExitedWithCode(7), "");
  EXPECT_EQ(content_of(folder / "file"), "old");
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"file"});
}

TEST(WriteFileAtomically, WithoutPermissionSaysSo) {
  if (geteuid() == 0) {
    GTEST_SKIP() << "root may write everywhere";
  }
  const TemporaryFolder folder;
  fs::create_directory(folder / "closed");
  fs::permissions(folder / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(failure_of_writing(folder / "closed/file"),
            "cannot write " + (folder / "closed/file").string() + ": Permission denied");
}

}  // namespace
}  // namespace assay::base
