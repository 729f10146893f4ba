#pragma once

#include <assay/base/scalar.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay::expect::detail {

/// How often each number stands in the data, in bounded memory: exactly while there are at most `kMostValues` different
/// ones, else at the finest resolution at which no more remain.
///
/// A resolution of r joins numbers that agree but for the lowest r bits of their magnitude (of a double: of its bits,
/// so that the width grows with the number: 2^(r - 52) of it); the one nearest to 0 stands for all. The state is a
/// function of the numbers alone, so merging the counts of parts gives those of the whole to the bit, in any order.
class ValueCounts {
 public:
  static constexpr std::size_t kMostValues = 8192;

  /// A number by sign and magnitude, and how often it is there; 0 is not negative.
  struct Entry {
    bool negative = false;
    std::uint64_t magnitude = 0;
    std::uint64_t times = 0;

    /// By value alone.
    [[nodiscard]] std::strong_ordering order(const Entry& other) const noexcept;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  /// @param whole whole numbers; else doubles, of which the magnitude is their bits.
  explicit ValueCounts(bool whole = false) noexcept : whole_(whole) {}
  /// @param entries ascending, each number once, as they stand in other counts of this resolution.
  ValueCounts(bool whole, unsigned resolution, std::vector<Entry> entries);

  /// Adds numbers in ascending order, each once. No NaN, no infinity.
  void add(std::vector<Entry> entries);
  /// Adds the counts of other data of the same kind.
  void merge(const ValueCounts& other);

  [[nodiscard]] bool whole() const noexcept { return whole_; }
  [[nodiscard]] bool exact() const noexcept { return resolution_ == 0; }
  [[nodiscard]] unsigned resolution() const noexcept { return resolution_; }
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
  [[nodiscard]] std::uint64_t total() const noexcept;
  /// The largest count that may stand for more than one number: no cumulative count is off by more. 0 when exact.
  [[nodiscard]] std::uint64_t uncertainty() const noexcept;

  [[nodiscard]] base::Number value(const Entry& entry) const noexcept;
  /// The number that stands for this finite one at this resolution. Never descends where numbers ascend.
  [[nodiscard]] base::Number coarse(const base::Number& number) const noexcept;
  /// A finite number by sign and magnitude; into whole numbers the fraction is cut off.
  [[nodiscard]] Entry entry_of(const base::Number& number) const noexcept;

  friend bool operator==(const ValueCounts&, const ValueCounts&) = default;

 private:
  void coarsen(unsigned resolution);
  void fit();

  bool whole_ = false;
  unsigned resolution_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace assay::expect::detail
