#pragma once

#include <assay/base/error.hpp>
#include <assay/run/detail/chosen_case.hpp>
#include <assay/run/plan.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace assay::run::detail {

/// The suites of the chosen cases, in the order of their first one, each with what keeps it from being run: a program
/// that is missing or does not know a recipe, files of data that are missing.
using SuiteLacks = std::vector<std::pair<const suite::Suite*, std::vector<base::Mistake>>>;

/// What this version cannot run goes to `mistakes`, and so does the missing program of a suite without a chosen case,
/// of which nothing else would tell.
[[nodiscard]] SuiteLacks find_lacks(const std::vector<ChosenCase>& chosen,
                                    const std::map<std::string, WorkerProgram>& programs,
                                    std::vector<base::Mistake>& mistakes);

/// Makes errors of the user of the tasks (one a chosen case) whose suite lacks something, when another can be run.
/// @throws base::UserError with all of it when none can.
void refuse_lacking(const SuiteLacks& lacks, const std::vector<ChosenCase>& chosen, Plan& plan);

}  // namespace assay::run::detail
