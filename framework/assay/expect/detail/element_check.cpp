#include <assay/expect/detail/element_check.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

namespace assay::expect::detail {

namespace {

/// What the counts are over.
struct Judged {
  std::string_view unit;  ///< `row` or `element`
  std::uint64_t missing = 0;
};

std::string message_of(const Question& question, const Structure& structure, const std::string& what,
                       const Judged& judged, const base::Failure& failure) {
  const std::uint64_t broken = *failure.unexpected;
  const std::uint64_t total = *failure.total;
  std::string message =
      fmt::format("{} of {} of {} {}", broken, count_text(total, judged.unit), structure.place(), what);
  const base::Offender& first = failure.offenders.front();
  const std::string place = place_text(structure, first);
  const bool has_value = !std::holds_alternative<std::monostate>(first.value);
  if (has_value || !place.empty()) {
    message += fmt::format("; {} {}{}{}", broken == 1 ? "it is" : "the first is",
                           has_value ? value_text(first.value) : "", has_value && !place.empty() ? " at " : "", place);
  }
  const double mostly = question.check->mostly;
  if (mostly < 1) {
    const double passing = static_cast<double>(total - broken) / static_cast<double>(total);
    message += fmt::format("; {} of them pass, {} have to", share_text(passing), share_text(mostly));
  }
  if (judged.missing > 0) {
    message += fmt::format("; {} more {} missing and not judged", judged.missing, judged.missing == 1 ? "is" : "are");
  }
  return message;
}

void finish(const Question& question, const Structure& structure, const Wording& wording, const std::string& what,
            const Judged& judged, base::Failure failure, base::CheckResult& result) {
  add_count(result, "unexpected", *failure.unexpected);
  add_count(result, "total", *failure.total);
  if (enough_pass(*failure.total, *failure.unexpected, question.check->mostly)) {
    result.verdict = base::Verdict::kPassed;
    return;
  }
  failure.truncated = *failure.unexpected > failure.offenders.size();
  failure.expected = wording.expected;
  failure.message = message_of(question, structure, what, judged, failure);
  fail(result, std::move(failure));
}

}  // namespace

void finish_elements(const Question& question, const Structure& structure, const Wording& wording,
                     const BrokenElements& broken, const FilterCounts& counts, base::CheckResult& result) {
  base::Failure failure;
  if (question.check->unit == suite::Unit::kRow) {
    failure.unexpected = broken.rows;
    failure.total = counts.present_rows;
    failure.offenders = broken.first_of_row;
    const std::string what = fmt::format("{} an element that {}", broken.rows == 1 ? "has" : "have", wording.is);
    finish(question, structure, wording, what, {"row", counts.rows - counts.present_rows}, std::move(failure), result);
  } else {
    failure.unexpected = broken.elements;
    failure.total = counts.present();
    failure.offenders = broken.first;
    finish(question, structure, wording, broken.elements == 1 ? wording.is : wording.are, {"element", counts.missing},
           std::move(failure), result);
  }
}

void finish_whole_rows(const Question& question, const Structure& structure, const Wording& wording,
                       const BrokenElements& broken, const FilterCounts& counts, base::CheckResult& result) {
  base::Failure failure;
  failure.unexpected = broken.rows;
  failure.total = counts.present_rows;
  failure.offenders = broken.first_of_row;
  finish(question, structure, wording, broken.rows == 1 ? wording.is : wording.are,
         {"row", counts.rows - counts.present_rows}, std::move(failure), result);
}

}  // namespace assay::expect::detail
