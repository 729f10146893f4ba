#include <assay/expect/detail/row_check.hpp>
#include <assay/expect/detail/sorted_values.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

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

/// Of a member the same part as of its dataset, of another dataset the same rows.
std::vector<suite::Slice> slices_for(const DatasetKey& key, const std::string& path) {
  const bool member = path.starts_with(key.path.substr(0, key.path.find('.')) + ".");
  if (member || key.slices.size() < 2 || key.slices.front().kind == suite::Slice::Kind::kEllipsis) return key.slices;
  return {key.slices.front()};
}

/// The verdict over the keys of all judged rows.
void judge_rows(const Question& question, const Structure& structure, const std::string& place, const RowKeyList& list,
                FilterCounts& counts, base::CheckResult& result) {
  if (const auto trouble = list_trouble(list, structure)) return apply(*trouble, result);
  counts.missing = list.missing;
  counts.unwritten = list.unwritten;
  if (list.hashes.empty()) return finish_empty(question, emptiness_text(question, structure, counts), result);
  BrokenRows repeated;
  std::uint64_t twin = 0;  // of the first one
  RowHashIndex index(list.hashes);
  for (std::size_t i = 0; i < list.hashes.size(); ++i) {
    const auto earlier = index.insert(i);
    if (!earlier) continue;
    if (repeated.count == 0) twin = list.rows[*earlier];
    repeated.note(list.rows[i], structure);
  }
  const std::string what = fmt::format("of {} {} an earlier one", place, repeated.count == 1 ? "repeats" : "repeat");
  finish_rows(question, what, fmt::format(", equal to row {}", structure.stored_row(twin)), std::move(repeated),
              list.hashes.size(), result);
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
    const auto number = data.scan.companion(paths[i], slices_for(data.question.key, paths[i]));
    if (!number) return tl::unexpected(number.error());
    companions.push_back(*number);
    if (const auto trouble = add(*number, data.scan.companion_at(*number).structure)) return tl::unexpected(*trouble);
  }
  const auto& keys = data.scan.metric(data.filter, std::make_unique<RowKeys>(std::move(parts), false), companions);
  return [&question = data.question, &scan = data.scan, filter = data.filter, companions, place, &keys](
             FilterCounts& counts, base::CheckResult& result) {
    if (const auto trouble = scan.trouble(filter, companions)) return apply(*trouble, result);
    judge_rows(question, scan.structure(), place, keys.state(), counts, result);
  };
}

/// Rows of one number are compared as numbers: when there are as many different ones as rows, that is all. Else they
/// are read once more, to say which ones repeat.
tl::expected<Finish, Trouble> prepare_unique_numbers(const DataQuestion& data, Planner& planner) {
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    const auto& order = data.scan.metric(data.filter, std::make_unique<SortedValues<T>>());
    order.want_distinct();
    return [data, &planner, &order](FilterCounts& counts, base::CheckResult& result) {
      const Question& question = data.question;
      if (counts.present() == 0) {
        return finish_empty(question, emptiness_text(question, data.structure, counts), result);
      }
      if (order.distinct() == counts.present()) return finish_rows(question, {}, {}, {}, counts.present(), result);
      const std::unique_ptr<Scan> scan = planner.further_scan(sampled_key(question));
      const std::size_t filter = scan->filter(filter_of(*question.expectation));
      std::vector<KeyPart> parts;
      parts.push_back(key_part(std::nullopt, scan->structure(), question.expectation->missing));
      const auto& keys = scan->metric(filter, std::make_unique<RowKeys>(std::move(parts), false));
      planner.run(*scan);
      if (const auto trouble = scan->trouble(filter)) return apply(*trouble, result);
      judge_rows(question, scan->structure(), scan->structure().place(), keys.state(), counts, result);
    };
  });
}

}  // namespace

Judge plan_unique(const Question& question, Planner& planner) {
  const auto& structure = planner.structure(question.key);
  if (std::get<suite::UniqueKey>(question.check->argument).of.empty() || !structure) {
    return plan_data_check(
        question, planner,
        [&](const DataQuestion& data) {
          const bool numbers = is_number(data.structure.type) && data.structure.row_elements == 1;
          return numbers ? prepare_unique_numbers(data, planner) : prepare_unique(data, {}, data.structure.place());
        },
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

}  // namespace assay::expect::detail
