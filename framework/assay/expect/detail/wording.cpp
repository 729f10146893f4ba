#include <assay/base/utf8.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <variant>

namespace assay::expect::detail {

std::string shape_text(std::span<const std::uint64_t> dimensions) {
  return fmt::format("[{}]", fmt::join(dimensions, ", "));
}

std::string count_text(std::uint64_t count, std::string_view singular) {
  return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

std::string position_text(const base::Offender& offender) {
  if (offender.index.empty()) return {};
  std::string row = fmt::format("row {}", offender.row);
  if (offender.index.size() == 1) return row;
  return fmt::format("{}, index {}", row, shape_text(offender.index));
}

std::string value_text(const base::Scalar& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return base::to_text(value);
  constexpr std::size_t kLongest = 80;
  const std::string printable = base::to_printable(*text);
  if (printable.size() <= kLongest) return fmt::format("'{}'", printable);
  // Cut before a byte that continues a character.
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(printable[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("'{}...'", printable.substr(0, end));
}

std::string list_text(std::span<const base::Scalar> values) {
  constexpr std::size_t kMost = 12;
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    if (i == kMost) {
      text += fmt::format("... {} more", values.size() - kMost);
      break;
    }
    text += value_text(values[i]);
  }
  return text + "]";
}

std::string share_text(double share) {
  std::string rounded = fmt::format("{:.6g}", share);
  if ((rounded == "1" && share < 1) || (rounded == "0" && share > 0)) return fmt::format("{}", share);
  return rounded;
}

}  // namespace assay::expect::detail
