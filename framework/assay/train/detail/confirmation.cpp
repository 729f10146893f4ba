#include <assay/base/seed.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/confirmation.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>

namespace assay::train::detail {

bool depends_on_luck(std::string_view check) {
  const auto checks = built_in_checks();
  const auto found = std::ranges::find(checks, check, &CheckDescription::id);
  return found != checks.end() ? found->kind == CheckKind::kStatistical : check != "wall_time";
}

bool wants_confirmation(const FitRecord& run, std::span<const base::CheckResult> results) {
  bool unlucky = false;
  for (const base::CheckResult& result : results) {
    if (result.verdict == base::Verdict::kFailed) {
      if (!depends_on_luck(result.check)) {
        return false;
      }
      unlucky = true;
    }
  }
  return unlucky && run.stop == Stop::kNone;
}

std::vector<std::uint64_t> confirming_seeds(std::uint64_t seed) {
  return {base::derive_seed(seed, "confirm 1"), base::derive_seed(seed, "confirm 2")};
}

std::vector<base::CheckResult> confirmed(std::vector<base::CheckResult> first,
                                         std::span<const std::vector<base::CheckResult>> again,
                                         std::span<const std::uint64_t> seeds) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    base::CheckResult& result = first[i];
    if (result.verdict != base::Verdict::kFailed) {
      continue;
    }
    std::vector<std::uint64_t> repeated;
    for (std::size_t run = 0; run < again.size(); ++run) {
      if (again[run][i].verdict == base::Verdict::kFailed) {
        repeated.push_back(seeds[run]);
      }
    }
    if (repeated.empty()) {
      result.verdict = base::Verdict::kPassed;
      result.reason = fmt::format("not repeated with seeds {}: {}", fmt::join(seeds, " and "), result.reason);
      result.failures.clear();
      continue;
    }
    const std::string told =
        fmt::format("; again with seed{} {}", repeated.size() > 1 ? "s" : "", fmt::join(repeated, " and "));
    for (base::Failure& each : result.failures) {
      each.message += told;
    }
    result.reason += told;
  }
  return first;
}

}  // namespace assay::train::detail
