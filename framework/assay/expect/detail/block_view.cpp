#include <assay/expect/detail/block_view.hpp>

namespace assay::expect::detail {

base::Offender place_of_element(const BlockView& block, std::size_t element) {
  base::Offender offender = place_of_row(block, element / block.row_elements);
  std::vector<std::uint64_t> within(block.row_shape.size());
  std::uint64_t rest = element % block.row_elements;
  for (std::size_t dimension = block.row_shape.size(); dimension > 0; --dimension) {
    within[dimension - 1] = rest % block.row_shape[dimension - 1];
    rest /= block.row_shape[dimension - 1];
  }
  offender.index.insert(offender.index.end(), within.begin(), within.end());
  return offender;
}

base::Offender place_of_row(const BlockView& block, std::uint64_t row) {
  base::Offender offender;
  offender.row = block.first_row + row;
  if (!block.scalar) offender.index.push_back(block.first_row_in_shard + row);
  return offender;
}

}  // namespace assay::expect::detail
