#pragma once

#include <assay/examples/example_suite.hpp>
#include <assay/examples/judge.hpp>

#include <string>

namespace assay::examples {

/// What `assay replay --json` prints: `{"schema": 1, "verdict", "accuracy", "examples": [{"row", "id", "outcome",
/// "status", "reason"?}], "tags": {NAME: {"pass", "fail", "missing", "invalid", "accuracy"}}, "negative_flips",
/// "positive_flips", "mcnemar_p", "notes"}`; the flips, as counts, and p only with a baseline. `verdict` is `not_run`
/// when nothing decides. Non-finite numbers are texts, as everywhere.
[[nodiscard]] std::string to_json(const ExampleSuite& suite, const Judgement& judgement);

}  // namespace assay::examples
