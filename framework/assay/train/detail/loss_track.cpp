#include <assay/train/detail/loss_track.hpp>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace assay::train::detail {

LossTrack::LossTrack(std::uint64_t batches, std::optional<double> goal, std::vector<double> fractions)
    : batches_(batches), goal_(goal), fractions_(std::move(fractions)), levels_at_(fractions_.size()) {}

void LossTrack::add(double loss) {
  const std::uint64_t updates = losses_.size();
  losses_.push_back(loss);
  if (losses_.size() < batches_) {
    return;
  }
  const auto turn = std::span(losses_).last(static_cast<std::size_t>(batches_));
  const double mean = std::accumulate(turn.begin(), turn.end(), 0.0) / static_cast<double>(batches_);
  current_ = mean;
  if (!std::isfinite(mean)) {
    return;
  }
  if (!first_) {
    first_ = mean;
  }
  if (!lowest_ || mean < *lowest_) {
    lowest_ = mean;
    lowest_at_ = updates;
  }
  if (goal_ && !goal_at_ && mean < *goal_) {
    goal_at_ = updates;
  }
  for (std::size_t i = 0; i < fractions_.size(); ++i) {
    if (!levels_at_[i] && *first_ > 0 && mean <= fractions_[i] * *first_) {
      levels_at_[i] = updates;
    }
  }
}

}  // namespace assay::train::detail
