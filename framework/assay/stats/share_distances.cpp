#include <assay/stats/compensated_sum.hpp>
#include <assay/stats/share_distances.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace assay::stats {
namespace {

double total_of(std::span<const std::uint64_t> counts) noexcept {
  return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
}

/// Its part of the divergence from the middle.
double divergence(double share, double middle) noexcept { return share > 0 ? share * std::log2(share / middle) : 0; }

}  // namespace

double population_stability_index(std::span<const std::uint64_t> reference,
                                  std::span<const std::uint64_t> sample) noexcept {
  const double reference_total = total_of(reference);
  const double sample_total = total_of(sample);
  if (reference_total == 0 || sample_total == 0) return std::numeric_limits<double>::quiet_NaN();
  const auto share = [](std::uint64_t count, double total) {
    return (count == 0 ? 0.5 : static_cast<double>(count)) / total;
  };
  CompensatedSum sum;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference[i] == 0 && sample[i] == 0) continue;
    const double before = share(reference[i], reference_total);
    const double now = share(sample[i], sample_total);
    sum.add((now - before) * std::log(now / before));
  }
  return std::max(sum.value(), 0.0);
}

double jensen_shannon_divergence(std::span<const std::uint64_t> reference,
                                 std::span<const std::uint64_t> sample) noexcept {
  const double reference_total = total_of(reference);
  const double sample_total = total_of(sample);
  if (reference_total == 0 || sample_total == 0) return std::numeric_limits<double>::quiet_NaN();
  CompensatedSum sum;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const double before = static_cast<double>(reference[i]) / reference_total;
    const double now = static_cast<double>(sample[i]) / sample_total;
    const double middle = (before + now) / 2;
    // A class's two parts are together never negative; their rounding may be.
    sum.add(std::max((divergence(before, middle) + divergence(now, middle)) / 2, 0.0));
  }
  return std::min(sum.value(), 1.0);
}

double total_variation(std::span<const std::uint64_t> reference, std::span<const std::uint64_t> sample) noexcept {
  const double reference_total = total_of(reference);
  const double sample_total = total_of(sample);
  if (reference_total == 0 || sample_total == 0) return std::numeric_limits<double>::quiet_NaN();
  CompensatedSum sum;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    sum.add(
        std::abs(static_cast<double>(reference[i]) / reference_total - static_cast<double>(sample[i]) / sample_total));
  }
  return std::min(sum.value() / 2, 1.0);
}

}  // namespace assay::stats
