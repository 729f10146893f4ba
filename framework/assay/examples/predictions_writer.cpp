#include <assay/base/error.hpp>
#include <assay/examples/predictions_writer.hpp>
#include <assay/hdf5/file_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace assay::examples {
namespace {

using hdf5::ElementKind;
using hdf5::ElementType;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// log(sum(exp(s))) with the largest score taken out first, so that nothing overflows; NaN for a score that is not
/// finite.
double log_sum_exp(std::span<const float> scores) noexcept {
  double largest = -std::numeric_limits<double>::infinity();
  for (const float score : scores) {
    if (!std::isfinite(score)) {
      return kNaN;
    }
    largest = std::max(largest, static_cast<double>(score));
  }
  double sum = 0;
  for (const float score : scores) {
    sum += std::exp(static_cast<double>(score) - largest);
  }
  return largest + std::log(sum);
}

/// How many examples there are. @throws base::UserError when the lengths do not fit together
std::uint64_t rows_of(const ScoredExamples& examples) {
  const std::uint64_t rows = examples.classes == 0 ? 0 : examples.scores.size() / examples.classes;
  const auto fits = [rows](std::size_t length) { return length == 0 || length == rows; };
  if (examples.scores.size() != rows * examples.classes || !fits(examples.labels.size()) ||
      !fits(examples.ids.size())) {
    throw base::UserError(
        fmt::format("the model gave {} scores in {} classes for {} ids and {} labels; expected one score for each "
                    "example and class",
                    examples.scores.size(), examples.classes, examples.ids.size(), examples.labels.size()));
  }
  if (!examples.class_names.empty() && examples.class_names.size() != examples.classes) {
    throw base::UserError(fmt::format("the model gave scores in {} classes, but there are {} classes, from \"{}\" on",
                                      examples.classes, examples.class_names.size(), examples.class_names.front()));
  }
  return rows;
}

std::span<const float> scores_of(const ScoredExamples& examples, std::uint64_t row) {
  return std::span(examples.scores).subspan(row * examples.classes, examples.classes);
}

std::vector<double> losses_of(const ScoredExamples& examples, std::uint64_t rows) {
  std::vector<double> losses;
  losses.reserve(rows);
  for (std::uint64_t row = 0; row < rows; ++row) {
    losses.push_back(cross_entropy(scores_of(examples, row), examples.labels[row]));
  }
  return losses;
}

std::vector<double> probabilities_of(const ScoredExamples& examples, std::uint64_t rows) {
  std::vector<double> probabilities;
  probabilities.reserve(examples.scores.size());
  std::uint64_t broken = 0;
  std::uint64_t first_broken = 0;
  for (std::uint64_t row = 0; row < rows; ++row) {
    const auto scores = scores_of(examples, row);
    const double normalizer = log_sum_exp(scores);
    if (std::isnan(normalizer)) {
      first_broken = broken++ == 0 ? row : first_broken;
    }
    for (const float score : scores) {
      probabilities.push_back(std::exp(static_cast<double>(score) - normalizer));
    }
  }
  if (broken != 0) {
    throw base::UserError(fmt::format(
        "the model {} gave scores that are not finite for {} of {} examples, the first at row {}, so that there are no "
        "probabilities to check the labels with; mend the model, or mine without the check of labels "
        "(--no-label-check)",
        examples.model_id, broken, rows, first_broken));
  }
  return probabilities;
}

template <class Value>
void write_column(hdf5::FileWriter& writer, const std::string& path, const ElementType& type,
                  const std::vector<Value>& values, const std::vector<std::uint64_t>& shape) {
  writer.dataset(path, type, shape, std::as_bytes(std::span(values)));
}

}  // namespace

double cross_entropy(std::span<const float> scores, std::int64_t label) noexcept {
  if (label < 0 || static_cast<std::uint64_t>(label) >= scores.size()) {
    return kNaN;
  }
  return log_sum_exp(scores) - static_cast<double>(scores[static_cast<std::size_t>(label)]);
}

void write_predictions(const std::filesystem::path& target, const ScoredExamples& examples) {
  const std::uint64_t rows = rows_of(examples);
  const ElementType number{.kind = ElementKind::kFloat, .size = 8};
  hdf5::FileWriter writer(target);
  if (examples.ids.empty()) {
    std::vector<std::int64_t> row_numbers(rows);
    std::iota(row_numbers.begin(), row_numbers.end(), 0);
    write_column(writer, "/row", {.kind = ElementKind::kInteger, .size = 8, .is_signed = true}, row_numbers, {rows});
  } else {
    std::vector<std::byte> ids;
    ids.reserve(rows * std::tuple_size_v<base::Digest>);
    for (const base::Digest& id : examples.ids) {
      ids.insert(ids.end(), id.begin(), id.end());
    }
    write_column(writer, "/id", {.kind = ElementKind::kInteger, .size = 1}, ids,
                 {rows, std::tuple_size_v<base::Digest>});
  }
  write_column(writer, "/scores", {.kind = ElementKind::kFloat, .size = 4}, examples.scores, {rows, examples.classes});
  if (!examples.labels.empty()) {
    write_column(writer, "/loss", number, losses_of(examples, rows), {rows});
  }
  if (examples.with_probabilities) {
    write_column(writer, "/probabilities", number, probabilities_of(examples, rows), {rows, examples.classes});
  }
  if (!examples.class_names.empty()) {
    writer.texts("/classes/names", examples.class_names);
  }
  writer.attribute("/", "model_id", examples.model_id);
  writer.commit();
}

}  // namespace assay::examples
