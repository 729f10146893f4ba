#pragma once

#include <assay/train/detail/known_floors.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace assay::train {
struct Batch;
struct Declarations;
class Recipe;
}  // namespace assay::train

namespace assay::train::detail {

/// Gathers what the targets of several batches have in common: how often each label comes, or their variance.
class TargetTally {
 public:
  /// Class numbers; negative ones (ignored by convention) do not count.
  void add_labels(std::span<const std::int64_t> labels);
  void add_values(std::span<const double> values);
  /// Integers as labels, floating-point numbers as values; undefined targets are nothing.
  void add(const Batch& batch);

  [[nodiscard]] TargetFacts facts(std::uint64_t classes) const;

  /// Highest label + 1: there are as many classes at least; 0 without labels.
  [[nodiscard]] std::uint64_t fewest_classes() const;

 private:
  std::map<std::int64_t, std::uint64_t> labels_;
  std::uint64_t values_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

/// Declared, else the width of the scores, else 0. Runs the model when it is not declared.
[[nodiscard]] std::uint64_t number_of_classes(Recipe& recipe, const Declarations& declarations, const Batch& batch);

}  // namespace assay::train::detail
