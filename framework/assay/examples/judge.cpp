#include <assay/base/error.hpp>
#include <assay/examples/judge.hpp>
#include <assay/examples/mcnemar.hpp>

#include <fmt/format.h>

#include <limits>

namespace assay::examples {
namespace {

Outcome outcome_of(const Example& example, const Answer& answer) {
  if (!example.fault.empty()) {
    return Outcome::kInvalid;
  }
  switch (answer.state) {
    case Answer::State::kMissing:
      return Outcome::kMissing;
    case Answer::State::kInvalid:
      return Outcome::kInvalid;
    case Answer::State::kGiven:
      break;
  }
  return answer.label == example.label ? Outcome::kPass : Outcome::kFail;
}

std::vector<Outcome> outcomes_of(const ExampleSuite& suite, const Predictions& predictions) {
  if (predictions.answers.size() != suite.examples.size()) {
    throw base::InternalError("answers were judged against a suite they were not read for");
  }
  std::vector<Outcome> outcomes;
  outcomes.reserve(suite.examples.size());
  for (std::size_t row = 0; row < suite.examples.size(); ++row) {
    outcomes.push_back(outcome_of(suite.examples[row], predictions.answers[row]));
  }
  return outcomes;
}

/// What the outcome of an example means for the suite.
enum class Part { kNone, kKept, kBroken };

Part part_of(const Example& example, Outcome outcome, std::string_view today) {
  const bool passes = outcome == Outcome::kPass;
  // Dates written year first sort as texts.
  const bool excused = example.xfail_until.empty() || example.xfail_until >= today;
  switch (example.status) {
    case Status::kGate:
      return passes ? Part::kKept : Part::kBroken;
    case Status::kXfail:
      return passes == excused ? Part::kBroken : Part::kKept;
    case Status::kReportOnly:
    case Status::kQuarantined:
      break;
  }
  return Part::kNone;
}

Flips flips_between(const std::vector<Outcome>& before, const std::vector<Outcome>& now) {
  const auto decided = [](Outcome outcome) { return outcome == Outcome::kPass || outcome == Outcome::kFail; };
  Flips flips;
  for (std::size_t row = 0; row < now.size(); ++row) {
    if (!decided(before[row]) || !decided(now[row])) {
      continue;
    }
    ++flips.compared;
    if (before[row] != now[row]) {
      (now[row] == Outcome::kFail ? flips.negative : flips.positive).push_back(row);
    }
  }
  flips.mcnemar_p = mcnemar_p(flips.negative.size(), flips.positive.size());
  return flips;
}

}  // namespace

std::string_view to_text(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::kPass:
      return "pass";
    case Outcome::kFail:
      return "fail";
    case Outcome::kMissing:
      return "missing";
    case Outcome::kInvalid:
      break;
  }
  return "invalid";
}

void Tally::add(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::kPass:
      ++pass;
      return;
    case Outcome::kFail:
      ++fail;
      return;
    case Outcome::kMissing:
      ++missing;
      return;
    case Outcome::kInvalid:
      ++invalid;
      return;
  }
}

double Tally::accuracy() const noexcept {
  return total() == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : static_cast<double>(pass) / static_cast<double>(total());
}

Judgement judge(const ExampleSuite& suite, const Predictions& predictions, const Predictions* baseline,
                std::string_view today) {
  Judgement judgement;
  judgement.outcomes = outcomes_of(suite, predictions);
  judgement.tags.resize(suite.tags.size());
  for (std::size_t row = 0; row < suite.examples.size(); ++row) {
    const Outcome outcome = judgement.outcomes[row];
    judgement.all.add(outcome);
    for (const std::uint32_t tag : suite.examples[row].tags) {
      judgement.tags[tag].add(outcome);
    }
    const Part part = part_of(suite.examples[row], outcome, today);
    judgement.decides = judgement.decides || part != Part::kNone;
    if (part == Part::kBroken) {
      judgement.offenders.push_back(row);
    }
  }
  judgement.passed = judgement.decides && judgement.offenders.empty();
  if (baseline != nullptr) {
    if (baseline->matched == 0 && !suite.examples.empty()) {
      throw base::UserError(
          fmt::format("the baseline{} holds no example of the suite {}: there is nothing to compare; "
                      "give the answers of an earlier model for this suite",
                      baseline->model_id.empty() ? "" : " " + baseline->model_id, suite.name));
    }
    judgement.flips = flips_between(outcomes_of(suite, *baseline), judgement.outcomes);
  }
  return judgement;
}

}  // namespace assay::examples
