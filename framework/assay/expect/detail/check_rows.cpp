#include <assay/base/error.hpp>
#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/row_keys.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

bool has_content_rule(const hdf5::ElementType& type) {
  return is_number(type) || is_text(type) || type.kind == hdf5::ElementKind::kCompound;
}

KeyPart key_part(std::optional<std::size_t> companion, const Structure& structure, const suite::MissingRule& missing) {
  KeyPart part{companion, std::make_shared<const MissingTests>(missing, structure), {}};
  for (const Shard& shard : structure.shards) part.has_fill.push_back(shard.fill ? 1 : 0);
  return part;
}

/// Why the rows could not be compared, if so.
std::optional<Trouble> list_trouble(const RowKeyList& list, const Structure& structure) {
  if (list.too_many) {
    return Trouble{Trouble::Kind::kTooLarge,
                   fmt::format("{} has more than {} rows to compare, which is the most Assay takes", structure.place(),
                               RowKeyList::kMostRows)};
  }
  if (list.valueless > 0) {
    return Trouble{Trouble::Kind::kFailed, fmt::format("{} of {} {} never written and there is no fill value",
                                                       count_text(list.valueless, "element"), structure.place(),
                                                       list.valueless == 1 ? "was" : "were")};
  }
  return std::nullopt;
}

/// Rows that break the check, in order, and for the first of them the row it equals.
struct EqualRows {
  std::uint64_t count = 0;
  std::vector<base::Offender> first;
  std::uint64_t twin = 0;

  void note(std::uint64_t row, std::uint64_t equal, const Structure& structure) {
    if (count++ == 0) twin = equal;
    if (first.size() >= base::kMostOffenders) return;
    base::Offender offender{.row = row, .index = {}, .value = {}};
    if (structure.rank() > 0) offender.index.push_back(row - structure.shard_of(row).first_row);
    first.push_back(std::move(offender));
  }
};

/// @param what the sentence after the count, as `of /x in d.h5 stand there already`.
void finish_rows(const Question& question, const std::string& what, const std::string& twin, EqualRows equal,
                 std::uint64_t total, base::CheckResult& result) {
  add_count(result, "unexpected", equal.count);
  add_count(result, "total", total);
  if (enough_pass(total, equal.count, question.check->mostly)) {
    result.verdict = base::Verdict::kPassed;
    return;
  }
  base::Failure failure;
  failure.message = fmt::format("{} of {} {}; {} row {}, equal to {}", equal.count, count_text(total, "row"), what,
                                equal.count == 1 ? "it is" : "the first is", equal.first.front().row, twin);
  if (question.check->mostly < 1) {
    failure.message += fmt::format("; at least {} of them have to pass", share_text(question.check->mostly));
  }
  failure.unexpected = equal.count;
  failure.total = total;
  failure.truncated = equal.count > equal.first.size();
  failure.offenders = std::move(equal.first);
  fail(result, std::move(failure));
}

// ---- unique

/// The datasets that a key is made of: a member of the dataset where it has one of that name, else another dataset.
std::vector<std::string> key_paths(const Question& question, const Structure& structure) {
  std::vector<std::string> paths;
  for (const std::string& name : std::get<suite::UniqueKey>(question.check->argument).of) {
    const auto& members = structure.type.members;
    const bool member = std::any_of(members.begin(), members.end(), [&](const hdf5::Member& each) {
      return each.name == name || name.starts_with(each.name + ".");
    });
    paths.push_back(member ? question.key.path + "." + name : (name.starts_with('/') ? name : "/" + name));
  }
  return paths;
}

/// @param paths of a key, of which the scanned dataset is the first; empty: the row itself.
tl::expected<Finish, Trouble> prepare_unique(const DataQuestion& data, const std::vector<std::string>& paths,
                                             const std::string& place) {
  const suite::MissingRule& missing = data.question.expectation->missing;
  std::vector<KeyPart> parts;
  std::vector<std::size_t> companions;
  const auto add = [&](std::optional<std::size_t> companion, const Structure& structure) -> std::optional<Trouble> {
    if (!has_content_rule(structure.type)) return wrong_type(data.question, structure, "numbers, text or a compound");
    parts.push_back(key_part(companion, structure, missing));
    return std::nullopt;
  };
  if (const auto trouble = add(std::nullopt, data.structure)) return tl::unexpected(*trouble);
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const auto number = data.scan.companion(paths[i]);
    if (!number) return tl::unexpected(number.error());
    companions.push_back(*number);
    if (const auto trouble = add(*number, data.scan.companion_at(*number).structure)) return tl::unexpected(*trouble);
  }
  const auto& keys = data.scan.metric(data.filter, std::make_unique<RowKeys>(std::move(parts), false), companions);
  return [&question = data.question, &scan = data.scan, filter = data.filter, companions, place, &keys](
             FilterCounts& counts, base::CheckResult& result) {
    const RowKeyList& list = keys.state();
    auto trouble = scan.trouble(filter, companions);
    if (!trouble) trouble = list_trouble(list, scan.structure());
    if (trouble) return apply(*trouble, result);
    counts.missing = list.missing;
    counts.unwritten = list.unwritten;
    if (list.hashes.empty()) return finish_empty(question, emptiness_text(question, scan.structure(), counts), result);
    EqualRows equal;
    RowHashIndex index(list.hashes);
    for (std::size_t i = 0; i < list.hashes.size(); ++i) {
      if (const auto earlier = index.insert(i)) equal.note(list.rows[i], list.rows[*earlier], scan.structure());
    }
    const std::string what = fmt::format("of {} {} an earlier one", place, equal.count == 1 ? "repeats" : "repeat");
    finish_rows(question, what, fmt::format("row {}", equal.twin), std::move(equal), list.hashes.size(), result);
  };
}

// ---- disjoint_from

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

const std::vector<std::filesystem::path>& files_of(const Question& question, const std::string& data) {
  if (data.empty()) return question.key.files;
  const auto files = question.files->find(data);
  if (files == question.files->end()) throw base::InternalError("no files were given for the data name '" + data + "'");
  return files->second;
}

tl::expected<Finish, Trouble> prepare_disjoint(const DataQuestion& data, Planner& planner) {
  const auto& reference = std::get<suite::DatasetReference>(data.question.check->argument);
  if (!reference.slices.empty()) {
    return tl::unexpected(
        Trouble{Trouble::Kind::kMistake, "this version cannot select parts of a dataset; name the whole dataset"});
  }
  const auto& files = files_of(data.question, reference.data);
  const DatasetKey key{files, reference.dataset.starts_with('/') ? reference.dataset : "/" + reference.dataset};
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
  return [&question = data.question, &scan = data.scan, &other_scan, other_filter, &own_keys, &other_keys](
             FilterCounts& counts, base::CheckResult& result) {
    const RowKeyList& own = own_keys.state();
    const RowKeyList& others = other_keys.state();
    auto trouble = other_scan.trouble(other_filter);
    if (!trouble) trouble = list_trouble(own, scan.structure());
    if (!trouble) trouble = list_trouble(others, other_scan.structure());
    if (trouble) return apply(*trouble, result);
    if (own.hashes.empty()) return finish_empty(question, emptiness_text(question, scan.structure(), counts), result);
    if (others.hashes.empty()) {
      const FilterCounts& other_counts = other_scan.filter_at(other_filter).counts;
      return finish_empty(question, emptiness_text(question, other_scan.structure(), other_counts), result);
    }
    RowHashIndex index(others.hashes);
    for (std::size_t i = 0; i < others.hashes.size(); ++i) index.insert(i);
    EqualRows equal;
    for (std::size_t i = 0; i < own.hashes.size(); ++i) {
      if (const auto twin = index.find(own.hashes[i])) equal.note(own.rows[i], others.rows[*twin], scan.structure());
    }
    const std::string what = fmt::format("of {} {} in {} too", scan.structure().place(),
                                         equal.count == 1 ? "stands" : "stand", other_scan.structure().place());
    finish_rows(question, what, fmt::format("row {} there", equal.twin), std::move(equal), own.hashes.size(), result);
  };
}

}  // namespace

Judge plan_unique(const Question& question, Planner& planner) {
  const auto& structure = planner.structure(question.key);
  if (std::get<suite::UniqueKey>(question.check->argument).of.empty() || !structure) {
    return plan_data_check(
        question, planner, [](const DataQuestion& data) { return prepare_unique(data, {}, data.structure.place()); },
        Emptiness::kLeftToCheck);
  }
  // The first part of the key is scanned in place of the dataset, which may have members that cannot be read.
  const std::vector<std::string> paths = key_paths(question, *structure);
  const auto key_question = std::make_shared<Question>(question);
  key_question->key.path = paths.front();
  const std::string place = fmt::format("{} by {}", structure->place(),
                                        fmt::join(std::get<suite::UniqueKey>(question.check->argument).of, ", "));
  Judge judge = plan_data_check(
      *key_question, planner, [&](const DataQuestion& data) { return prepare_unique(data, paths, place); },
      Emptiness::kLeftToCheck);
  return [key_question, judge = std::move(judge)] { return judge(); };
}

Judge plan_disjoint_from(const Question& question, Planner& planner) {
  return plan_data_check(
      question, planner, [&](const DataQuestion& data) { return prepare_disjoint(data, planner); },
      Emptiness::kLeftToCheck);
}

}  // namespace assay::expect::detail
