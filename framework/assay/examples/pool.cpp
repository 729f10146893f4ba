#include <assay/examples/detail/column.hpp>
#include <assay/examples/detail/input_walk.hpp>
#include <assay/examples/pool.hpp>

#include <fmt/format.h>

#include <utility>

namespace assay::examples {
namespace {

using detail::refuse;

hdf5::Dataset open_place(const DatasetPlace& place) {
  return detail::open_column(detail::open_file(place.file), place.dataset);
}

}  // namespace

void read_in_parts(const DatasetPlace& place, const std::function<void(const InputColumn&)>& use) {
  const hdf5::Dataset dataset = open_place(place);
  detail::expect_input(dataset, dataset.rows());
  if (dataset.rows() > detail::kMostExamples) {
    refuse(dataset, fmt::format("has {} rows, expected at most {}", dataset.rows(), detail::kMostExamples));
  }
  InputColumn part{place.dataset, dataset.type(), dataset.shape(), {}};
  part.shape[0] = 0;
  const auto hand_over = [&] {
    use(std::as_const(part));
    part.bytes.clear();
    part.shape[0] = 0;
  };
  bool any = false;
  detail::for_each_block(dataset, 0, [&](const hdf5::Block& block) {
    any = true;
    if (part.shape[0] != 0 && part.bytes.size() + block.bytes.size() > kMostPartBytes) {
      hand_over();
    }
    part.bytes.insert(part.bytes.end(), block.bytes.begin(), block.bytes.end());
    part.shape[0] += block.rows;
  });
  if (part.shape[0] != 0 || !any) {
    hand_over();
  }
}

std::vector<std::int64_t> read_labels(const DatasetPlace& place, std::uint64_t rows) {
  return detail::read_integers(open_place(place), rows);
}

std::vector<std::string> read_class_names(const DatasetPlace& place) {
  const hdf5::Dataset dataset = open_place(place);
  std::vector<std::string> names = detail::read_names(dataset);
  if (names.empty()) {
    refuse(dataset, "holds no name of a class");
  }
  return names;
}

}  // namespace assay::examples
