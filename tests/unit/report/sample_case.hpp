#pragma once

#include <assay/base/check_result.hpp>
#include <assay/run/run_record.hpp>

#include <string>
#include <utility>

namespace assay::report {

/// A case `s.<kind>.c` with this verdict, without checks.
[[nodiscard]] inline run::CaseRecord sample_case(const std::string& kind, base::Verdict verdict) {
  run::CaseRecord record;
  record.planned.name = "s." + kind + ".c";
  record.planned.suite = "s";
  record.planned.kind = kind;
  record.planned.tier = "pr";
  record.planned.reproduce = "assay run --filter s." + kind + ".c";
  record.verdict = verdict;
  record.seconds = 0.5;
  return record;
}

/// Adds a planned check with its result.
inline base::CheckResult& add_check(run::CaseRecord& record, const std::string& name, base::Verdict verdict,
                                    base::Fault fault = base::Fault::kNone, std::string reason = {}) {
  record.planned.checks.push_back(name);
  record.checks.push_back(
      {.check = name, .verdict = verdict, .fault = fault, .reason = std::move(reason), .failures = {}, .metrics = {}});
  return record.checks.back();
}

[[nodiscard]] inline base::Measurement measurement(std::string name, base::Scalar value, std::string unit = {}) {
  return {.name = std::move(name), .value = std::move(value), .unit = std::move(unit), .direction = {}};
}

}  // namespace assay::report
