#pragma once

#include <assay/run/run_record.hpp>

#include <string>

namespace assay::report {

/// `results.json` as docs/reference.md describes it: `{"schema": 1, "exit", "cases": [...]}`, stable order, strict JSON
/// (non-finite numbers are the texts "nan", "inf", "-inf"), integers exact to 2^64 - 1.
///
/// A case with checks has one entry a check (`s.expect.images/mean`); a case of kind `test`, `train` or `memorize`
/// always has an entry of its own, others only when something befell the case itself (crashed, timeout, xpassed,
/// skipped, ...). The entry of a case that trains holds the loss of its steps, counted from 1:
/// `"curves": [{"name": "loss", "points": [[1, 2.31], [2, 2.27], ...]}]`.
[[nodiscard]] std::string results_json(const run::RunRecord& record);

}  // namespace assay::report
