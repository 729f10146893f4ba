#pragma once

#include <assay/suite/project.hpp>

#include <filesystem>
#include <string>

namespace assay::report {

/// What the CTest entries of a suite need besides the suite.
struct CTestOptions {
  std::filesystem::path assay;  ///< the command, absolute
  std::filesystem::path build;  ///< the build tree; empty: none
  bool per_case = false;        ///< an entry a case instead of one a tier
};

/// The text of `<suite>_tests.cmake`, which CTest reads through TEST_INCLUDE_FILES.
///
/// One test a tier that has cases, `<suite>.<tier>`, which runs just that tier; with `per_case` one for each case of
/// the suite file, by its full name, and one a tier for the program's C++ tests, `<suite>.test.<tier>`, since these are
/// not known here. Labels are `tier-<tier>`, per case also the tags. Tiers after the first exist only in the
/// configuration of their name (`ctest -C nightly`). The time-out is the tier's budget (or the case's limit) and a
/// margin in which Assay reports; slots of `gpus` are asked for where a case or tier is for CUDA; 77 is "skipped".
///
/// Whether the suite has a program of its own is seen from the build tree's `assay/suites/<suite>.json`. The C++ tests
/// that no `[test.*]` table names are in the first tier.
/// @throws base::UserError when the build tree registers this suite file under another name.
[[nodiscard]] std::string ctest_file(const suite::Project& project, const suite::Suite& suite,
                                     const CTestOptions& options);

}  // namespace assay::report
