#pragma once

#include <assay/run/plan.hpp>
#include <assay/suite/project.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace assay::run {

/// Finds the program for each suite: the stock program `assay-data` in `stock_folder` (beside it `assay-train`, which
/// trains exported models and is there when Assay was built with LibTorch), or the suite's own, which a
/// build tree registers in `assay/suites/<suite>.json` (`{"schema": 1, "suite", "file", "program"}`). The build tree is
/// `build` when given, else `$ASSAY_BUILD`, else the only one below the project's root (depth 3 at most) that registers
/// a suite of the project; without assay.toml, else below the next folder around it with a CMakeLists.txt, up to
/// `.git`. A program of the suite's own is asked for its C++ tests and its recipes
/// (`--assay_list=FILE`, within 60 s).
/// A suite with C++ tests (a `[test.*]` table) that has no program of its own gets one with `mistakes`.
/// @throws base::UserError when several build trees fit (listed), or a given one registers nothing;
/// base::InfrastructureError when the stock program is not there or a
/// program cannot be asked.
[[nodiscard]] std::map<std::string, WorkerProgram> find_programs(const suite::Project& project,
                                                                 const std::filesystem::path& stock_folder,
                                                                 const std::optional<std::filesystem::path>& build);

}  // namespace assay::run
