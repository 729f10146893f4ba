#pragma once

#include <assay/base/check_result.hpp>
#include <assay/train/detail/fit.hpp>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace assay::train::detail {

/// Whether a result may be bad luck: a budget, a goal, or a check of kind `statistical`. Exact ones never are.
[[nodiscard]] bool depends_on_luck(std::string_view check);

/// Whether a run is worth repeating: something that depends on luck failed and nothing else did, and the run came to
/// its own end.
[[nodiscard]] bool wants_confirmation(const FitRecord& run, std::span<const base::CheckResult> results);

/// The seeds of the two runs that confirm one, drawn from its own.
[[nodiscard]] std::vector<std::uint64_t> confirming_seeds(std::uint64_t seed);

/// Results of the first run after two more with fresh seeds: what failed stays failed when it failed in at least one of
/// them too (two of three), and passes otherwise, with a reason that tells of it.
/// @param again results of the confirming runs, in the same order.
[[nodiscard]] std::vector<base::CheckResult> confirmed(std::vector<base::CheckResult> first,
                                                       std::span<const std::vector<base::CheckResult>> again,
                                                       std::span<const std::uint64_t> seeds);

}  // namespace assay::train::detail
