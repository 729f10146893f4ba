#include <assay/base/error.hpp>
#include <assay/run/worker_programs.hpp>
#include <assay/suite/load.hpp>

#include "temporary_folder.hpp"
#include <gmock/gmock.h>

#include <cstdlib>

namespace assay::run {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// A project of one suite, a folder with the stock program, and build trees as the test makes them.
class WorkerPrograms : public testing::Test {
 protected:
  void SetUp() override {
    ::unsetenv("ASSAY_BUILD");
    folder_.append("project/suite/suite.toml", "[suite]\nname = \"s\"\n");
    folder_.append("bin/assay-data", "");
  }
  void TearDown() override { ::unsetenv("ASSAY_BUILD"); }

  [[nodiscard]] std::filesystem::path root() const { return folder_.path() / "project"; }

  /// Registers the suite in a build tree; its program is a script that lists one test of this name.
  void register_suite(const std::filesystem::path& build, const std::string& test, const std::string& body = "") const {
    const std::string place = std::filesystem::relative(build, folder_.path()).native();
    const auto program = folder_.append(
        place + "/program", "#!/bin/sh\n" +
                                (body.empty() ? R"(echo '{"schema":1,"tests":[{"name":")" + test +
                                                    R"(","file":"/t.cpp","line":3}]}' > "${1#--assay_list=}")"
                                              : body) +
                                "\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    folder_.append(place + "/assay/suites/s.json", R"({"schema":1,"suite":"s","file":")" +
                                                       (root() / "suite" / "suite.toml").native() + R"(","program":")" +
                                                       program.native() + "\"}");
  }

  [[nodiscard]] std::map<std::string, WorkerProgram> find(
      const std::optional<std::filesystem::path>& build = std::nullopt) const {
    return find_programs(suite::load_project(root()), folder_.path() / "bin", build);
  }

  TemporaryFolder folder_;
};

TEST_F(WorkerPrograms, ASuiteWithoutCppRunsInTheStockProgram) {
  const auto programs = find();
  EXPECT_EQ(programs.at("s").executable, folder_.path() / "bin" / "assay-data");
  EXPECT_FALSE(programs.at("s").own);
  EXPECT_TRUE(programs.at("s").training.empty());
}

TEST_F(WorkerPrograms, TheStockProgramThatTrainsIsFoundWhereItIsThere) {
  folder_.append("bin/assay-train", "");
  EXPECT_EQ(find().at("s").training, folder_.path() / "bin" / "assay-train");
  register_suite(root() / "build", "F.one");
  EXPECT_TRUE(find().at("s").own);
  EXPECT_EQ(find().at("s").training, folder_.path() / "bin" / "assay-train");
}

TEST_F(WorkerPrograms, AStockProgramThatIsNotThereIsTheFaultOfTheMachine) {
  std::filesystem::remove(folder_.path() / "bin" / "assay-data");
  EXPECT_THAT([&] { static_cast<void>(find()); }, ThrowsMessage<base::InfrastructureError>(HasSubstr("assay-data")));
}

TEST_F(WorkerPrograms, TheOnlyBuildTreeBelowTheRootIsFound) {
  register_suite(root() / "build" / "dev", "F.one");
  const auto programs = find();
  const WorkerProgram& program = programs.at("s");
  EXPECT_TRUE(program.own);
  EXPECT_EQ(program.executable, root() / "build" / "dev" / "program");
  EXPECT_EQ(program.build, root() / "build" / "dev");
  EXPECT_THAT(program.tests, ElementsAre("F.one"));
  EXPECT_EQ(program.places.at("F.one").to_text(), "/t.cpp:3:0");
}

TEST_F(WorkerPrograms, FromASuitesOwnFolderTheTreeOfTheWholeProjectIsFound) {
  register_suite(root() / "build", "F.one");
  const auto from_suite = [this] {
    return find_programs(suite::load_project(root() / "suite"), folder_.path() / "bin", std::nullopt);
  };
  EXPECT_FALSE(from_suite().at("s").own) << "nothing says that the folder above is part of it";
  folder_.append("project/CMakeLists.txt", "project(p)");
  folder_.append("project/suite/CMakeLists.txt", "");
  EXPECT_TRUE(from_suite().at("s").own);
  folder_.append("project/suite/.git", "");
  EXPECT_FALSE(from_suite().at("s").own) << "a repository of its own";
  folder_.append("project/suite/assay.toml", "[project]\nname = \"p\"\n");
  std::filesystem::remove(root() / "suite" / ".git");
  EXPECT_FALSE(from_suite().at("s").own) << "assay.toml is the root";
}

TEST_F(WorkerPrograms, ABuildTreeTooDeepOrBehindALinkIsNotLookedFor) {
  register_suite(root() / "a" / "b" / "c" / "d", "F.one");
  register_suite(folder_.path() / "elsewhere", "F.one");
  std::filesystem::create_directory_symlink(folder_.path() / "elsewhere", root() / "link");
  EXPECT_FALSE(find().at("s").own);
}

TEST_F(WorkerPrograms, SeveralBuildTreesAreListed) {
  register_suite(root() / "build-one", "F.one");
  register_suite(root() / "build-two", "F.two");
  EXPECT_THAT(
      [&] { static_cast<void>(find()); },
      ThrowsMessage<base::UserError>(AllOf(HasSubstr("build-one"), HasSubstr("build-two"), HasSubstr("--build"))));
  EXPECT_THAT(find(root() / "build-two").at("s").tests, ElementsAre("F.two"));
  ::setenv("ASSAY_BUILD", (root() / "build-one").c_str(), 1);
  EXPECT_THAT(find().at("s").tests, ElementsAre("F.one"));
  EXPECT_THAT(find(root() / "build-two").at("s").tests, ElementsAre("F.two")) << "the option wins";
}

TEST_F(WorkerPrograms, ABuildTreeOfAnotherProjectDoesNotFit) {
  register_suite(root() / "build", "F.one");
  folder_.append("other/suite/suite.toml", "[suite]\nname = \"s\"\n");
  const auto other = suite::load_project(folder_.path() / "other");
  EXPECT_THAT([&] { static_cast<void>(find_programs(other, folder_.path() / "bin", root() / "build")); },
              ThrowsMessage<base::UserError>(HasSubstr("registers no suite")));
}

TEST_F(WorkerPrograms, ABuildTreeThatIsNotThereIsTheUsersMistake) {
  EXPECT_THAT([&] { static_cast<void>(find(root() / "nowhere")); },
              ThrowsMessage<base::UserError>(AllOf(HasSubstr("--build"), HasSubstr("no such folder"))));
}

TEST_F(WorkerPrograms, ASuiteWithTestTablesNeedsAProgram) {
  folder_.append("project/suite/suite.toml", "[test.\"F.*\"]\ntimeout = \"1s\"\n");
  const auto without = find().at("s").mistakes;
  ASSERT_EQ(without.size(), 1U);
  EXPECT_THAT(without[0].to_text(), AllOf(HasSubstr("suite.toml:3:"), HasSubstr("assay_add_suite()")));
  register_suite(root() / "build", "F.one");
  EXPECT_TRUE(find().at("s").own);
  EXPECT_TRUE(find().at("s").mistakes.empty());
}

TEST_F(WorkerPrograms, AProgramThatCannotBeAskedIsTheFaultOfTheMachine) {
  for (const auto& [body, message] :
       {std::pair("exit 5", "ended with status 5"),
        std::pair("echo nothing > \"${1#--assay_list=}\"", "cannot be read"), std::pair("exit 0", "cannot be read"),
        std::pair("echo '{\"schema\":1,\"tests\":[{}]}' > \"${1#--assay_list=}\"", "a test without a name")}) {
    const std::filesystem::path build = root() / "build";
    std::filesystem::remove_all(build);
    register_suite(build, "", body);
    EXPECT_THAT([&] { static_cast<void>(find()); }, ThrowsMessage<base::InfrastructureError>(HasSubstr(message)))
        << body;
  }
  std::filesystem::remove(root() / "build" / "program");
  EXPECT_THAT([&] { static_cast<void>(find()); },
              ThrowsMessage<base::InfrastructureError>(HasSubstr("build it first")));
}

TEST_F(WorkerPrograms, ARegistrationThatCannotBeReadIsNamed) {
  folder_.append("project/build/assay/suites/s.json", "{");
  EXPECT_THAT([&] { static_cast<void>(find()); }, ThrowsMessage<base::InfrastructureError>(HasSubstr("s.json")));
}

}  // namespace
}  // namespace assay::run
