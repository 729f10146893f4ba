#include <assay/expect/detail/block_view.hpp>

namespace assay::expect::detail {

base::Offender place_of_element(const BlockView& block, std::size_t element) {
  return place_in_row(place_of_row(block, element / block.row_elements), block.row_shape, element % block.row_elements);
}

base::Offender place_in_row(base::Offender row, std::span<const std::uint64_t> row_shape, std::uint64_t element) {
  const std::size_t before = row.index.size();
  row.index.resize(before + row_shape.size());
  for (std::size_t dimension = row_shape.size(); dimension > 0; --dimension) {
    row.index[before + dimension - 1] = element % row_shape[dimension - 1];
    element /= row_shape[dimension - 1];
  }
  return row;
}

base::Offender place_of_row(const BlockView& block, std::uint64_t row) {
  base::Offender offender;
  offender.row = block.first_row + row;
  if (!block.scalar) offender.index.push_back(block.first_row_in_shard + row);
  return offender;
}

}  // namespace assay::expect::detail
