#include <assay/expect/detail/block_view.hpp>

#include <type_traits>
#include <variant>

namespace assay::expect::detail {

BlockSummary summary_of_numbers(const BlockView& block, SummaryNeed need) {
  return std::visit(
      [&]<class Span>(const Span&) -> BlockSummary {
        if constexpr (requires { requires std::is_arithmetic_v<typename Span::value_type>; }) {
          return summary_of<typename Span::value_type>(block, need);
        } else {
          return {};
        }
      },
      block.elements);
}

base::Offender place_of_element(const BlockView& block, std::size_t element) {
  return block.structure->place_of_element(block.first_row + element / block.row_elements,
                                           element % block.row_elements);
}

base::Offender place_of_row(const BlockView& block, std::uint64_t row) {
  return block.structure->place_of_row(block.first_row + row);
}

}  // namespace assay::expect::detail
