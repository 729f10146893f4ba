#include <assay/train/batch.hpp>
#include <assay/train/declarations.hpp>
#include <assay/train/detail/scores.hpp>
#include <assay/train/detail/target_facts.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

namespace assay::train::detail {

void TargetTally::add_labels(std::span<const std::int64_t> labels) {
  for (const std::int64_t label : labels) {
    if (label >= 0) {
      ++labels_[label];
    }
  }
}

void TargetTally::add_values(std::span<const double> values) {
  // Welford: numbers far from zero lose nothing.
  for (const double value : values) {
    ++values_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(values_);
    squares_ += before * (value - mean_);
  }
}

void TargetTally::add(const Batch& batch) {
  if (!batch.targets.defined()) {
    return;
  }
  if (batch.targets.is_floating_point()) {
    add_values(to_doubles(batch.targets));
  } else if (at::isIntegralType(batch.targets.scalar_type(), /*includeBool=*/true)) {
    const at::Tensor wide = to_dense_cpu(batch.targets).to(at::kLong).contiguous();
    add_labels({wide.const_data_ptr<std::int64_t>(), static_cast<std::size_t>(wide.numel())});
  }
}

TargetFacts TargetTally::facts(std::uint64_t classes) const {
  TargetFacts facts;
  if (!labels_.empty()) {
    facts.classes = classes;
    for (const auto& [label, count] : labels_) {
      facts.label_counts.push_back(count);
    }
  }
  if (values_ > 0) {
    facts.variance = squares_ / static_cast<double>(values_);
  }
  return facts;
}

std::uint64_t TargetTally::fewest_classes() const {
  return labels_.empty() ? 0 : static_cast<std::uint64_t>(labels_.rbegin()->first) + 1;
}

std::uint64_t number_of_classes(Recipe& recipe, const Declarations& declarations, const Batch& batch) {
  if (declarations.classes > 0) {
    return declarations.classes;
  }
  const auto scores = scores_of(recipe, batch.inputs);
  return scores ? scores->classes : 0;
}

}  // namespace assay::train::detail
