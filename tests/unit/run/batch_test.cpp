#include <assay/run/batch.hpp>

#include "temporary_folder.hpp"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>

namespace assay::run {
namespace {

TEST(Batch, ReadsBackAsItWasWritten) {
  const TemporaryFolder folder;
  const Batch batch{.run = "r",
                    .suite_file = "/a b/suite.toml",
                    .files = "/out/files",
                    .keeps_files = true,
                    .tier = "nightly",
                    .seed = std::numeric_limits<std::uint64_t>::max(),
                    .cases = {"s.expect.a", "s.test.Fixture.name/0"}};
  write_batch(batch, folder.path() / "batch.json");
  const auto read = read_batch(folder.path() / "batch.json");
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ(*read, batch);
}

TEST(Batch, IsAFileThatOtherProgramsCanRead) {
  const TemporaryFolder folder;
  write_batch({.run = "r", .suite_file = "/s/suite.toml", .cases = {"s.expect.a"}}, folder.path() / "batch.json");
  std::ifstream file(folder.path() / "batch.json");
  EXPECT_EQ(nlohmann::json::parse(file),
            nlohmann::json::parse(R"({"schema":1,"run":"r","suite_file":"/s/suite.toml","cases":["s.expect.a"]})"));
}

TEST(Batch, WhatIsNoBatchIsASentenceThatNamesTheFile) {
  const TemporaryFolder folder;
  for (const char* content : {"", "{}", "[]", R"({"schema":1,"cases":[]})", R"({"schema":1,"cases":["a",2]})",
                              R"({"schema":2,"cases":["a"]})", R"({"schema":1,"run":1,"cases":["a"]})"}) {
    std::filesystem::remove(folder.path() / "b");
    folder.append("b", content);
    const auto read = read_batch(folder.path() / "b");
    ASSERT_FALSE(read.has_value()) << content;
    EXPECT_THAT(read.error(), testing::HasSubstr((folder.path() / "b").native())) << content;
  }
  EXPECT_FALSE(read_batch(folder.path() / "missing").has_value());
  EXPECT_FALSE(read_batch(folder.path()).has_value());
}

}  // namespace
}  // namespace assay::run
