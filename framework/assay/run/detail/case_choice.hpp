#pragma once

#include <assay/base/error.hpp>
#include <assay/run/detail/chosen_case.hpp>

#include <cstddef>
#include <vector>

namespace assay::run::detail {

/// Chooses the cases of these tiers (positions in `Project::tiers`) that the filters select, with those whose
/// checkpoint they use. The order is that of the suites and files, but for cases that others need: they come before
/// them.
///
/// A shard takes every `shards`-th of them; a case stays together with what it needs, so the same case can be in
/// no two parts. That a case needs one of a later tier is a mistake.
[[nodiscard]] std::vector<ChosenCase> choose(const suite::Project& project, const Selection& selection,
                                             const std::vector<ChosenCase>& all, const std::vector<std::size_t>& tiers,
                                             std::vector<base::Mistake>& mistakes);

}  // namespace assay::run::detail
