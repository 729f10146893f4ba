#include "replay_text.hpp"

#include <assay/base/utf8.hpp>
#include <assay/report/detail/page.hpp>
#include <assay/report/detail/wrap.hpp>

#include "counted.hpp"
#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace assay::tools {
namespace {

using examples::Outcome;
using examples::Status;
using report::detail::Page;
using report::detail::Tone;

constexpr std::size_t kMostOffenders = 20;
constexpr std::size_t kMostNameBytes = 40;
constexpr std::size_t kIdDigits = 12;

std::string name_text(const std::string& name) {
  return base::to_printable(report::detail::bounded(name, kMostNameBytes));
}

std::string tally_text(const examples::Tally& tally) {
  std::string text = fmt::format("{} of {} pass", tally.pass, tally.total());
  for (const auto& [count, word] :
       {std::pair(tally.fail, "fail"), {tally.missing, "missing"}, {tally.invalid, "invalid"}}) {
    text += count == 0 ? "" : fmt::format(", {} {}", count, word);
  }
  return text;
}

/// `Shirt -> Coat`; of an example without an answer its label alone.
std::string classes_text(const Replayed& replayed, std::size_t row) {
  const auto& classes = replayed.suite.classes;
  const auto name = [&classes](std::int64_t label) {
    return label >= 0 && label < static_cast<std::int64_t>(classes.size())
               ? name_text(classes[static_cast<std::size_t>(label)])
               : std::string("(no class of the suite)");
  };
  const std::string label = name(replayed.suite.examples[row].label);
  const examples::Answer& answer = replayed.predictions.answers[row];
  return answer.state == examples::Answer::State::kGiven ? fmt::format("{} -> {}", label, name(answer.label)) : label;
}

std::string reason_text(const Replayed& replayed, std::size_t row) {
  const examples::Example& example = replayed.suite.examples[row];
  std::string text;
  switch (replayed.judgement.outcomes[row]) {
    case Outcome::kPass:
      return "passes, but was expected to fail: it can gate now" +
             (example.xfail_reason.empty() ? "" : " (" + example.xfail_reason + ")");
    case Outcome::kFail:
      text = "wrong class";
      break;
    case Outcome::kMissing:
      text = "there is no answer";
      break;
    case Outcome::kInvalid:
      text = example.fault.empty() ? "the answer is none: a score that is not finite, no class, or unlike answers"
                                   : example.fault;
      break;
  }
  return example.status == Status::kXfail ? fmt::format("{}; its excuse ended on {}", text, example.xfail_until) : text;
}

/// A case counts only what may decide, so its accuracy is another where some examples only report.
void add_deciding(Page& page, const Replayed& replayed) {
  examples::Tally deciding;
  std::size_t reported = 0;
  std::size_t quarantined = 0;
  for (std::size_t row = 0; row < replayed.suite.examples.size(); ++row) {
    const Status status = replayed.suite.examples[row].status;
    if (status == Status::kGate || status == Status::kXfail) {
      deciding.add(replayed.judgement.outcomes[row]);
    }
    reported += status == Status::kReportOnly ? 1 : 0;
    quarantined += status == Status::kQuarantined ? 1 : 0;
  }
  if (reported + quarantined == 0) {
    return;
  }
  if (deciding.total() > 0) {
    page.paragraph(2, fmt::format("of the {} that decide {:.4g}, which is what `accuracy` of a case counts",
                                  deciding.total(), deciding.accuracy()));
  }
  if (quarantined > 0) {
    page.paragraph(2,
                   fmt::format("{} quarantined: the label looks wrong; it decides nothing until someone has looked",
                               counted(quarantined, "example")),
                   Tone::kDim);
  }
  if (reported > 0) {
    page.paragraph(2, fmt::format("{} report_only: told, and decides nothing", counted(reported, "example")),
                   Tone::kDim);
  }
}

void add_verdict(Page& page, const Replayed& replayed) {
  const examples::Judgement& judgement = replayed.judgement;
  const examples::ExampleSuite& suite = replayed.suite;
  const std::string name = suite.name.empty() ? suite.file.stem().string() : suite.name;
  const std::string heading = fmt::format("{}, generation {}", base::to_printable(name), suite.generation);
  if (!judgement.decides) {
    page.paragraph(
        0, fmt::format("○ {}: not run, as none of {} can decide", heading, counted(suite.examples.size(), "example")),
        Tone::kWarning);
  } else if (judgement.passed) {
    page.paragraph(0, fmt::format("✓ {}: passed", heading), Tone::kGood);
  } else {
    page.paragraph(0, fmt::format("✗ {}: failed by {}", heading, counted(judgement.offenders.size(), "example")),
                   Tone::kBad);
  }
  page.paragraph(
      2, fmt::format("{}; accuracy {:.4g} of all of them", tally_text(judgement.all), judgement.all.accuracy()));
  add_deciding(page, replayed);
  const std::string& model = replayed.predictions.model_id;
  page.paragraph(2,
                 model.empty()
                     ? fmt::format("answers from {}", replayed.predictions_name)
                     : fmt::format("answers of {} from {}", base::to_printable(model), replayed.predictions_name),
                 Tone::kDim);
}

void add_tags(Page& page, const Replayed& replayed) {
  constexpr std::size_t kMostTags = 50;
  constexpr std::size_t kIndent = 6;
  const auto& names = replayed.suite.tags;
  if (names.empty()) {
    return;
  }
  std::size_t column = 0;
  std::vector<std::string> shown;
  for (std::size_t tag = 0; tag < std::min(names.size(), kMostTags); ++tag) {
    shown.push_back(name_text(names[tag]));
    column = std::max(column, report::detail::width_of(shown.back()) + kIndent);
  }
  page.blank();
  page.paragraph(0, "by tag", Tone::kStrong);
  for (std::size_t tag = 0; tag < shown.size(); ++tag) {
    const examples::Tally& tally = replayed.judgement.tags[tag];
    const std::string accuracy = tally.total() == 0 ? "" : fmt::format("{:.4g}", tally.accuracy());
    page.row({.mark = " ", .name = shown[tag], .summary = tally_text(tally), .right = accuracy}, column);
  }
  if (names.size() > shown.size()) {
    page.paragraph(4, fmt::format("... and {} more tags (--json lists all)", names.size() - shown.size()), Tone::kDim);
  }
}

void add_flips(Page& page, const Replayed& replayed) {
  if (!replayed.judgement.flips) {
    return;
  }
  const examples::Flips& flips = *replayed.judgement.flips;
  page.blank();
  page.paragraph(0, fmt::format("against {}: {} and {} among {} compared; McNemar's exact p = {:.3g}",
                                replayed.baseline_name, counted(flips.negative.size(), "negative flip"),
                                counted(flips.positive.size(), "positive flip"), flips.compared, flips.mcnemar_p));
}

void add_offenders(Page& page, const Replayed& replayed) {
  const std::vector<std::size_t>& rows = replayed.judgement.offenders;
  if (rows.empty()) {
    return;
  }
  const std::size_t shown = std::min(rows.size(), kMostOffenders);
  page.blank();
  page.paragraph(0,
                 shown == rows.size()
                     ? fmt::format("{} failed the suite", counted(rows.size(), "example"))
                     : fmt::format("the first {} of {} examples that failed the suite", shown, rows.size()),
                 Tone::kStrong);
  const std::size_t digits = fmt::formatted_size("{}", rows[shown - 1]);
  for (std::size_t i = 0; i < shown; ++i) {
    const examples::Example& example = replayed.suite.examples[rows[i]];
    const std::string name =
        fmt::format("row {:>{}}  {}", rows[i], digits, base::to_hex(example.id).substr(0, kIdDigits));
    const std::string summary =
        fmt::format("{}: {}", classes_text(replayed, rows[i]), base::to_printable(reason_text(replayed, rows[i])));
    page.row({.mark = "✗", .name = name, .summary = summary, .right = {}, .tone = Tone::kBad}, 0);
  }
}

}  // namespace

std::string replay_text(const Replayed& replayed, const report::ConsoleStyle& style) {
  Page page(style);
  add_verdict(page, replayed);
  add_tags(page, replayed);
  add_flips(page, replayed);
  add_offenders(page, replayed);
  return page.text();
}

}  // namespace assay::tools
