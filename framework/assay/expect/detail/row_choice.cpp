#include <assay/expect/detail/row_choice.hpp>
#include <assay/expect/detail/wide_integer.hpp>

#include <algorithm>

namespace assay::expect::detail {

namespace {

/// floor(a * b / c) where the result fits.
std::uint64_t scaled(std::uint64_t a, std::uint64_t b, std::uint64_t c) noexcept {
  return static_cast<std::uint64_t>(static_cast<Unsigned128>(a) * b / c);
}

/// SplitMix64's finaliser (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
std::uint64_t mixed(std::uint64_t value) noexcept {
  value += 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

}  // namespace

void RowChoice::take_sample(const Sample& sample) {
  if (sample.rows >= count_) return;
  seed_ = sample.seed;
  count_ = sample.rows;
}

std::uint64_t RowChoice::drawn(std::uint64_t i) const noexcept {
  const std::uint64_t low = scaled(i, all_, count_);
  const std::uint64_t high = scaled(i + 1, all_, count_);
  return low + mixed(mixed(*seed_) ^ i) % (high - low);
}

std::uint64_t RowChoice::row(std::uint64_t number) const noexcept {
  return first_ + (sampled() ? drawn(number) : number) * step_;
}

std::uint64_t RowChoice::before(std::uint64_t place) const noexcept {
  if (place <= first_) return 0;
  const std::uint64_t passed = std::min((place - first_ - 1) / step_ + 1, all_);
  if (!sampled()) return passed;
  if (passed == all_) return count_;
  // The part that `passed` lies in; rounding may be off by one part.
  std::uint64_t part = std::min(scaled(passed, count_, all_), count_ - 1);
  while (part > 0 && scaled(part, all_, count_) > passed) --part;
  while (part + 1 < count_ && scaled(part + 1, all_, count_) <= passed) ++part;
  return part + (drawn(part) < passed ? 1 : 0);
}

}  // namespace assay::expect::detail
