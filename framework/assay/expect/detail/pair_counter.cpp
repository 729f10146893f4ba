#include <assay/expect/detail/pair_counter.hpp>

#include <type_traits>
#include <variant>
#include <vector>

namespace assay::expect::detail {

namespace {

base::Scalar element_at(const BlockView& block, std::size_t element) {
  return std::visit(
      [&]<class Span>(const Span& values) -> base::Scalar {
        if constexpr (std::is_same_v<Span, std::monostate> || std::is_same_v<Span, CompoundElements>) {
          return {};
        } else {
          return to_element_scalar(values[element], block.kind);
        }
      },
      block.elements);
}

}  // namespace

PairState PairCounter::measure(const BlockView& block) const {
  PairState found;
  const JudgedPairs pairs = partner_.pairs(block);
  found.left_out = pairs.left_out;
  found.unwritten = pairs.unwritten;
  found.valueless = pairs.valueless;
  std::vector<std::uint8_t> keeps(pairs.judged.size());
  relate(block.elements, partner_.elements(block), relation_, keeps);
  for (std::uint64_t row = 0; row < block.rows; ++row) {
    std::uint64_t judged = 0;
    std::uint64_t broken = 0;
    const std::uint64_t first = row * block.row_elements;
    for (std::uint64_t i = first; i < first + block.row_elements; ++i) {
      judged += pairs.judged[i];
      broken += pairs.judged[i] & (keeps[i] ^ 1U);
    }
    found.pairs += judged;
    found.pair_rows += judged > 0 ? 1U : 0U;
    found.broken.elements += broken;
    if (broken == 0) continue;
    bool list_row = found.broken.first_of_row.size() < base::kMostOffenders;
    ++found.broken.rows;
    for (std::uint64_t i = first; i < first + block.row_elements; ++i) {
      if (!list_row && found.broken.first.size() >= base::kMostOffenders) break;
      if ((pairs.judged[i] & (keeps[i] ^ 1U)) == 0) continue;
      base::Offender offender = place_of_element(block, i);
      offender.value = element_at(block, i);
      if (std::exchange(list_row, false)) found.broken.first_of_row.push_back(offender);
      if (found.broken.first.size() < base::kMostOffenders) found.broken.first.push_back(std::move(offender));
    }
  }
  return found;
}

}  // namespace assay::expect::detail
