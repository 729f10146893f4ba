#include <assay/base/error.hpp>
#include <assay/expect/detail/pair_relation.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <variant>

namespace assay::expect::detail {

static_assert(std::numeric_limits<long double>::digits >= 64);

namespace {

template <class T>
void relate_spans(std::span<const T> left, std::span<const T> right, Relation relation, std::span<std::uint8_t> keeps) {
  if (relation == Relation::kEqual) {
    for (std::size_t i = 0; i < keeps.size(); ++i) keeps[i] = left[i] == right[i] ? 1 : 0;
  } else {
    for (std::size_t i = 0; i < keeps.size(); ++i) keeps[i] = left[i] < right[i] ? 1 : 0;
  }
}

}  // namespace

void widen(const Elements& elements, std::size_t begin, std::span<long double> tile) {
  std::visit(
      [&]<class Span>(const Span& values) {
        if constexpr (std::is_same_v<Span, std::monostate> || std::is_same_v<Span, CompoundElements> ||
                      std::is_same_v<Span, std::span<const std::string>>) {
          throw base::InternalError("elements that are no numbers were to be compared as numbers");
        } else {
          for (std::size_t i = 0; i < tile.size(); ++i) tile[i] = static_cast<long double>(values[begin + i]);
        }
      },
      elements);
}

void relate(const Elements& left, const Elements& right, Relation relation, std::span<std::uint8_t> keeps) {
  if (left.index() == right.index()) {
    std::visit(
        [&]<class Span>(const Span& values) {
          if constexpr (!std::is_same_v<Span, std::monostate> && !std::is_same_v<Span, CompoundElements>) {
            relate_spans(values, std::get<Span>(right), relation, keeps);
          }
        },
        left);
    return;
  }
  constexpr std::size_t kTile = 1024;
  std::array<long double, kTile> one{};
  std::array<long double, kTile> other{};
  for (std::size_t begin = 0; begin < keeps.size(); begin += kTile) {
    const std::size_t count = std::min(kTile, keeps.size() - begin);
    widen(left, begin, std::span(one).first(count));
    widen(right, begin, std::span(other).first(count));
    relate_spans<long double>(std::span(one).first(count), std::span(other).first(count), relation,
                              keeps.subspan(begin, count));
  }
}

}  // namespace assay::expect::detail
