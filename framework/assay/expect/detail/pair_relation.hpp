#pragma once

#include <assay/expect/detail/element.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::expect::detail {

/// How an element has to stand to its partner.
enum class Relation { kEqual, kLess };

/// Sets `keeps[i]` to 1 where the relation holds, else to 0. Numbers compare by their exact values, whatever their
/// types, texts by their bytes; NaN keeps nothing. Both sides hold numbers or both hold text.
void relate(const Elements& left, const Elements& right, Relation relation, std::span<std::uint8_t> keeps);

/// Copies the numbers from `begin` on into the tile. A long double holds every whole number of 64 bits and every
/// double.
/// @throws base::InternalError where there are no numbers.
void widen(const Elements& elements, std::size_t begin, std::span<long double> tile);

}  // namespace assay::expect::detail
