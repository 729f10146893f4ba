#include <assay/train/detail/known_floors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::train::detail {
namespace {

double median_of(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double entropy_of(std::span<const std::uint64_t> counts) {
  double total = 0;
  for (const std::uint64_t count : counts) {
    total += static_cast<double>(count);
  }
  double entropy = 0;
  for (const std::uint64_t count : counts) {
    if (count > 0) {
      const double share = static_cast<double>(count) / total;
      entropy -= share * std::log(share);
    }
  }
  return entropy;
}

}  // namespace

std::vector<KnownFloor> known_floors(const TargetFacts& targets) {
  std::vector<KnownFloor> floors;
  if (targets.classes >= 2) {
    const auto classes = static_cast<double>(targets.classes);
    floors.push_back({std::log1p((classes - 1) / std::numbers::e),
                      fmt::format("ln(1 + (C - 1) / e) with C = {}", targets.classes),
                      "softmax is applied before a loss that applies it itself (double softmax)"});
  }
  if (targets.label_counts.size() >= 2) {
    floors.push_back({entropy_of(targets.label_counts), "the entropy of the labels",
                      "the model learns how often each label comes and nothing else: labels do not belong to their "
                      "inputs (shuffled), or the inputs do not reach the output"});
  }
  if (targets.classes >= 2) {
    floors.push_back({std::log(static_cast<double>(targets.classes)), fmt::format("ln C with C = {}", targets.classes),
                      "every class gets the same score: nothing is learned"});
  }
  if (targets.variance && *targets.variance > 0) {
    floors.push_back(
        {*targets.variance, "the variance of the targets",
         "the model predicts their mean: a shape that broadcasts ([n, 1] against [n]), or inputs that do not "
         "reach the output"});
  }
  return floors;
}

std::optional<double> plateau_of(std::span<const double> losses) {
  constexpr std::size_t kFewest = 64;
  if (losses.size() < kFewest) {
    return std::nullopt;
  }
  const auto end = losses.last(losses.size() / 4);
  if (!std::all_of(end.begin(), end.end(), [](double loss) { return std::isfinite(loss); })) {
    return std::nullopt;
  }
  const double before = median_of(end.first(end.size() / 2));
  const double after = median_of(end.subspan(end.size() / 2));
  const double level = median_of(end);
  constexpr double kStill = 0.01;
  return std::abs(before - after) <= kStill * std::abs(level) ? std::optional(level) : std::nullopt;
}

}  // namespace assay::train::detail
