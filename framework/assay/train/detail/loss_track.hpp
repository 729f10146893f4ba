#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace assay::train::detail {

/// Follows the loss of a run and notes when it first is where it should be. With several batches learned in turn the
/// mean of the latest loss of each counts, from the first full turn on; a loss that is not finite reaches nothing.
class LossTrack {
 public:
  /// @param fractions of the first loss, as in `levels`.
  LossTrack(std::uint64_t batches, std::optional<double> goal, std::vector<double> fractions);

  void add(double loss);

  [[nodiscard]] std::span<const double> losses() const noexcept { return losses_; }
  /// The mean over the latest turn; none before the first full one.
  [[nodiscard]] std::optional<double> current() const noexcept { return current_; }
  [[nodiscard]] std::optional<double> first() const noexcept { return first_; }
  /// Lowest mean so far and the number of updates made before it.
  [[nodiscard]] std::optional<double> lowest() const noexcept { return lowest_; }
  [[nodiscard]] std::uint64_t lowest_at() const noexcept { return lowest_at_; }
  /// Updates made before the loss was first below the goal.
  [[nodiscard]] std::optional<std::uint64_t> goal_at() const noexcept { return goal_at_; }
  /// For each fraction: updates made before the loss was first at most that fraction of the first one.
  [[nodiscard]] const std::vector<std::optional<std::uint64_t>>& levels_at() const noexcept { return levels_at_; }

 private:
  std::uint64_t batches_;
  std::optional<double> goal_;
  std::vector<double> fractions_;
  std::vector<double> losses_;
  std::optional<double> current_;
  std::optional<double> first_;
  std::optional<double> lowest_;
  std::uint64_t lowest_at_ = 0;
  std::optional<std::uint64_t> goal_at_;
  std::vector<std::optional<std::uint64_t>> levels_at_;
};

}  // namespace assay::train::detail
