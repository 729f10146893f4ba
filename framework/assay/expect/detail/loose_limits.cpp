#include <assay/expect/detail/literal.hpp>
#include <assay/expect/detail/loose_limits.hpp>
#include <assay/expect/detail/wide_integer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

/// The number of the fewest digits at or below `value`, by `slack` at most; above it for the upper end.
std::string rounded(double value, double slack, bool upwards) {
  const auto fits = [&](double number) {
    return (upwards ? number >= value : number <= value) && std::abs(number - value) <= slack;
  };
  for (int digits = 2; digits < 17; ++digits) {
    const auto nearest = [digits](double number) {
      return std::strtod(fmt::format("{:.{}g}", number, digits).c_str(), nullptr);
    };
    const double near = nearest(value);
    if (fits(near)) return fmt::format("{}", near);
    const double step = std::pow(10.0, std::floor(std::log10(std::abs(value))) - digits + 1);
    const double next = nearest(near + (upwards ? step : -step));
    if (fits(next)) return fmt::format("{}", next);
  }
  return fmt::format("{}", value);
}

Int128 to_wide(const base::Number& number) {
  if (const auto* large = std::get_if<std::uint64_t>(&number)) return static_cast<Int128>(*large);
  return static_cast<Int128>(std::get<std::int64_t>(number));
}

/// The lowest and the highest number of a type such as `uint16`; those of 64 bits for any other.
std::pair<Int128, Int128> ends_of(const std::string& type) {
  const bool is_unsigned = type.starts_with("uint");
  unsigned bits = 64;
  const std::size_t digits = type.find_first_of("0123456789");
  if (digits != std::string::npos) std::from_chars(type.data() + digits, type.data() + type.size(), bits);
  bits = std::clamp(bits, 8U, 64U);
  const Int128 one = 1;
  if (is_unsigned) return {0, (one << bits) - 1};
  return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
}

std::string wide_text(Int128 number) {
  if (number > std::numeric_limits<std::int64_t>::max()) {
    return bound_text(base::Number{static_cast<std::uint64_t>(number)});
  }
  return bound_text(base::Number{static_cast<std::int64_t>(number)});
}

}  // namespace

std::string bound_text(const base::Number& number) {
  const bool large = std::holds_alternative<std::uint64_t>(number) &&
                     std::get<std::uint64_t>(number) > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  return large ? fmt::format("\"{}\"", base::to_text(number)) : base::to_text(number);
}

std::string loose_range(double low, double high, double slack) {
  return fmt::format("[{}, {}]", rounded(low, slack, false), rounded(high, slack, true));
}

std::optional<std::string> loose_values(const ColumnProfile& column) {
  if (!column.smallest || !column.largest || column.infinities() > 0) return std::nullopt;
  if (base::compare(*column.smallest, *column.largest) == base::Order::kEqual) return std::nullopt;
  if (column.kind == ColumnKind::kReal) {
    const double low = to_double(*column.smallest);
    const double high = to_double(*column.largest);
    const double margin = high / 10 - low / 10;
    double least = low - margin;
    double most = high + margin;
    if (low >= 0) least = std::max(least, 0.0);
    if (high <= 0) most = std::min(most, 0.0);
    if (!std::isfinite(least) || !std::isfinite(most)) return std::nullopt;
    return loose_range(least, most, margin / 2);
  }
  const Int128 low = to_wide(*column.smallest);
  const Int128 high = to_wide(*column.largest);
  const Int128 margin = (high - low + 9) / 10;
  const auto [lowest, highest] = ends_of(column.type);
  Int128 least = std::max(low - margin, lowest);
  Int128 most = std::min(high + margin, highest);
  if (low >= 0) least = std::max(least, Int128{0});
  if (high <= 0) most = std::min(most, Int128{0});
  return fmt::format("[{}, {}]", wide_text(least), wide_text(most));
}

std::optional<std::string> loose_mean(const ColumnProfile& column) {
  const auto mean = column.mean();
  const auto deviation = column.deviation();
  if (!mean || !deviation || column.infinities() > 0) return std::nullopt;
  const double centre = to_double(*mean);
  const double margin = *deviation / 4;
  if (!(centre - margin < centre && centre < centre + margin) || !std::isfinite(margin)) return std::nullopt;
  if (!std::isfinite(centre - margin) || !std::isfinite(centre + margin)) return std::nullopt;
  return loose_range(centre - margin, centre + margin, margin / 4);
}

std::optional<std::string> loose_deviation(const ColumnProfile& column) {
  const auto deviation = column.deviation();
  if (!deviation || !(*deviation > 0) || !std::isfinite(2 * *deviation) || column.infinities() > 0) return std::nullopt;
  return loose_range(*deviation / 2, 2 * *deviation, *deviation / 20);
}

std::string loose_share(double share) {
  return loose_range(std::max(share / 2 - 0.01, 0.0), std::min(2 * share + 0.01, 1.0), 0.005);
}

}  // namespace assay::expect::detail
