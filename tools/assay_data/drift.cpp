#include <assay/expect/detail/drift_report.hpp>

#include "data_verbs.hpp"
#include "drift_text.hpp"
#include "terminal.hpp"
#include <fmt/core.h>

#include <unistd.h>

namespace assay::tools {

base::ExitCode drift(const DriftOptions& options, const OnRead& on_read) {
  using expect::detail::DataProfile;
  const DataProfile before = profile_of(options.before, {}, on_read);
  const DataProfile now = profile_of(options.now, {}, on_read);
  if (on_read) on_read({}, {});
  expect::detail::DriftThresholds thresholds;
  thresholds.level = options.level;
  thresholds.effect = options.effect;
  thresholds.missing = options.missing;
  const expect::detail::DriftReport report = compare(before, now, thresholds);
  if (options.json) {
    fmt::print("{}\n", expect::detail::to_json(report).dump(1));
  } else {
    fmt::print("{}", drift_text(report, options.before, options.now, style_of(STDOUT_FILENO)));
  }
  if (report.drifted() || is_damaged(before) || is_damaged(now)) return base::ExitCode::kFailed;
  if (report.compared()) return base::ExitCode::kPassed;
  print_warning("nothing was decided: no column could be compared");
  return base::ExitCode::kNothingRan;
}

}  // namespace assay::tools
