#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::expect::detail {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Unsigned128;

/// Sign and magnitude of a whole number of any size; limbs of 64 bits, lowest first, without leading zeros.
struct BigNumber {
  bool negative = false;
  std::vector<std::uint64_t> limbs;  ///< empty for zero
};

/// A whole number in two's complement with a fixed number of 64-bit limbs, lowest first. It wraps beyond its width, so
/// the width is chosen such that no sum of 2^64 terms reaches it.
template <std::size_t kLimbs>
class WideInteger {
 public:
  void add(const WideInteger& other) noexcept {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < kLimbs; ++i) carry = add_limb(i, other.limbs_[i], carry);
  }

  /// Adds `value * 2^shift`.
  void add_shifted(Int128 value, unsigned shift) noexcept {
    const std::size_t first = shift / 64;
    const unsigned bit = shift % 64;
    const auto pattern = static_cast<Unsigned128>(value);
    const std::uint64_t sign = value < 0 ? ~std::uint64_t{0} : 0;
    std::array<std::uint64_t, 3> parts = {static_cast<std::uint64_t>(pattern),
                                          static_cast<std::uint64_t>(pattern >> 64U), sign};
    if (bit > 0) {
      parts[2] = (sign << bit) | (parts[1] >> (64 - bit));
      parts[1] = (parts[1] << bit) | (parts[0] >> (64 - bit));
      parts[0] <<= bit;
    }
    std::uint64_t carry = 0;
    for (std::size_t i = first; i < kLimbs; ++i) carry = add_limb(i, i - first < 3 ? parts[i - first] : sign, carry);
  }

  [[nodiscard]] bool negative() const noexcept { return (limbs_[kLimbs - 1] >> 63U) != 0; }

  [[nodiscard]] BigNumber number() const {
    BigNumber result{negative(), {limbs_.begin(), limbs_.end()}};
    if (result.negative) {
      std::uint64_t carry = 1;
      for (std::uint64_t& limb : result.limbs) {
        limb = ~limb + carry;
        carry = carry != 0 && limb == 0 ? 1 : 0;
      }
    }
    while (!result.limbs.empty() && result.limbs.back() == 0) result.limbs.pop_back();
    return result;
  }

 private:
  std::uint64_t add_limb(std::size_t index, std::uint64_t value, std::uint64_t carry) noexcept {
    const Unsigned128 sum = static_cast<Unsigned128>(limbs_[index]) + value + carry;
    limbs_[index] = static_cast<std::uint64_t>(sum);
    return static_cast<std::uint64_t>(sum >> 64U);
  }

  std::array<std::uint64_t, kLimbs> limbs_{};
};

/// Product of two magnitudes.
[[nodiscard]] std::vector<std::uint64_t> multiply(std::span<const std::uint64_t> left,
                                                  std::span<const std::uint64_t> right);
/// `left - right`, which must not be negative.
[[nodiscard]] std::vector<std::uint64_t> subtract(std::vector<std::uint64_t> left,
                                                  std::span<const std::uint64_t> right);
/// Divides in place and returns the remainder. @param divisor not 0.
std::uint64_t divide(std::vector<std::uint64_t>& limbs, std::uint64_t divisor);
/// The place of the highest set bit, counted from 1; 0 for zero.
[[nodiscard]] std::size_t bit_length(std::span<const std::uint64_t> limbs) noexcept;

/// `limbs * 2^exponent` rounded once, to the nearest double (ties to even), also among subnormals; infinity beyond.
/// @param more the true value is larger by something below the lowest bit.
[[nodiscard]] double nearest_double(std::span<const std::uint64_t> limbs, int exponent, bool more = false);

}  // namespace assay::expect::detail
