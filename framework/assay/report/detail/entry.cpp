#include <assay/report/detail/entry.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace assay::report::detail {
namespace {

using base::Verdict;

constexpr std::array<std::string_view, 3> kKindsWithOwnEntry{"test", "train", "memorize"};

Entry entry_of(const base::CheckResult& result) {
  return {.check = result.check,
          .verdict = result.verdict,
          .fault = result.fault,
          .reason = result.reason,
          .failures = result.failures,
          .metrics = result.metrics};
}

/// A planned check that nothing was reported of: what befell the case befell it.
Entry entry_without_result(const run::CaseRecord& record, const std::string& check) {
  const bool inherited = record.verdict == Verdict::kSkipped || record.verdict == Verdict::kCancelled;
  return {.check = check,
          .verdict = inherited ? record.verdict : Verdict::kNotRun,
          .fault = base::Fault::kNone,
          .reason = record.reason,
          .failures = {},
          .metrics = {}};
}

bool needs_own_entry(const run::CaseRecord& record, const std::vector<Entry>& checks) {
  if (checks.empty() || std::ranges::find(kKindsWithOwnEntry, record.planned.kind) != kKindsWithOwnEntry.end()) {
    return true;
  }
  const bool told = std::ranges::any_of(
      checks, [&record](const Entry& entry) { return entry.verdict == record.verdict && entry.fault == record.fault; });
  return !told && record.verdict != Verdict::kPassed;
}

}  // namespace

std::vector<Entry> entries_of(const run::CaseRecord& record) {
  std::vector<Entry> entries;
  for (const std::string& check : record.planned.checks) {
    const auto result = std::ranges::find(record.checks, check, &base::CheckResult::check);
    entries.push_back(result == record.checks.end() ? entry_without_result(record, check) : entry_of(*result));
  }
  for (const base::CheckResult& result : record.checks) {
    if (std::ranges::find(entries, result.check, &Entry::check) == entries.end()) {
      entries.push_back(entry_of(result));
    }
  }
  if (needs_own_entry(record, entries)) {
    entries.insert(entries.begin(), Entry{.check = {},
                                          .verdict = record.verdict,
                                          .fault = record.fault,
                                          .reason = record.reason,
                                          .failures = {},
                                          .metrics = record.measurements,
                                          .curves = record.curves});
  }
  return entries;
}

std::string name_of(const run::CaseRecord& record, const Entry& entry) {
  return entry.is_case() ? record.planned.name : record.planned.name + "/" + entry.check;
}

std::string short_name_of(const run::PlannedCase& planned) {
  const std::string prefix = planned.suite + "." + planned.kind + ".";
  return planned.name.starts_with(prefix) ? planned.name.substr(prefix.size()) : planned.name;
}

}  // namespace assay::report::detail
