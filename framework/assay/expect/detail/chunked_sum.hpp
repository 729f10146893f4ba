#pragma once

#include <assay/expect/detail/wide_integer.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace assay::expect::detail {

/// A sum of signed whole numbers times powers of two, without any rounding, quick to add to: digits of 32 bits are
/// added apart, and carries are settled once in a while (Neal, "Fast exact summation using small and large
/// superaccumulators", 2015).
template <std::size_t kLimbs>
class ChunkedSum {
 public:
  using Total = WideInteger<kLimbs>;

  /// Adds `magnitude * 2^shift`, or takes it away. The product must fit the total.
  void add(Unsigned128 magnitude, unsigned shift, bool negative) noexcept {
    constexpr std::uint64_t kDigit = 0xFFFFFFFFU;
    std::size_t chunk = shift / 32;
    const unsigned bit = shift % 32;
    // 128 bits moved by less than 32 are five digits.
    const auto low = static_cast<std::uint64_t>(magnitude);
    const auto high = static_cast<std::uint64_t>(magnitude >> 64U);
    const Unsigned128 first = static_cast<Unsigned128>(low) << bit;
    const Unsigned128 second = (static_cast<Unsigned128>(high) << bit) + static_cast<std::uint64_t>(first >> 64U);
    const std::array<std::uint64_t, 5> digits = {
        static_cast<std::uint64_t>(first) & kDigit, (static_cast<std::uint64_t>(first) >> 32U) & kDigit,
        static_cast<std::uint64_t>(second) & kDigit, (static_cast<std::uint64_t>(second) >> 32U) & kDigit,
        static_cast<std::uint64_t>(second >> 64U)};
    for (const std::uint64_t digit : digits) {
      if (digit != 0) chunks_[chunk] += negative ? -static_cast<std::int64_t>(digit) : static_cast<std::int64_t>(digit);
      ++chunk;
    }
    if (++pending_ == kMost) settle();
  }

  void add(const ChunkedSum& other) noexcept {
    settle();
    ChunkedSum settled = other;
    settled.settle();
    total_.add(settled.total_);
  }

  [[nodiscard]] BigNumber number() const {
    ChunkedSum settled = *this;
    settled.settle();
    return settled.total_.number();
  }

 private:
  static constexpr std::uint32_t kMost = std::uint32_t{1} << 30U;  ///< digits that a chunk holds without overflow

  void settle() noexcept {
    if (pending_ == 0) return;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      if (chunks_[i] != 0) total_.add_shifted(chunks_[i], static_cast<unsigned>(32 * i));
      chunks_[i] = 0;
    }
    pending_ = 0;
  }

  std::array<std::int64_t, 2 * kLimbs + 4> chunks_{};
  std::uint32_t pending_ = 0;
  Total total_;
};

}  // namespace assay::expect::detail
