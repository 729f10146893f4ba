#include "ordinary_user.hpp"
#include "suite_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace assay::suite {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using std::chrono_literals::operator""min;
using std::chrono_literals::operator""h;

constexpr const char* kSuite = "[determinism.a]\n";

std::vector<std::string> suites_of(const fs::path& path) {
  std::vector<std::string> names;
  for (const Suite& suite : load_project(path).suites) {
    names.push_back(suite.name);
  }
  return names;
}

std::vector<std::string> mistakes_of_project(const fs::path& path) {
  std::vector<std::string> mistakes;
  try {
    (void)load_project(path);
  } catch (const base::UserError& error) {
    for (const auto& mistake : error.mistakes()) {
      mistakes.push_back(mistake.to_text());
    }
  }
  return mistakes;
}

TEST(Project, WithoutAFileHasTheDefaults) {
  const SuiteFolder folder;
  folder.write("a/suite.toml", kSuite);
  const Project project = load_project(folder.path());
  EXPECT_EQ(project.root, folder.path());
  EXPECT_FALSE(project.file);
  ASSERT_EQ(project.tiers.size(), 3U);
  EXPECT_EQ(project.tiers[0].name, "pr");
  EXPECT_EQ(project.tiers[0].budget, 10min);
  EXPECT_EQ(project.tiers[1].name, "scheduled");
  EXPECT_FALSE(project.tiers[1].budget);
  EXPECT_EQ(project.tiers[2].name, "nightly");
  EXPECT_EQ(project.tiers[2].cadence, Cadence::kNightly);
}

TEST(Project, FindsSuitesAtAndBelowThePathInOrder) {
  const SuiteFolder folder;
  folder.write("top/suite.toml", kSuite);
  folder.write("top/b/suite.toml", kSuite);
  folder.write("top/a/deep/suite.toml", kSuite);
  folder.write("other/suite.toml", kSuite);
  EXPECT_THAT(suites_of(folder.path() / "top"), ElementsAre("deep", "b", "top"));
  EXPECT_THAT(suites_of(folder.path() / "top/b/suite.toml"), ElementsAre("b"));
  EXPECT_THAT(suites_of(folder.path() / "top/b/"), ElementsAre("b"));
  EXPECT_THAT(suites_of(folder.path() / "top/b/../a"), ElementsAre("deep"));
}

TEST(Project, SkipsHiddenFoldersBuildTreesAndLinks) {
  const SuiteFolder folder;
  folder.write("real/suite.toml", kSuite);
  folder.write(".hidden/suite.toml", kSuite);
  folder.write("build/CMakeCache.txt", "");
  folder.write("build/suite.toml", kSuite);
  folder.write("build/below/suite.toml", kSuite);
  fs::create_directory_symlink(folder.path() / "real", folder.path() / "link");
  fs::create_directory_symlink(folder.path(), folder.path() / "real/loop");
  fs::create_symlink(folder.path() / "real/suite.toml", folder.path() / "suite.toml");
  fs::create_directory(folder.path() / "real/suite.toml.d");
  EXPECT_THAT(suites_of(folder.path()), ElementsAre("real"));
  EXPECT_THAT(suites_of(folder.path() / ".hidden"), ElementsAre("_hidden"));  // asked for by name
}

TEST(Project, AFolderThatCannotBeLookedIntoIsNamed) {
  const SuiteFolder folder;
  folder.write("a/suite.toml", kSuite);
  folder.write("locked/suite.toml", kSuite);
  fs::permissions(folder.path(), fs::perms::all);
  fs::permissions(folder.path() / "a", fs::perms::all);
  fs::permissions(folder.path() / "a/suite.toml", fs::perms::all);
  fs::permissions(folder.path() / "locked", fs::perms::none);
  std::vector<std::string> mistakes;
  {
    const OrdinaryUser user;
    mistakes = mistakes_of_project(folder.path());
  }
  fs::permissions(folder.path() / "locked", fs::perms::all);
  EXPECT_THAT(mistakes, ElementsAre(HasSubstr("locked: cannot be searched for suites: Permission denied")));
}

TEST(Project, AnEmptyFolderHasNoSuites) {
  const SuiteFolder folder;
  EXPECT_THAT(suites_of(folder.path()), IsEmpty());
}

TEST(Project, ReadsItsFileFromAbove) {
  const SuiteFolder folder;
  folder.write("assay.toml", R"([project]
name = "vision"
build = "cmake --build build"
[tier.quick]
budget = "10m"
per_case = "2m"
device = "cpu"
cadence = "pr"
[tier.all_night]
budget = "8h"
device = "cuda"
cadence = "nightly"
[history]
file = "runs/history"
keep = "400d"
suspect = "fail"
[notify.team]
url_env = "SLACK_WEBHOOK_URL"
)");
  folder.write("s/suite.toml", "[determinism.a]\ntier = 'all_night'\n[determinism.b]\n");
  const Project project = load_project(folder.path() / "s");
  EXPECT_EQ(project.name, "vision");
  EXPECT_EQ(project.build, "cmake --build build");
  EXPECT_EQ(project.root, folder.path());
  EXPECT_EQ(project.file, folder.path() / "assay.toml");
  ASSERT_EQ(project.tiers.size(), 2U);
  EXPECT_EQ(project.tiers[0].name, "quick");
  EXPECT_EQ(project.tiers[0].per_case, 2min);
  EXPECT_EQ(project.tiers[0].device, Device::kCpu);
  EXPECT_EQ(project.tiers[1].name, "all_night");
  EXPECT_EQ(project.tiers[1].budget, 8h);
  EXPECT_EQ(project.tiers[1].cadence, Cadence::kNightly);
  EXPECT_EQ(project.history.file, folder.path() / "runs/history");
  EXPECT_EQ(project.history.keep, 400 * 24h);
  EXPECT_TRUE(project.history.suspect_fails);
  ASSERT_EQ(project.notifications.size(), 1U);
  EXPECT_EQ(project.notifications[0].url_env, "SLACK_WEBHOOK_URL");
  ASSERT_EQ(project.suites.size(), 1U);
  EXPECT_EQ(project.suites[0].cases[0].options.tier, "all_night");
  EXPECT_EQ(project.suites[0].cases[1].options.tier, "quick");
}

TEST(Project, DoesNotLookForItsFileAboveARepository) {
  const SuiteFolder folder;
  folder.write("assay.toml", "[project]\nname = 'outer'\n");
  folder.write("repository/.git/HEAD", "");
  folder.write("repository/s/suite.toml", kSuite);
  EXPECT_EQ(load_project(folder.path() / "repository/s").name, "");
  folder.write("repository/assay.toml", "[project]\nname = 'inner'\n");
  EXPECT_EQ(load_project(folder.path() / "repository/s").name, "inner");
}

TEST(Project, ListedSuitesAreThoseOfTheProject) {
  const SuiteFolder folder;
  folder.write("assay.toml", "[[suite]]\npath = 'b'\n[[suite]]\npath = 'a/suite.toml'\n[[suite]]\npath = './b'\n");
  folder.write("a/suite.toml", kSuite);
  folder.write("b/suite.toml", kSuite);
  folder.write("c/suite.toml", kSuite);
  EXPECT_THAT(suites_of(folder.path()), ElementsAre("a", "b"));
  EXPECT_THAT(suites_of(folder.path() / "b"), ElementsAre("b"));
  EXPECT_THAT(suites_of(folder.path() / "c"), ElementsAre("c"));  // asked for, though it is not listed
}

TEST(Project, MistakesOfAllFilesComeTogether) {
  const SuiteFolder folder;
  folder.write("assay.toml",
               "[project]\nnmae = 'x'\n[tier.pr]\nbudget = 10\n[[suite]]\npath = 'nowhere'\n[[suite]]\npath = 'a'\n"
               "[history]\nfile = '${KIT_NO_SUCH_VARIABLE}/h'\nsuspect = 'panic'\n[notify.x]\n");
  folder.write("a/suite.toml", "[expect.a]\nwrong = 1\n");
  const auto mistakes = mistakes_of_project(folder.path());
  const std::string file = (folder.path() / "assay.toml").string();
  EXPECT_THAT(mistakes,
              testing::IsSupersetOf({HasSubstr(file + ":2:1: unknown key `project.nmae`; did you mean `name`?"),
                                     HasSubstr(file + ":4:10: `tier.pr.budget` must be a duration"),
                                     HasSubstr(file + ":6:8: `suite.path`: there is no"),
                                     HasSubstr(file + ":10:8: `history.file`: the environment variable "
                                                      "`KIT_NO_SUCH_VARIABLE` is not set"),
                                     HasSubstr(file + ":11:11: `history.suspect` must be \"warn\" or \"fail\""),
                                     HasSubstr(file + ":12:1: `notify.x` needs the key `url_env`"),
                                     HasSubstr("a/suite.toml:2:1: unknown key `expect.a.wrong`")}));
}

TEST(Project, TwoSuitesOfOneNameAreAMistake) {
  const SuiteFolder folder;
  folder.write("a/suite.toml", kSuite);
  folder.write("b/suite.toml", "\n[suite]\nname = 'a'\n");
  EXPECT_THAT(mistakes_of_project(folder.path()),
              ElementsAre(testing::AllOf(HasSubstr("b/suite.toml:3:8: a second suite of the name `a`"),
                                         HasSubstr("a/suite.toml"))));
  const SuiteFolder folders;
  folders.write("x/a/suite.toml", kSuite);
  folders.write("y/a/suite.toml", kSuite);
  EXPECT_THAT(mistakes_of_project(folders.path()), ElementsAre(HasSubstr("y/a/suite.toml: a second suite")));
}

TEST(Project, AnUnknownTierOfItsOwnIsAMistake) {
  const SuiteFolder folder;
  folder.write("assay.toml", "[tier.quick]\n");
  folder.write("s/suite.toml", "[determinism.a]\ntier = 'pr'\n");
  EXPECT_THAT(mistakes_of_project(folder.path()), ElementsAre(HasSubstr("there is no tier `pr`; known are `quick`")));
}

TEST(Project, APathThatIsNotThereIsNamed) {
  const SuiteFolder folder;
  EXPECT_THAT(mistakes_of_project(folder.path() / "nowhere"),
              ElementsAre(HasSubstr("nowhere: no such file or folder")));
  const auto file = folder.write("suite.toml/file", "");
  EXPECT_THAT(mistakes_of_project(file / "below"), testing::SizeIs(1));
  EXPECT_THAT(mistakes_of_project("/dev/null"), ElementsAre(HasSubstr("neither a folder nor a suite file")));
}

}  // namespace
}  // namespace assay::suite
