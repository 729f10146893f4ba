#pragma once

#include <assay/base/place.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace assay::run::detail {

/// The C++ tests in a suite's own program, in its order, and the recipes that it knows.
struct ProgramTests {
  std::vector<std::string> names;  ///< `Fixture.name`
  std::map<std::string, base::Place> places;
  std::vector<std::string> recipes;
};

/// Reads what `--assay_list=FILE` wrote: `{"schema": 1, "tests": [{"name", "file", "line"}], "recipes": [NAME]}`.
/// @throws base::InfrastructureError
[[nodiscard]] ProgramTests read_test_list(const std::filesystem::path& file, const std::filesystem::path& program);

/// Asks the program for its tests, for 60 s at most.
/// @throws base::InfrastructureError when it cannot be started, fails or says nothing that can be read.
[[nodiscard]] ProgramTests ask_for_tests(const std::filesystem::path& program);

}  // namespace assay::run::detail
