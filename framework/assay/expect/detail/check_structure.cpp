#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/literal.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

Judge known(base::CheckResult result) {
  return [result = std::move(result)] { return result; };
}

base::CheckResult passed(const Question& question) {
  return {.check = question.name, .verdict = base::Verdict::kPassed};
}

base::CheckResult failed(const Question& question, base::Failure failure) {
  base::CheckResult result{.check = question.name};
  fail(result, std::move(failure));
  return result;
}

/// The structure when it can be judged as one, else the finished result.
tl::expected<const Structure*, base::CheckResult> structure_of(const Question& question, Planner& planner) {
  const auto& structure = planner.structure(question.key);
  if (!structure) return tl::unexpected(troubled(question, structure.error()));
  if (structure->unlike) {
    return tl::unexpected(troubled(question, {Trouble::Kind::kUnreadable, *structure->unlike}));
  }
  return &*structure;
}

/// A number of the structure against its bound.
base::CheckResult judge_count(const Question& question, std::uint64_t count, const std::string& sentence) {
  const auto& bound = std::get<suite::Bound>(question.check->argument);
  const base::Number number = to_number(count);
  base::CheckResult result = passed(question);
  if (!bound.contains(number)) {
    fail(result, {.message = fmt::format("{}; expected {}", sentence, bound.to_text()),
                  .expected = bound.to_text(),
                  .observed = base::to_scalar(number)});
  }
  result.metrics.push_back({question.check->key, base::to_scalar(number), "count", ""});
  return result;
}

std::string name_list(const std::vector<std::string>& names) {
  std::vector<base::Scalar> scalars(names.begin(), names.end());
  return list_text(scalars);
}

/// Texts by their bytes, numbers and truth values by their value.
bool same_value(const base::Scalar& seen, const base::Scalar& wanted) {
  const auto left = number_of(seen);
  const auto right = number_of(wanted);
  if (left && right) return base::compare(*left, *right) == base::Order::kEqual;
  return !left && !right && seen == wanted;
}

}  // namespace

Judge plan_exists(const Question& question, Planner& planner) {
  const bool wanted = std::get<bool>(question.check->argument);
  // A dataset has to be in each file; a part of it is one of them all.
  std::vector<DatasetKey> keys;
  for (const std::filesystem::path& file : question.key.files) keys.push_back({{file}, question.key.path, {}, {}});
  if (!question.key.slices.empty()) keys = {question.key};
  for (const DatasetKey& key : keys) {
    const auto& structure = planner.structure(key);
    if (structure && !wanted) {
      return known(failed(question, {.message = fmt::format("{} is there; it should not be", structure->place()),
                                     .expected = false,
                                     .observed = true}));
    }
    if (structure) continue;
    const Trouble& trouble = structure.error();
    if (trouble.kind != Trouble::Kind::kFailed) return known(troubled(question, trouble));
    if (wanted) return known(failed(question, {.message = trouble.message, .expected = true, .observed = false}));
  }
  return known(passed(question));
}

Judge plan_dtype(const Question& question, Planner& planner) {
  const auto structure = structure_of(question, planner);
  if (!structure) return known(structure.error());
  const auto& wanted = std::get<std::string>(question.check->argument);
  const std::string name = (*structure)->type.name();
  if (name == wanted) return known(passed(question));
  return known(
      failed(question, {.message = fmt::format("{} holds {}; expected {}", (*structure)->place(), name, wanted),
                        .expected = wanted,
                        .observed = name}));
}

Judge plan_shape(const Question& question, Planner& planner) {
  const auto structure = structure_of(question, planner);
  if (!structure) return known(structure.error());
  const auto& pattern = std::get<suite::ShapePattern>(question.check->argument);
  const std::vector<std::uint64_t> shape = (*structure)->shape();
  bool fits = (*structure)->has_space && shape.size() == pattern.dimensions.size();
  for (std::size_t i = 0; fits && i < shape.size(); ++i) fits = pattern.dimensions[i].value_or(shape[i]) == shape[i];
  if (fits) return known(passed(question));
  const std::string seen = (*structure)->has_space ? shape_text(shape) : "a null dataspace";
  return known(failed(question, {.message = fmt::format("{} has the shape {}; expected {}", (*structure)->place(), seen,
                                                        pattern.to_text()),
                                 .expected = pattern.to_text(),
                                 .observed = seen}));
}

Judge plan_columns(const Question& question, Planner& planner) {
  const auto structure = structure_of(question, planner);
  if (!structure) return known(structure.error());
  const hdf5::ElementType& type = (*structure)->type;
  const auto& wanted = std::get<suite::NameList>(question.check->argument).names;
  std::vector<std::string> seen;
  for (const hdf5::Member& member : type.members) seen.push_back(member.name);
  if (type.kind == hdf5::ElementKind::kCompound && seen == wanted) return known(passed(question));
  const std::string expected = name_list(wanted);
  const std::string observed =
      type.kind == hdf5::ElementKind::kCompound ? "the columns " + name_list(seen) : type.name() + " and no columns";
  return known(failed(question, {.message = fmt::format("{} has {}; expected the columns {}", (*structure)->place(),
                                                        observed, expected),
                                 .expected = expected,
                                 .observed = observed}));
}

Judge plan_attributes(const Question& question, Planner& planner) {
  const auto& structure = planner.structure(question.key);
  if (!structure) return known(troubled(question, structure.error()));
  base::CheckResult result = passed(question);
  for (const auto& [name, wanted] : std::get<suite::AttributeValues>(question.check->argument).values) {
    const auto seen = planner.attribute(question.key, name);
    if (!seen) return known(troubled(question, seen.error()));
    for (std::size_t shard = 0; shard < seen->size(); ++shard) {
      const base::Scalar& value = (*seen)[shard];
      if (same_value(value, wanted)) continue;
      const std::string place =
          fmt::format("{} in {}", structure->path, structure->shards[shard].file.filename().string());
      const std::string attribute = value_text(base::Scalar{name});
      const bool none = std::holds_alternative<std::monostate>(value);
      fail(result, {.message = none ? fmt::format("{} has no attribute {} that holds one value; expected {}", place,
                                                  attribute, value_text(wanted))
                                    : fmt::format("the attribute {} of {} is {}; expected {}", attribute, place,
                                                  value_text(value), value_text(wanted)),
                    .expected = wanted,
                    .observed = value});
      break;  // one file is enough to say so
    }
  }
  return known(std::move(result));
}

Judge plan_rank(const Question& question, Planner& planner) {
  const auto structure = structure_of(question, planner);
  if (!structure) return known(structure.error());
  const std::uint64_t rank = (*structure)->rank();
  return known(
      judge_count(question, rank, fmt::format("{} has {}", (*structure)->place(), count_text(rank, "dimension"))));
}

Judge plan_rows(const Question& question, Planner& planner) {
  const auto& structure = planner.structure(question.key);
  if (!structure) return known(troubled(question, structure.error()));
  return known(judge_count(question, structure->rows,
                           fmt::format("{} has {}", structure->place(), count_text(structure->rows, "row"))));
}

}  // namespace assay::expect::detail
