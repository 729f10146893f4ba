#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/memorize_verdicts.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace assay::train::detail {
namespace {

std::string goal_text(const suite::MemorizeCase& wanted) {
  std::string text;
  if (wanted.loss_below) {
    text = fmt::format("loss < {}", short_text(*wanted.loss_below));
  }
  if (wanted.accuracy_above) {
    text += fmt::format("{}accuracy > {}", text.empty() ? "" : " and ", short_text(*wanted.accuracy_above));
  }
  return text.empty() ? "every level" : text;
}

std::string seen_text(const FitRecord& run) {
  std::string text;
  if (run.first_loss && run.last_loss) {
    text =
        fmt::format("loss {} at the end, {} at first, lowest {} at step {}; ", short_text(*run.last_loss),
                    short_text(*run.first_loss), short_text(run.lowest_loss.value_or(*run.first_loss)), run.lowest_at);
  }
  return text + fmt::format("{} steps per second", short_text(run.steps_per_second));
}

/// Why something was not reached; how the run went is told only where no other check tells it.
std::string missed(const std::string& goal, const FitRecord& run, bool tells_run = true) {
  const std::string seen = tells_run ? fmt::format(" ({})", seen_text(run)) : "";
  switch (run.stop) {
    case Stop::kNotFinite:
    case Stop::kThrew:
      return fmt::format("{} was not reached: {}{}", goal, run.stop_reason, seen);
    case Stop::kWallTime:
      return fmt::format("{} was not reached within wall_time: stopped {}{}", goal, run.stop_reason, seen);
    case Stop::kNone:
      break;
  }
  return fmt::format("{} was not reached within {} steps{}", goal, run.most_steps, seen);
}

bool is_below(std::uint64_t steps, const suite::Bound& bound) {
  const base::Order order = base::compare(base::Number(steps), bound.low);
  return order == base::Order::kLess || (bound.low_open && order == base::Order::kEqual);
}

base::CheckResult budget(std::string_view check, const std::string& goal, const std::optional<std::uint64_t>& at,
                         const suite::Bound& bound, const FitRecord& run, bool tells_run) {
  base::CheckResult made;
  if (!at) {
    made = failed(check, {failure(missed(goal, run, tells_run), bound.to_text())});
    return made;
  }
  const auto steps = static_cast<std::int64_t>(*at);
  if (bound.contains(base::Number(steps))) {
    made = passed(check);
  } else if (is_below(*at, bound)) {
    made =
        failed(check, {failure(fmt::format("{} was reached after {}, faster than the {} steps allowed: too fast to be "
                                           "learning - the answer may stand in the input, samples may repeat, or the "
                                           "loss may be computed wrongly ({})",
                                           goal, counted(*at, "step", "steps"), bound.to_text(), seen_text(run)),
                               bound.to_text(), steps)});
  } else {
    made = failed(check, {failure(fmt::format("{} was reached after {}, slower than the {} steps allowed ({})", goal,
                                              counted(*at, "step", "steps"), bound.to_text(), seen_text(run)),
                                  bound.to_text(), steps)});
  }
  made.metrics.push_back({std::string(check), steps, "count", ""});
  return made;
}

base::CheckResult goal_of_loss(const suite::MemorizeCase& wanted, const FitRecord& run) {
  const std::string goal = fmt::format("loss < {}", short_text(*wanted.loss_below));
  base::CheckResult made =
      run.loss_at
          ? passed("loss_below")
          : failed("loss_below", {failure(missed(goal, run), fmt::format("< {}", short_text(*wanted.loss_below)),
                                          run.last_loss ? base::Scalar(*run.last_loss) : base::Scalar())});
  if (run.lowest_loss) {
    made.metrics.push_back({"loss_below", *run.lowest_loss, "", "lower"});
  }
  return made;
}

base::CheckResult goal_of_accuracy(const suite::MemorizeCase& wanted, const FitRecord& run) {
  const std::string goal = fmt::format("accuracy > {}", short_text(*wanted.accuracy_above));
  base::CheckResult made;
  if (run.accuracy_at) {
    made = passed("accuracy_above");
  } else {
    const std::string seen = run.accuracy ? fmt::format(", accuracy {} when last measured", short_text(*run.accuracy))
                             : wanted.loss_below ? ", not measured because the loss did not reach its goal"
                                                 : ", never measured";
    made = failed("accuracy_above",
                  {failure(missed(goal, run) + seen, fmt::format("> {}", short_text(*wanted.accuracy_above)),
                           run.accuracy ? base::Scalar(*run.accuracy) : base::Scalar())});
  }
  if (run.accuracy) {
    made.metrics.push_back({"accuracy_above", *run.accuracy, "ratio", "higher"});
  }
  return made;
}

base::CheckResult wall_time(const base::Duration& most, const FitRecord& run) {
  base::CheckResult made = passed("wall_time");
  if (run.stop == Stop::kWallTime) {
    made = failed("wall_time", {failure(fmt::format("wall_time of {} was used up {} ({})", base::to_text(most),
                                                    run.stop_reason, seen_text(run)),
                                        "<= " + base::to_text(most), run.seconds)});
  } else if (run.stop != Stop::kNone) {
    made = not_run("wall_time", run.stop_reason);
  }
  made.metrics.push_back({"wall_time", run.seconds, "s", "lower"});
  return made;
}

/// From best to worst, for one check over several seeds.
std::size_t weight(base::Verdict verdict) {
  constexpr std::array kOrder = {base::Verdict::kPassed, base::Verdict::kSkipped, base::Verdict::kNotRun,
                                 base::Verdict::kFailed};
  return static_cast<std::size_t>(std::find(kOrder.begin(), kOrder.end(), verdict) - kOrder.begin());
}

}  // namespace

std::vector<base::CheckResult> verdicts_of(const suite::MemorizeCase& wanted, const FitRecord& run) {
  // What the checks found says why the goals after them were missed.
  std::vector<base::CheckResult> results = run.checks;
  if (wanted.loss_below) {
    results.push_back(goal_of_loss(wanted, run));
  }
  if (wanted.accuracy_above) {
    results.push_back(goal_of_accuracy(wanted, run));
  }
  const bool goal_failed = std::ranges::any_of(results, [](const base::CheckResult& result) {
    return result.verdict == base::Verdict::kFailed &&
           (result.check == "loss_below" || result.check == "accuracy_above");
  });
  if (wanted.steps) {
    results.push_back(budget("steps", goal_text(wanted), run.reached, *wanted.steps, run, !goal_failed));
  }
  for (std::size_t i = 0; i < wanted.levels.size(); ++i) {
    const auto& [fraction, bound] = wanted.levels[i];
    const std::string text = base::to_text(base::Number(fraction));
    results.push_back(budget("levels." + text, fmt::format("loss at {} of the first loss", text),
                             i < run.levels_at.size() ? run.levels_at[i] : std::nullopt, bound, run, !goal_failed));
  }
  if (wanted.wall_time.most) {
    results.push_back(wall_time(*wanted.wall_time.most, run));
  }
  return results;
}

std::vector<base::CheckResult> merged(std::span<const FitRecord> runs,
                                      std::vector<std::vector<base::CheckResult>> verdicts) {
  std::vector<base::CheckResult> all;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (std::size_t i = 0; i < verdicts[run].size(); ++i) {
      base::CheckResult& one = verdicts[run][i];
      const std::string seed = fmt::format("seed {}", runs[run].seed);
      if (runs.size() > 1) {
        for (base::Failure& each : one.failures) {
          each.message = fmt::format("{}: {}", seed, each.message);
        }
        one.reason = one.reason.empty() ? "" : fmt::format("{}: {}", seed, one.reason);
      } else if (one.verdict == base::Verdict::kFailed) {
        for (base::Failure& each : one.failures) {
          each.message += fmt::format(" [{}]", seed);
        }
        one.reason = reason_of(one.failures);
      }
      if (run == 0) {
        all.push_back(std::move(one));
        continue;
      }
      std::vector<base::Failure> failures = all[i].failures;
      failures.insert(failures.end(), one.failures.begin(), one.failures.end());
      if (weight(one.verdict) > weight(all[i].verdict)) {
        all[i] = std::move(one);
      }
      all[i].failures = std::move(failures);
    }
  }
  return all;
}

}  // namespace assay::train::detail
