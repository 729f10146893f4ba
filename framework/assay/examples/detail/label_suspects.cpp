#include <assay/examples/detail/column.hpp>
#include <assay/examples/detail/elements.hpp>
#include <assay/examples/detail/label_suspects.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace assay::examples::detail {
namespace {

constexpr double kSlack = 1e-6;
constexpr double kSumTolerance = 1e-4;
// Of a class without rows: nothing is ever so probable.
constexpr double kNever = 2;

/// Calls `use(row, probabilities)` with each row, divided by its sum.
template <class Use>
void for_each_row(const hdf5::Dataset& dataset, std::uint64_t classes, Use use) {
  std::vector<double> values;
  for_each_block(dataset, 0, [&](const hdf5::Block& block) {
    values.clear();
    append_doubles(dataset.type(), block.bytes, values);
    if (!block.unwritten.empty()) {
      refuse(dataset,
             fmt::format("was never written at row {}", block.first_row + block.unwritten.front().first / classes));
    }
    for (std::uint64_t i = 0; i < block.rows; ++i) {
      const std::span<double> row = std::span(values).subspan(i * classes, classes);
      double sum = 0;
      bool within = true;
      for (const double value : row) {
        within = within && value >= -kSumTolerance && value <= 1 + kSumTolerance;
        sum += value;
      }
      if (!within || !(std::abs(sum - 1) <= kSumTolerance)) {
        refuse(dataset, fmt::format("holds no probabilities at row {}: they add up to {}, expected numbers from 0 to 1 "
                                    "that add up to 1",
                                    block.first_row + i, sum));
      }
      for (double& value : row) {
        value /= sum;
      }
      use(block.first_row + i, std::span<const double>(row));
    }
  });
}

}  // namespace

std::vector<bool> confident_suspects(const hdf5::Dataset& probabilities, std::span<const std::int64_t> labels) {
  expect_rows(probabilities, labels.size(), "there are labels");
  if (probabilities.shape().size() != 2 || !is_floating(probabilities.type()) || probabilities.shape()[1] == 0 ||
      probabilities.shape()[1] > kMostNames) {
    refuse(probabilities, fmt::format("is of type {} with {} dimensions, expected a table of floating-point numbers "
                                      "with a column for each class",
                                      probabilities.type().name(), probabilities.shape().size()));
  }
  const std::uint64_t classes = probabilities.shape()[1];
  const std::int64_t largest = labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end());
  if (largest >= static_cast<std::int64_t>(classes)) {
    refuse(probabilities, fmt::format("has {} columns, but there is a label {}", classes, largest));
  }
  std::vector<double> sums(classes);
  std::vector<std::uint64_t> counts(classes);
  for_each_row(probabilities, classes, [&](std::uint64_t row, std::span<const double> values) {
    const auto label = static_cast<std::size_t>(labels[row]);
    sums[label] += values[label];
    ++counts[label];
  });
  std::vector<double> needed(classes);
  for (std::size_t k = 0; k < classes; ++k) {
    const double threshold = counts[k] == 0 ? kNever : sums[k] / static_cast<double>(counts[k]);
    needed[k] = std::max(threshold, 2 * kSlack) - kSlack;
  }
  std::vector<bool> suspects(labels.size());
  for_each_row(probabilities, classes, [&](std::uint64_t row, std::span<const double> values) {
    const auto label = static_cast<std::size_t>(labels[row]);
    std::optional<std::size_t> counted;
    bool another_is_likelier = false;
    for (std::size_t k = 0; k < classes; ++k) {
      if (values[k] >= needed[k] && (!counted || values[k] > values[*counted])) {
        counted = k;
      }
      another_is_likelier = another_is_likelier || (k != label && values[k] > values[label] + kSlack);
    }
    suspects[row] = counted && *counted != label && another_is_likelier;
  });
  return suspects;
}

}  // namespace assay::examples::detail
