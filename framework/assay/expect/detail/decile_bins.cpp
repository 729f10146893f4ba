#include <assay/expect/detail/decile_bins.hpp>
#include <assay/expect/detail/quantile.hpp>

#include <cstdint>
#include <map>

namespace assay::expect::detail {

namespace {

constexpr int kDeciles = 9;

/// The probability as a suite would write it: 0.3, not 0.30000000000000004.
double probability_of(int decile) noexcept { return static_cast<double>(decile) / 10; }

}  // namespace

DecileBins::DecileBins(const NumberSample& reference) {
  const std::uint64_t count = reference.numbers();
  if (count == 0) return;
  std::map<std::uint64_t, base::Number> at;  // by rank
  for (int decile = 1; decile <= kDeciles; ++decile) {
    const QuantilePlace place = quantile_place(probability_of(decile), count);
    at.emplace(place.low, 0.0);
    at.emplace(place.high, 0.0);
  }
  const auto stream = reference.open();
  std::uint64_t before = 0;
  auto next = at.begin();
  for (CountedNumber entry; next != at.end() && stream->next(entry);) {
    before += entry.times;
    for (; next != at.end() && next->first < before; ++next) next->second = entry.value;
  }
  for (int decile = 1; decile <= kDeciles; ++decile) {
    const QuantilePlace place = quantile_place(probability_of(decile), count);
    const auto value = interpolate(at.at(place.low), at.at(place.high), place.weight);
    if (!value) continue;
    if (!cuts_.empty() && base::compare(cuts_.back().value, *value) == base::Order::kEqual) {
      cuts_.back().repeated = true;
    } else {
      cuts_.push_back({*value, false});
    }
  }
}

std::size_t DecileBins::bin_of(const base::Number& value, std::size_t from) const noexcept {
  for (std::size_t i = from / 2; i < cuts_.size(); ++i) {
    const base::Order order = base::compare(value, cuts_[i].value);
    if (order == base::Order::kEqual) return 2 * i + (cuts_[i].repeated ? 1 : 0);
    if (order == base::Order::kLess) return 2 * i;
  }
  return 2 * cuts_.size();
}

}  // namespace assay::expect::detail
