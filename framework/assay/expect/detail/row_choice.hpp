#pragma once

#include <compare>
#include <cstdint>
#include <optional>

namespace assay::expect::detail {

/// As many rows, evenly spread and the same ones for the same seed.
struct Sample {
  std::uint64_t rows = 0;
  std::uint64_t seed = 0;
  friend auto operator<=>(const Sample&, const Sample&) = default;
};

/// Some rows of a dataset, in rising order: every `step`-th from `first` on, and perhaps only a sample of those.
///
/// A sample of n among N rows takes one of each n-th part of them (stratified sampling), by a hash of seed and part. It
/// has all rows where there are no more than it asks for.
class RowChoice {
 public:
  RowChoice() = default;
  RowChoice(std::uint64_t first, std::uint64_t step, std::uint64_t count)
      : first_(first), step_(step), all_(count), count_(count) {}

  void take_sample(const Sample& sample);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  /// @returns the place in the dataset of one of the rows. @param number below `count()`.
  [[nodiscard]] std::uint64_t row(std::uint64_t number) const noexcept;
  /// How many of the rows lie before a place in the dataset.
  [[nodiscard]] std::uint64_t before(std::uint64_t place) const noexcept;
  [[nodiscard]] bool sampled() const noexcept { return seed_.has_value(); }
  /// True when these are the first `count()` rows.
  [[nodiscard]] bool is_run() const noexcept { return first_ == 0 && step_ == 1 && !sampled(); }

  friend bool operator==(const RowChoice&, const RowChoice&) = default;

 private:
  /// Number `i` of the sample, among the rows that it is taken from.
  [[nodiscard]] std::uint64_t drawn(std::uint64_t i) const noexcept;

  std::uint64_t first_ = 0;
  std::uint64_t step_ = 1;
  std::uint64_t all_ = 0;  ///< rows without a sample
  std::uint64_t count_ = 0;
  std::optional<std::uint64_t> seed_;
};

}  // namespace assay::expect::detail
