#include <assay/expect/detail/other_dataset.hpp>
#include <assay/expect/detail/row_check.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::expect::detail {

namespace {

/// Why the rows of two datasets cannot be compared: data of another kind than the suite was written for.
std::optional<Trouble> unlike_rows(const DataQuestion& data, const Structure& other) {
  for (const Structure* structure : {&data.structure, &other}) {
    if (!has_content_rule(structure->type)) return wrong_type(data.question, *structure, "numbers, text or a compound");
  }
  const bool whole = is_whole_number(data.structure.type) && is_whole_number(other.type);
  if (!whole && !same_elements(data.structure.type, other.type)) {
    return Trouble{Trouble::Kind::kUnreadable,
                   fmt::format("{} holds {} and {} holds {}: rows are compared by content and need one type",
                               data.structure.place(), data.structure.type.name(), other.place(), other.type.name())};
  }
  std::vector<std::uint64_t> row = data.structure.shape();
  std::vector<std::uint64_t> other_row = other.shape();
  if (!row.empty()) row.erase(row.begin());
  if (!other_row.empty()) other_row.erase(other_row.begin());
  if (row == other_row) return std::nullopt;
  return Trouble{Trouble::Kind::kUnreadable,
                 fmt::format("rows of {} have the shape {}, those of {} {}: they can never be equal",
                             data.structure.place(), shape_text(row), other.place(), shape_text(other_row))};
}

/// Rows of the case's own dataset against those of another: `disjoint_from` wants none of them there, `subset_of` all.
tl::expected<Finish, Trouble> prepare_against(const DataQuestion& data, Planner& planner) {
  const DatasetKey key = key_of(data.question, std::get<suite::DatasetReference>(data.question.check->argument));
  const auto& other = planner.structure(key);
  if (!other) return tl::unexpected(other.error());
  if (const auto obstacle = other->obstacle()) return tl::unexpected(*obstacle);
  if (const auto trouble = unlike_rows(data, *other)) return tl::unexpected(*trouble);

  const suite::MissingRule& missing = data.question.expectation->missing;
  const bool widened = !same_elements(data.structure.type, other->type);
  const auto keys_of = [&](Scan& scan, std::size_t filter) -> const RowKeys& {
    std::vector<KeyPart> parts;
    parts.push_back(key_part(std::nullopt, scan.structure(), missing));
    return scan.metric(filter, std::make_unique<RowKeys>(std::move(parts), widened));
  };
  Scan& other_scan = planner.scan(key);
  const std::size_t other_filter = other_scan.filter({std::nullopt, missing});
  const RowKeys& own_keys = keys_of(data.scan, data.filter);
  const RowKeys& other_keys = keys_of(other_scan, other_filter);
  const bool wanted_there = data.question.check->key == "subset_of";
  return [&question = data.question, &scan = data.scan, &other_scan, other_filter, &own_keys, &other_keys,
          wanted_there](FilterCounts& counts, base::CheckResult& result) {
    const RowKeyList& own = own_keys.state();
    const RowKeyList& others = other_keys.state();
    auto trouble = other_scan.trouble(other_filter);
    if (!trouble) trouble = list_trouble(own, scan.structure());
    if (!trouble) trouble = list_trouble(others, other_scan.structure());
    if (trouble) return apply(*trouble, result);
    if (own.hashes.empty()) return finish_empty(question, emptiness_text(question, scan.structure(), counts), result);
    if (others.hashes.empty() && !wanted_there) {
      const FilterCounts& other_counts = other_scan.filter_at(other_filter).counts;
      return finish_empty(question, emptiness_text(question, other_scan.structure(), other_counts), result);
    }
    RowHashIndex index(others.hashes);
    for (std::size_t i = 0; i < others.hashes.size(); ++i) index.insert(i);
    BrokenRows broken;
    std::string twin;  // of the first one
    for (std::size_t i = 0; i < own.hashes.size(); ++i) {
      const auto there = index.find(own.hashes[i]);
      if (there.has_value() == wanted_there) continue;
      if (there && broken.count == 0)
        twin = fmt::format(", equal to row {} there", other_scan.structure().stored_row(others.rows[*there]));
      broken.note(own.rows[i], scan.structure());
    }
    const bool one = broken.count == 1;
    const std::string verb =
        wanted_there ? (one ? "does not stand in" : "do not stand in") : (one ? "stands in" : "stand in");
    const std::string what = fmt::format("of {} {} {}{}", scan.structure().place(), verb,
                                         other_scan.structure().place(), wanted_there ? "" : " too");
    finish_rows(question, what, twin, std::move(broken), own.hashes.size(), result);
  };
}

}  // namespace

Judge plan_other_rows(const Question& question, Planner& planner) {
  return plan_data_check(
      question, planner, [&](const DataQuestion& data) { return prepare_against(data, planner); },
      Emptiness::kLeftToCheck);
}

Judge plan_same_rows_as(const Question& question, Planner& planner) {
  const auto& own = planner.structure(question.key);
  const auto& other = planner.structure(key_of(question, std::get<suite::DatasetReference>(question.check->argument)));
  base::CheckResult result{.check = question.name};
  if (!own || !other) {
    apply(own ? other.error() : own.error(), result);
  } else if (own->rows == 0) {
    finish_empty(question, fmt::format("{} has no rows", own->place()), result);
  } else {
    result.metrics.push_back({question.check->key, base::to_scalar(to_number(own->rows)), "count", ""});
    result.verdict = base::Verdict::kPassed;
    if (own->rows != other->rows) {
      fail(result, {.message = fmt::format("{} has {} and {} has {}; expected as many", own->place(),
                                           count_text(own->rows, "row"), other->place(), other->rows),
                    .expected = base::to_scalar(to_number(other->rows)),
                    .observed = base::to_scalar(to_number(own->rows))});
    }
  }
  return [result = std::move(result)] { return result; };
}

}  // namespace assay::expect::detail
