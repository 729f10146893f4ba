#include <assay/stats/cumulative_distance.hpp>

#include <cmath>
#include <limits>
#include <utility>

namespace assay::stats {
namespace {

__extension__ typedef unsigned __int128 Wide;

/// A difference of shares, times both totals: exact.
Wide difference(std::uint64_t reference, std::uint64_t sample, std::uint64_t reference_total,
                std::uint64_t sample_total) noexcept {
  const Wide left = static_cast<Wide>(reference) * sample_total;
  const Wide right = static_cast<Wide>(sample) * reference_total;
  return left > right ? left - right : right - left;
}

Wide greatest_divisor(Wide left, Wide right) noexcept {
  while (right != 0) {
    left %= right;
    std::swap(left, right);
  }
  return left;
}

constexpr double kFar = 0x1p700;

}  // namespace

void CumulativeDistance::add(std::uint64_t reference_times, std::uint64_t sample_times, double gap) noexcept {
  const Wide before = difference(reference_seen_, sample_seen_, reference_total_, sample_total_);
  if (before != 0) {
    if (std::isinf(gap)) {
      across_infinity_ = true;
    } else if (gap > kFar) {
      moved_far_.add(std::ldexp(gap, -256) * static_cast<double>(before));
    } else {
      moved_.add(gap * static_cast<double>(before));
    }
  }
  reference_seen_ += reference_times;
  sample_seen_ += sample_times;
  const Wide now = difference(reference_seen_, sample_seen_, reference_total_, sample_total_);
  if (now > difference(reference_at_largest_, sample_at_largest_, reference_total_, sample_total_)) {
    reference_at_largest_ = reference_seen_;
    sample_at_largest_ = sample_seen_;
  }
}

double CumulativeDistance::kolmogorov_smirnov() const noexcept {
  const Wide largest = difference(reference_at_largest_, sample_at_largest_, reference_total_, sample_total_);
  const Wide whole = static_cast<Wide>(reference_total_) * sample_total_;
  const Wide shared = greatest_divisor(whole, largest);
  return static_cast<double>(largest / shared) / static_cast<double>(whole / shared);
}

double CumulativeDistance::wasserstein() const noexcept {
  if (across_infinity_) return std::numeric_limits<double>::infinity();
  const double whole = static_cast<double>(reference_total_) * static_cast<double>(sample_total_);
  return moved_.value() / whole + std::ldexp(moved_far_.value() / whole, 256);
}

}  // namespace assay::stats
