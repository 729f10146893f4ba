#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/gradient_comparison.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::train::detail {
namespace {

double value_at(const std::vector<double>& gradient, std::size_t index) {
  return index < gradient.size() ? gradient[index] : 0;
}

/// Norm of `left - factor * right`; what is missing counts as zeros.
double distance(const std::vector<double>& left, const std::vector<double>& right, double factor) {
  double sum = 0;
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const double difference = value_at(left, i) - factor * value_at(right, i);
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

double norm(const std::vector<double>& gradient) { return distance(gradient, {}, 0); }

double norm(const GradientSet& gradients) {
  double sum = 0;
  for (const auto& gradient : gradients) {
    sum += norm(gradient) * norm(gradient);
  }
  return std::sqrt(sum);
}

double dot(const GradientSet& left, const GradientSet& right) {
  double sum = 0;
  for (std::size_t p = 0; p < left.size() && p < right.size(); ++p) {
    for (std::size_t i = 0; i < std::min(left[p].size(), right[p].size()); ++i) {
      sum += left[p][i] * right[p][i];
    }
  }
  return sum;
}

}  // namespace

std::vector<GradientDifference> compare_gradients(const GradientSet& used, const GradientSet& reference,
                                                  double tolerance) {
  constexpr double kLeastShare = 1e-3;
  const double least = kLeastShare * norm(reference);
  std::vector<GradientDifference> differences;
  for (std::size_t p = 0; p < reference.size(); ++p) {
    const double scale = std::max(norm(reference[p]), least);
    const double apart = distance(used[p], reference[p], 1);
    if (!(apart <= tolerance * scale)) {
      differences.push_back({p, scale > 0 ? apart / scale : std::numeric_limits<double>::infinity()});
    }
  }
  std::stable_sort(differences.begin(), differences.end(), [](const auto& left, const auto& right) {
    // NaN first: it is the worst.
    return std::isnan(left.share) ? !std::isnan(right.share) : left.share > right.share;
  });
  return differences;
}

std::string explain_difference(const GradientSet& used, const GradientSet& reference, const GradientSet& used_before) {
  constexpr double kNear = 1e-2;
  const double reference_norm = norm(reference);
  if (!(reference_norm > 0)) {
    return {};
  }
  if (!used_before.empty() && norm(used_before) > kNear * reference_norm) {
    double sum = 0;
    for (std::size_t p = 0; p < used.size(); ++p) {
      std::vector<double> fresh = used[p];
      fresh.resize(std::max(fresh.size(), used_before[p].size()));
      for (std::size_t i = 0; i < used_before[p].size(); ++i) {
        fresh[i] -= used_before[p][i];
      }
      const double apart = distance(fresh, reference[p], 1);
      sum += apart * apart;
    }
    if (std::sqrt(sum) <= kNear * reference_norm) {
      return "they are the gradient of this step plus what the step before left: gradients are not cleared (zero_grad)";
    }
  }
  const double factor = dot(used, reference) / (reference_norm * reference_norm);
  double sum = 0;
  for (std::size_t p = 0; p < used.size(); ++p) {
    const double apart = distance(used[p], reference[p], factor);
    sum += apart * apart;
  }
  if (std::sqrt(sum) <= kNear * std::abs(factor) * reference_norm) {
    return factor < 0 ? fmt::format("they are {} times the gradient: the sign is flipped", short_text(factor))
                      : fmt::format("they are {} times the gradient", short_text(factor));
  }
  return {};
}

bool all_finite(const GradientSet& gradients) noexcept {
  return std::all_of(gradients.begin(), gradients.end(), [](const auto& gradient) {
    return std::all_of(gradient.begin(), gradient.end(), [](double value) { return std::isfinite(value); });
  });
}

}  // namespace assay::train::detail
