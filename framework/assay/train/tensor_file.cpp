#include <assay/base/error.hpp>
#include <assay/hdf5/file_writer.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/tensor_file.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <vector>

namespace assay::train {
namespace {

constexpr std::uint64_t kMostTensorBytes = std::uint64_t{2} << 30U;

}  // namespace

void write_tensors(const std::filesystem::path& file, std::span<const BatchTensor> tensors) {
  hdf5::FileWriter writer(file);
  std::set<std::string> names;
  std::uint64_t bytes = 0;
  for (const BatchTensor& each : tensors) {
    if (each.name.empty()) throw base::UserError("a tensor has no name");
    if (!names.insert(each.name).second) throw base::UserError(fmt::format("two tensors are called `{}`", each.name));
    if (!each.tensor.defined()) throw base::UserError(fmt::format("`{}` is an undefined tensor", each.name));
    const auto type = detail::element_type_of(each.tensor);
    if (!type) {
      throw base::UserError(fmt::format("`{}` is {}, of which no check of data can be asked", each.name,
                                        detail::shape_text(each.tensor)));
    }
    bytes += static_cast<std::uint64_t>(each.tensor.numel()) * type->size;
    if (bytes > kMostTensorBytes) {
      throw base::UserError(
          fmt::format("the tensors up to `{}` are more than {} bytes; look at fewer batches at a time", each.name,
                      kMostTensorBytes));
    }
    const at::Tensor dense = detail::to_dense_cpu(each.tensor);
    const std::vector<std::uint64_t> shape(dense.sizes().begin(), dense.sizes().end());
    writer.dataset(each.name, *type, shape, detail::bytes_of(dense));
  }
  writer.commit();
}

}  // namespace assay::train
