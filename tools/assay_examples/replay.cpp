#include <assay/base/clock.hpp>
#include <assay/base/error.hpp>
#include <assay/examples/answer_json.hpp>
#include <assay/examples/suite_file.hpp>

#include "example_verbs.hpp"
#include "replay_text.hpp"
#include "terminal.hpp"
#include <fmt/core.h>

#include <chrono>
#include <optional>
#include <unistd.h>

namespace assay::tools {

base::ExitCode replay(const ReplayOptions& options, const examples::Reading& reading) {
  if (options.predictions.empty()) {
    throw base::UserError("replay: whose answers? Name a predictions file with --predictions");
  }
  reading({options.suite});
  const examples::ExampleSuite suite = examples::read_suite(options.suite);
  for (const std::string& note : suite.notes) {
    print_warning(note);
  }
  reading({options.predictions});
  const examples::Predictions predictions = examples::read_predictions(options.predictions, suite);
  std::optional<examples::Predictions> baseline;
  if (!options.baseline.empty()) {
    reading({options.baseline});
    baseline = examples::read_predictions(options.baseline, suite);
  }
  reading({});
  constexpr std::size_t kDateLength = 10;
  const std::string today = base::to_rfc3339(std::chrono::system_clock::now()).substr(0, kDateLength);
  const examples::Judgement judgement = examples::judge(suite, predictions, baseline ? &*baseline : nullptr, today);
  if (options.json) {
    fmt::print("{}\n", examples::to_json(suite, judgement));
  } else {
    fmt::print("{}", replay_text({.suite = suite,
                                  .predictions = predictions,
                                  .judgement = judgement,
                                  .predictions_name =
                                      options.predictions_name.empty() ? options.predictions : options.predictions_name,
                                  .baseline_name = options.baseline},
                                 style_of(STDOUT_FILENO)));
  }
  if (!judgement.decides) {
    print_warning(
        fmt::format("{}: nothing was decided: it holds no example whose status is gate or xfail", options.suite));
    return base::ExitCode::kNothingRan;
  }
  return judgement.passed ? base::ExitCode::kPassed : base::ExitCode::kFailed;
}

}  // namespace assay::tools
