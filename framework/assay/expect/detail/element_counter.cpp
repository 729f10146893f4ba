#include <assay/expect/detail/element_counter.hpp>

#include <algorithm>
#include <iterator>

namespace assay::expect::detail {

namespace {

void append(std::vector<base::Offender>& list, std::vector<base::Offender>&& later) {
  const std::size_t room = base::kMostOffenders - std::min(base::kMostOffenders, list.size());
  const auto taken = static_cast<std::ptrdiff_t>(std::min(room, later.size()));
  std::move(later.begin(), later.begin() + taken, std::back_inserter(list));
}

}  // namespace

void BrokenElements::add(BrokenElements&& later) {
  elements += later.elements;
  rows += later.rows;
  append(first, std::move(later.first));
  append(first_of_row, std::move(later.first_of_row));
}

}  // namespace assay::expect::detail
