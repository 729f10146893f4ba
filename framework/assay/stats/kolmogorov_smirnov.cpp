#include <assay/stats/kolmogorov_smirnov.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::stats {

double kolmogorov_smirnov_p(double statistic, double reference_draws, double sample_draws) noexcept {
  if (!(statistic > 0)) return 1;
  const double lambda =
      statistic * std::sqrt(reference_draws / (reference_draws + sample_draws)) * std::sqrt(sample_draws);
  constexpr int kTerms = 8;  // the first term that is left out is below 1e-30 on either side of the border
  constexpr double kBorder = 1.0;
  double sum = 0;
  if (lambda < kBorder) {
    // The distribution function itself converges fast here: sqrt(2 pi) / l * sum exp(-(2k - 1)^2 pi^2 / (8 l^2)).
    const double scale = std::numbers::pi * std::numbers::pi / (8 * lambda * lambda);
    for (int k = 1; k <= kTerms; ++k) sum += std::exp(-(2 * k - 1) * (2 * k - 1) * scale);
    return std::clamp(1 - std::sqrt(2 * std::numbers::pi) / lambda * sum, 0.0, 1.0);
  }
  for (int k = kTerms; k >= 1; --k) sum = std::exp(-2.0 * (2 * k - 1) * lambda * lambda) * (1 - sum);
  return std::clamp(2 * sum, 0.0, 1.0);
}

}  // namespace assay::stats
