#pragma once

#include <assay/expect/detail/column_profile.hpp>
#include <assay/expect/detail/drift_measures.hpp>

#include <cstdint>

namespace assay::expect::detail {

/// Compares samples of texts: those texts that both would keep, each a class, and all others together as one. With both
/// complete that is all of them; else the distances are at least these, and new classes are those among the kept.
[[nodiscard]] DriftMeasures measure_drift(const TextSample& reference, std::uint64_t reference_elements,
                                          const TextSample& sample, std::uint64_t sample_elements,
                                          double elements_a_draw = 1);

}  // namespace assay::expect::detail
