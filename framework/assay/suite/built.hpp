#pragma once

#include <assay/base/error.hpp>
#include <assay/suite/case.hpp>

#include <vector>

namespace assay::suite {

/// What a case asks for that this version of Assay can read, but not run yet, each with its place: a kind, a check, an
/// option. Empty when the case can be run.
[[nodiscard]] std::vector<base::Mistake> unbuilt(const Case& item);

}  // namespace assay::suite
