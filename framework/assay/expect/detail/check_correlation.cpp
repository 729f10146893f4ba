#include <assay/expect/detail/aggregate.hpp>
#include <assay/expect/detail/correlation.hpp>
#include <assay/expect/detail/other_dataset.hpp>

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

namespace assay::expect::detail {

namespace {

Aggregate correlation_from(const CorrelationState& state, const Structure& other) {
  Aggregate aggregate{.name = "correlation with " + other.place(), .unit = "", .undefined = nan_text(state.nans)};
  if (!aggregate.undefined.empty()) return aggregate;
  if (state.infinities > 0) {
    aggregate.undefined = fmt::format("{} of them {} infinite", state.infinities, state.infinities == 1 ? "is" : "are");
  } else if (const auto value = correlation_of(*state.sums, state.pairs)) {
    aggregate.value = *value;
  } else {
    aggregate.undefined = "one of the two does not vary";
  }
  return aggregate;
}

tl::expected<Finish, Trouble> prepare_correlation(const DataQuestion& data, Planner& planner) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  const auto& reference = std::get<suite::Correlation>(data.question.check->argument).with;
  auto partner = partner_of(data, reference, planner);
  if (!partner) return tl::unexpected(partner.error());
  const std::vector<std::size_t> companions = {partner->companion()};
  const Structure& other = data.scan.companion_at(partner->companion()).structure;
  const auto& sums = data.scan.metric(data.filter, std::make_unique<CorrelationSums>(std::move(*partner)), companions);
  return [&question = data.question, &scan = data.scan, filter = data.filter, companions, &other, &sums](
             FilterCounts& counts, base::CheckResult& result) {
    const CorrelationState& state = sums.state();
    auto trouble = scan.trouble(filter, companions);
    if (!trouble) trouble = valueless_trouble(other, state.valueless);
    if (trouble) return apply(*trouble, result);
    counts.missing = state.left_out;
    counts.unwritten += state.unwritten;
    if (state.pairs == 0) {
      return finish_empty(
          question,
          fmt::format("of every pair of {} and {} a side is missing", scan.structure().place(), other.place()), result);
    }
    finish_aggregate(question, scan.structure(), correlation_from(state, other), state.nans, state.pairs, result);
  };
}

}  // namespace

Judge plan_correlation(const Question& question, Planner& planner) {
  return plan_data_check(question, planner,
                         [&](const DataQuestion& data) { return prepare_correlation(data, planner); });
}

}  // namespace assay::expect::detail
