#pragma once

#include <assay/base/check_result.hpp>
#include <assay/run/run_record.hpp>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace assay::golden {

/// A planned case with a record of it, to be filled in.
[[nodiscard]] inline run::CaseRecord make_case(const std::string& suite, const std::string& kind,
                                               const std::string& name, base::Verdict verdict, double seconds) {
  run::CaseRecord record;
  record.planned.name = suite + "." + kind + "." + name;
  record.planned.suite = suite;
  record.planned.kind = kind;
  record.planned.tier = "pr";
  record.planned.file = "suites/" + suite + "/suite.toml";
  record.planned.line = 12;
  record.planned.reproduce = "assay run suites/" + suite + " --filter '" + record.planned.name + "'";
  record.verdict = verdict;
  record.seconds = seconds;
  return record;
}

[[nodiscard]] inline base::Measurement measured(std::string name, base::Scalar value, std::string unit = {},
                                                std::string direction = {}) {
  return {
      .name = std::move(name), .value = std::move(value), .unit = std::move(unit), .direction = std::move(direction)};
}

[[nodiscard]] inline base::CheckResult passed(std::string check, std::vector<base::Measurement> metrics = {}) {
  return {.check = std::move(check),
          .verdict = base::Verdict::kPassed,
          .fault = base::Fault::kNone,
          .reason = {},
          .failures = {},
          .metrics = std::move(metrics)};
}

/// A failed check whose reason is the message of its failure.
[[nodiscard]] inline base::CheckResult failed(std::string check, base::Failure failure) {
  return {.check = std::move(check),
          .verdict = base::Verdict::kFailed,
          .fault = base::Fault::kNone,
          .reason = failure.message,
          .failures = {std::move(failure)},
          .metrics = {}};
}

[[nodiscard]] inline base::CheckResult without_failures(std::string check, base::Verdict verdict, base::Fault fault,
                                                        std::string reason) {
  return {.check = std::move(check),
          .verdict = verdict,
          .fault = fault,
          .reason = std::move(reason),
          .failures = {},
          .metrics = {}};
}

/// Adds a check to the plan of a case and to what came of it.
inline void add(run::CaseRecord& record, base::CheckResult check) {
  record.planned.checks.push_back(check.check);
  record.checks.push_back(std::move(check));
}

}  // namespace assay::golden
