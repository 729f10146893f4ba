#pragma once

#include <assay/base/error.hpp>
#include <assay/suite/case.hpp>

#include <vector>

namespace assay::suite {

/// What keeps a case that was read from being run, each with its place: what this version of Assay cannot run yet (a
/// kind, a check, an option), and what the case lacks (a goal, somebody who answers). Empty when it can be run.
[[nodiscard]] std::vector<base::Mistake> unbuilt(const Case& item);

}  // namespace assay::suite
