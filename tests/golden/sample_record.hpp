#pragma once

#include <assay/run/run_record.hpp>

namespace assay::golden {

/// A run with every verdict, every fault and every shape of failure, as suites of real projects make them.
[[nodiscard]] run::RunRecord sample_record();

/// A run in which nothing is wrong: what a person sees on most days.
[[nodiscard]] run::RunRecord passing_record();

/// A run whose names, messages and values hold what breaks careless writers: controls, ill-formed UTF-8, markup, escape
/// sequences, the largest integers, numbers that are none.
[[nodiscard]] run::RunRecord hostile_record();

}  // namespace assay::golden
