#include <assay/stats/holm.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace assay::stats {

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (!std::isnan(p_values[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t left, std::size_t right) { return p_values[left] < p_values[right]; });
  std::vector<double> adjusted(p_values.begin(), p_values.end());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double raised = p_values[order[rank]] * static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(raised, 1.0));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

}  // namespace assay::stats
