#include "ordinary_user.hpp"
#include "suite_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace assay::suite {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// A suite of one case that names this data, in a folder with files.
class ResolveData : public testing::Test {
 protected:
  tl::expected<DataFiles, std::vector<base::Mistake>> resolve(const std::string& pattern) {
    return resolve_text("[data]\nd = '" + pattern + "'\n[expect.a]\ndata = 'd'\ndataset = 'x'\nfinite = true\n");
  }

  tl::expected<DataFiles, std::vector<base::Mistake>> resolve_text(const std::string& text) {
    suite_ = load_suite(folder_.write("suite.toml", text), default_tiers());
    std::vector<const Case*> cases;
    for (const Case& item : suite_.cases) {
      cases.push_back(&item);
    }
    return resolve_data(suite_, cases);
  }

  std::string mistake(const std::string& pattern) {
    const auto resolved = resolve(pattern);
    if (resolved || resolved.error().size() != 1) {
      return "";
    }
    return resolved.error()[0].to_text();
  }

  SuiteFolder folder_;
  Suite suite_;
};

TEST_F(ResolveData, PathsAreRelativeToTheSuite) {
  const auto file = folder_.write("sub/d.h5", "x");
  EXPECT_THAT(*resolve("sub/d.h5"), ElementsAre(Pair("d", ElementsAre(file))));
  EXPECT_THAT(*resolve("sub/../sub/./d.h5"), ElementsAre(Pair("d", ElementsAre(file))));
  EXPECT_THAT(*resolve(file.string()), ElementsAre(Pair("d", ElementsAre(file))));
}

TEST_F(ResolveData, GlobsAreSorted) {
  const auto b = folder_.write("s_2.h5", "");
  const auto a = folder_.write("s_10.h5", "");
  folder_.write("t_1.h5", "");
  EXPECT_THAT(*resolve("s_*.h5"), ElementsAre(Pair("d", ElementsAre(a, b))));
  EXPECT_THAT(*resolve("s_[2-3].h5"), ElementsAre(Pair("d", ElementsAre(b))));
  const auto odd = folder_.write("s_[x].h5", "");
  EXPECT_THAT(*resolve("s_[x].h5"), ElementsAre(Pair("d", ElementsAre(odd))));  // a file of that very name
}

TEST_F(ResolveData, VariablesAreExpandedOnce) {
  const auto file = folder_.write("sub/d.h5", "");
  ASSERT_EQ(setenv("ASSAY_TEST_FOLDER", (folder_.path() / "sub").c_str(), 1), 0);
  ASSERT_EQ(setenv("ASSAY_TEST_NESTED", "${ASSAY_TEST_FOLDER}", 1), 0);
  EXPECT_THAT(*resolve("${ASSAY_TEST_FOLDER}/d.h5"), ElementsAre(Pair("d", ElementsAre(file))));
  EXPECT_THAT(mistake("${ASSAY_TEST_NESTED}/d.h5"), HasSubstr("${ASSAY_TEST_FOLDER}/d.h5"));
  EXPECT_THAT(mistake("$ASSAY_TEST_FOLDER/d.h5"), HasSubstr("there is no file"));
  unsetenv("ASSAY_TEST_FOLDER");
  unsetenv("ASSAY_TEST_NESTED");
}

TEST_F(ResolveData, MistakesStandAtTheEntryOfData) {
  const std::string place = (folder_.path() / "suite.toml").string() + ":2:5: `data.d`: ";
  fs::create_directory(folder_.path() / "folder.h5");
  ASSERT_EQ(mkfifo((folder_.path() / "pipe.h5").c_str(), 0600), 0);
  EXPECT_THAT(mistake("no_such.h5"),
              testing::AllOf(HasSubstr(place), HasSubstr("there is no file"), HasSubstr("no_such.h5")));
  EXPECT_THAT(mistake("no_such_*.h5"), testing::AllOf(HasSubstr(place), HasSubstr("matches no file")));
  EXPECT_THAT(
      mistake("${KIT_NO_SUCH_VARIABLE}/d.h5"),
      testing::AllOf(HasSubstr(place), HasSubstr("the environment variable `KIT_NO_SUCH_VARIABLE` is not set")));
  EXPECT_THAT(mistake("${KIT_"), testing::AllOf(HasSubstr(place), HasSubstr("not closed")));
  EXPECT_THAT(mistake("folder.h5"), testing::AllOf(HasSubstr(place), HasSubstr("folder.h5 is a folder")));
  EXPECT_THAT(mistake("*.h5"), HasSubstr("folder.h5 is a folder"));
  EXPECT_THAT(mistake("pipe.h5"), HasSubstr("is not a regular file"));
  EXPECT_THAT(mistake("/dev/zero"), HasSubstr("is not a regular file"));
  EXPECT_THAT(mistake("suite.toml/d.h5"), HasSubstr("suite.toml/d.h5"));
  fs::create_symlink("nowhere.h5", folder_.path() / "dangling.h5");
  EXPECT_THAT(mistake("dangling.h5"), HasSubstr("there is no file"));
  EXPECT_THAT(mistake(std::string(5000, 'x') + ".h5"), HasSubstr(place));
}

TEST_F(ResolveData, AFileWithoutPermissionIsAMistake) {
  const auto file = folder_.write("locked.h5", "");
  folder_.write("suite.toml", "");
  fs::permissions(file, fs::perms::none);
  fs::permissions(folder_.path(), fs::perms::all);
  fs::permissions(folder_.path() / "suite.toml", fs::perms::all);
  const OrdinaryUser user;
  EXPECT_THAT(mistake("locked.h5"), HasSubstr("locked.h5 may not be read: Permission denied"));
}

TEST_F(ResolveData, OnlyWhatTheseCasesNameIsLookedAt) {
  const auto file = folder_.write("d.h5", "");
  const std::string text =
      "[data]\nd = 'd.h5'\ngone = 'gone.h5'\n[expect.a]\ndata = 'd'\ndataset = 'x'\nfinite = true\n"
      "[expect.b]\ndata = 'd'\ndataset = 'x'\ndisjoint_from = { data = 'gone', dataset = 'x' }\n";
  suite_ = load_suite(folder_.write("suite.toml", text), default_tiers());
  const std::vector<const Case*> first = {&suite_.cases[0]};
  EXPECT_THAT(*resolve_data(suite_, first), ElementsAre(Pair("d", ElementsAre(file))));
  const std::vector<const Case*> second = {&suite_.cases[1]};
  EXPECT_THAT(resolve_data(suite_, second).error().at(0).to_text(), HasSubstr("suite.toml:3:8: `data.gone`"));
}

TEST_F(ResolveData, AFileNamedByACaseIsReportedAtTheCase) {
  const auto file = folder_.write("d.h5", "");
  EXPECT_THAT(*resolve_text("[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nfinite = true\n"),
              ElementsAre(Pair("d.h5", ElementsAre(file))));
  const auto missing = resolve_text("[expect.a]\ndata = 'e.h5'\ndataset = 'x'\nfinite = true\n");
  EXPECT_THAT(missing.error().at(0).to_text(), HasSubstr("suite.toml:2:8: there is no file"));
  // A case of its own counts before one above it, and defaults where the case says nothing.
  const std::string a = "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nfinite = true\n";
  const auto second = resolve_text(a + "[expect.b]\ndataset = 'x'\nfinite = true\ndata = 'e.h5'\n");
  EXPECT_THAT(second.error().at(0).to_text(), HasSubstr("suite.toml:8:8: there is no file"));
  const auto inherited = resolve_text("[defaults.expect]\ndata = 'e.h5'\n[expect.b]\ndataset = 'x'\nfinite = true\n");
  EXPECT_THAT(inherited.error().at(0).to_text(), HasSubstr("suite.toml:2:8: there is no file"));
}

TEST_F(ResolveData, AllMistakesComeTogether) {
  const auto resolved = resolve_text(
      "[data]\na = 'a.h5'\nb = 'b.h5'\n[expect.a]\ndata = 'a'\ndataset = 'x'\nfinite = true\n[expect.b]\ndata = 'b'\n"
      "dataset = 'x'\nfinite = true\n");
  EXPECT_EQ(resolved.error().size(), 2U);
}

}  // namespace
}  // namespace assay::suite
