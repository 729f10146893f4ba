#include <assay/expect/detail/literal.hpp>

namespace assay::expect::detail {

std::optional<base::Number> number_of(const base::Scalar& literal) noexcept {
  if (const auto* truth = std::get_if<bool>(&literal)) return base::Number{std::int64_t{*truth ? 1 : 0}};
  if (const auto* whole = std::get_if<std::int64_t>(&literal)) return base::Number{*whole};
  if (const auto* large = std::get_if<std::uint64_t>(&literal)) return base::Number{*large};
  if (const auto* real = std::get_if<double>(&literal)) return base::Number{*real};
  return std::nullopt;
}

double to_double(const base::Number& number) noexcept {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

}  // namespace assay::expect::detail
