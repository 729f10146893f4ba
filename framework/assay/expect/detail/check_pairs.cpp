#include <assay/expect/detail/aggregate.hpp>
#include <assay/expect/detail/element_check.hpp>
#include <assay/expect/detail/element_tests.hpp>
#include <assay/expect/detail/further_pass.hpp>
#include <assay/expect/detail/other_dataset.hpp>
#include <assay/expect/detail/pair_counter.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

namespace assay::expect::detail {

namespace {

tl::expected<Finish, Trouble> prepare_pairs(const DataQuestion& data, Planner& planner) {
  const bool equal = data.question.check->key == "equals";
  const auto& reference = std::get<suite::DatasetReference>(data.question.check->argument);
  auto partner = partner_of(data, reference, planner);
  if (!partner) return tl::unexpected(partner.error());
  const std::vector<std::size_t> companions = {partner->companion()};
  const Structure& other = data.scan.companion_at(partner->companion()).structure;
  const std::string what = fmt::format("{} its partner in {}", equal ? "equal to" : "below", other.place());
  Wording wording{"is not " + what, "are not " + what, what};
  const auto& pairs = data.scan.metric(
      data.filter, std::make_unique<PairCounter>(std::move(*partner), equal ? Relation::kEqual : Relation::kLess),
      companions);
  return [&question = data.question, &scan = data.scan, filter = data.filter, companions, &other,
          wording = std::move(wording), &pairs](FilterCounts& counts, base::CheckResult& result) {
    const PairState& state = pairs.state();
    auto trouble = scan.trouble(filter, companions);
    if (!trouble) trouble = valueless_trouble(other, state.valueless);
    if (trouble) return apply(*trouble, result);
    counts.missing = state.left_out;
    counts.unwritten += state.unwritten;
    counts.elements = state.pairs + state.left_out;
    counts.present_rows = state.pair_rows;
    if (state.pairs == 0) {
      return finish_empty(
          question,
          fmt::format("of every pair of {} and {} a side is missing", scan.structure().place(), other.place()), result);
    }
    finish_elements(question, scan.structure(), wording, state.broken, counts, result);
  };
}

/// Below one number, which another dataset holds.
tl::expected<Finish, Trouble> prepare_below_scalar(const DataQuestion& data, const DatasetKey& key, Planner& planner) {
  const auto& other = planner.structure(key);
  if (!is_number(other->type)) return tl::unexpected(wrong_type(data.question, *other, "a number"));
  Scan& scan = planner.scan(key);
  const std::size_t filter = scan.filter({std::nullopt, data.question.expectation->missing});
  const auto* limit = with_number_type(other->type, [&]<class U>(std::type_identity<U>) -> const ExtremeSource* {
    return &scan.metric(filter, std::make_unique<Extremes<U>>());
  });
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    return [&question = data.question, &structure = data.structure, &planner, &scan, filter, limit,
            &own = extremes_of<T>(data)](const FilterCounts& counts, base::CheckResult& result) {
      if (const auto trouble = scan.trouble(filter)) return apply(*trouble, result);
      const FilterCounts& limit_counts = scan.filter_at(filter).counts;
      if (const auto trouble = valueless_trouble(scan.structure(), limit_counts.valueless)) {
        return apply(*trouble, result);
      }
      if (limit_counts.present() == 0) {
        return finish_empty(question, emptiness_text(question, scan.structure(), limit_counts), result);
      }
      suite::Bound bound;
      bound.high = limit->extremes().nans > 0 ? base::Number{std::numeric_limits<double>::quiet_NaN()}
                                              : limit->extremes().largest;
      bound.high_open = true;
      const std::string text = bound.to_text();
      finish_outside<T>({question, structure, planner}, {"is not " + text, "are not " + text, text}, bound, own.state(),
                        counts, result);
    };
  });
}

tl::expected<Finish, Trouble> prepare_below(const DataQuestion& data, Planner& planner) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  if (const auto* number = std::get_if<base::Number>(&data.question.check->argument)) {
    suite::Bound bound;
    bound.high = *number;
    bound.high_open = true;
    const std::string text = "below " + base::to_text(*number);
    return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
      return count_broken<T>(data, {"is not " + text, "are not " + text, text}, Inside<T>(bound));
    });
  }
  const DatasetKey key = key_of(data.question, std::get<suite::DatasetReference>(data.question.check->argument));
  const auto& other = planner.structure(key);
  if (!other) return tl::unexpected(other.error());
  if (const auto obstacle = other->obstacle()) return tl::unexpected(*obstacle);
  if (other->elements() == 1) return prepare_below_scalar(data, key, planner);
  return prepare_pairs(data, planner);
}

}  // namespace

Judge plan_pairs(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, [&](const DataQuestion& data) { return prepare_pairs(data, planner); });
}

Judge plan_below(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, [&](const DataQuestion& data) { return prepare_below(data, planner); });
}

}  // namespace assay::expect::detail
