#include <assay/base/error.hpp>
#include <assay/report/ctest_file.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace assay::report {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A build tree of the test's own.
class CTestFile : public testing::Test {
 protected:
  CTestFile() {
    std::string name = (std::filesystem::temp_directory_path() / "assay_ctest_file_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    build_ = name;
    using std::chrono::minutes;
    project_.root = "/p";
    project_.tiers = {{.name = "pr", .budget = minutes(10), .per_case = minutes(2)},
                      {.name = "weekly", .budget = minutes(60), .per_case = {}},
                      {.name = "nightly", .budget = {}, .per_case = {}}};
    suite_.name = "s";
    suite_.file = "/p/suite.toml";
  }
  ~CTestFile() override { std::filesystem::remove_all(build_); }

  suite::Case& add(const std::string& name, const std::string& tier) {
    suite::Case item;
    item.name = name;
    item.options.tier = tier;
    suite_.cases.push_back(item);
    return suite_.cases.back();
  }
  void add_tests(const std::string& pattern, const std::string& tier) {
    suite::Case item;
    item.kind = suite::Kind::kTest;
    item.name = pattern;
    item.options.tier = tier;
    suite_.test_options.push_back(item);
  }
  void register_program(const std::string& name, const std::string& device = "cpu") {
    std::filesystem::create_directories(build_ / "assay" / "suites");
    std::ofstream(build_ / "assay" / "suites" / (name + ".json"))
        << R"({"schema": 1, "suite": ")" << name << R"(", "file": "/p/suite.toml", "program": "/p/s", "device": ")"
        << device << "\"}";
  }
  std::string text(bool per_case = false) {
    return ctest_file(project_, suite_, {.assay = "/bin/assay", .build = build_, .per_case = per_case});
  }

  std::filesystem::path build_;
  suite::Project project_;
  suite::Suite suite_;
};

TEST_F(CTestFile, one_test_a_tier_that_has_cases) {
  add("a", "pr");
  add("b", "pr");
  add("c", "nightly");
  EXPECT_THAT(text(), HasSubstr("add_test([=[s.pr]=] [=[/bin/assay]=] [=[run]=] [=[/p/suite.toml]=] [=[--only-tier]=] "
                                "[=[--tier]=] [=[pr]=]"));
  EXPECT_THAT(text(), HasSubstr("add_test([=[s.nightly]=]"));
  EXPECT_THAT(text(), Not(HasSubstr("s.weekly")));
  EXPECT_THAT(text(), HasSubstr("SKIP_RETURN_CODE 77"));
}

TEST_F(CTestFile, later_tiers_stand_under_their_configuration) {
  add("a", "pr");
  EXPECT_THAT(text(), Not(HasSubstr("if(")));
  add("c", "nightly");
  EXPECT_THAT(text(), HasSubstr("string(TOLOWER [=[nightly]=] assay_tier)\n"
                                "if(assay_configuration STREQUAL assay_tier)\nadd_test([=[s.nightly]=]"));
}

TEST_F(CTestFile, the_time_out_is_the_budget_and_a_margin) {
  add("a", "pr");
  EXPECT_THAT(text(), HasSubstr("TIMEOUT 660\n"));
  EXPECT_THAT(text(true), HasSubstr("TIMEOUT 180\n"));
  add("b", "weekly");
  EXPECT_THAT(text(), HasSubstr("TIMEOUT 3960\n"));
  suite_.cases[0].options.timeout = std::chrono::seconds(30);
  EXPECT_THAT(text(true), HasSubstr("TIMEOUT 90\n"));
}

TEST_F(CTestFile, an_unlimited_tier_has_not_ctests_own_limit) {
  add("a", "nightly");
  EXPECT_THAT(text(), HasSubstr("TIMEOUT 2592000\n"));
}

TEST_F(CTestFile, processors_and_slots_are_those_of_the_greediest_case) {
  add("a", "pr").options.threads = 4;
  add("b", "pr");
  EXPECT_THAT(text(), HasSubstr("PROCESSORS 4\n"));
  EXPECT_THAT(text(), Not(HasSubstr("RESOURCE_GROUPS")));
  suite_.cases[1].options.device = suite::Device::kCuda;
  EXPECT_THAT(text(), HasSubstr("RESOURCE_GROUPS [=[1,gpus:1]=]"));
  suite_.cases[1].options.gpus = 2;
  EXPECT_THAT(text(), HasSubstr("RESOURCE_GROUPS [=[2,gpus:1]=]"));
}

TEST_F(CTestFile, the_device_of_a_tier_holds_for_its_cases) {
  project_.tiers[0].device = suite::Device::kCuda;
  add("a", "pr");
  EXPECT_THAT(text(), HasSubstr("RESOURCE_GROUPS"));
  suite_.cases[0].options.device = suite::Device::kCpu;
  EXPECT_THAT(text(), Not(HasSubstr("RESOURCE_GROUPS")));
}

TEST_F(CTestFile, cpp_tests_are_in_the_first_tier_and_those_of_their_tables) {
  EXPECT_THAT(text(), Not(HasSubstr("add_test")));
  register_program("s");
  EXPECT_THAT(text(), HasSubstr("add_test([=[s.pr]=]"));
  EXPECT_THAT(text(), Not(HasSubstr("s.nightly")));
  add_tests("Slow.*", "nightly");
  EXPECT_THAT(text(), HasSubstr("s.pr"));
  EXPECT_THAT(text(), HasSubstr("s.nightly"));
  EXPECT_THAT(text(true), HasSubstr("add_test([=[s.test.nightly]=]"));
  EXPECT_THAT(text(true), HasSubstr("[=[--filter]=] [=[s.test.*]=]"));
}

TEST_F(CTestFile, the_build_tree_is_named_for_a_program_of_the_suites_own) {
  add("a", "pr");
  EXPECT_THAT(text(), Not(HasSubstr("--build")));
  register_program("s");
  EXPECT_THAT(text(), HasSubstr("[=[--build]=] [=[" + build_.string() + "]=]"));
}

TEST_F(CTestFile, a_table_for_all_tests_leaves_none_in_the_first_tier) {
  register_program("s");
  add_tests("*", "nightly");
  EXPECT_THAT(text(), Not(HasSubstr("[=[s.pr]=]")));
  EXPECT_THAT(text(), HasSubstr("s.nightly"));
}

TEST_F(CTestFile, a_program_for_cuda_needs_a_slot) {
  register_program("s", "cuda");
  EXPECT_THAT(text(), HasSubstr("RESOURCE_GROUPS [=[1,gpus:1]=]"));
}

TEST_F(CTestFile, a_program_registered_under_another_name_is_a_mistake) {
  register_program("other");
  EXPECT_THROW(text(), base::UserError);
}

TEST_F(CTestFile, per_case_carries_full_names_and_tags) {
  add("a", "pr").options.tags = {"quick", "vision"};
  add("b", "nightly");
  EXPECT_THAT(text(true), HasSubstr("add_test([=[s.expect.a]=]"));
  EXPECT_THAT(text(true), HasSubstr("LABELS [=[tier-pr;quick;vision]=]"));
  EXPECT_THAT(text(true), HasSubstr("[=[--filter]=] [=[s.expect.a]=]"));
  EXPECT_THAT(text(true), HasSubstr("add_test([=[s.expect.b]=]"));
}

TEST_F(CTestFile, brackets_in_a_path_do_not_end_the_argument) {
  add("a", "pr");
  suite_.file = "/p/]=]x]==]/]=";
  EXPECT_THAT(text(), HasSubstr("[===[/p/]=]x]==]/]=]===]"));
}

}  // namespace
}  // namespace assay::report
