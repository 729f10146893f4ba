#include <assay/base/error.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/tensor_bytes.hpp>

#include <ATen/ops/empty.h>
#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace assay::train::detail {
namespace {

struct Row {
  at::ScalarType type;
  hdf5::ElementKind kind;
  std::size_t size;
  bool is_signed;
  bool brain_float;
};

constexpr std::array kRows = {
    Row{at::ScalarType::Float, hdf5::ElementKind::kFloat, 4, true, false},
    Row{at::ScalarType::Double, hdf5::ElementKind::kFloat, 8, true, false},
    Row{at::ScalarType::Half, hdf5::ElementKind::kFloat, 2, true, false},
    Row{at::ScalarType::BFloat16, hdf5::ElementKind::kFloat, 2, true, true},
    Row{at::ScalarType::Long, hdf5::ElementKind::kInteger, 8, true, false},
    Row{at::ScalarType::Int, hdf5::ElementKind::kInteger, 4, true, false},
    Row{at::ScalarType::Short, hdf5::ElementKind::kInteger, 2, true, false},
    Row{at::ScalarType::Char, hdf5::ElementKind::kInteger, 1, true, false},
    Row{at::ScalarType::Byte, hdf5::ElementKind::kInteger, 1, false, false},
    Row{at::ScalarType::Bool, hdf5::ElementKind::kBoolean, 1, false, false},
};

}  // namespace

std::optional<hdf5::ElementType> element_type_of(const at::Tensor& tensor) {
  const auto row =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& each) { return each.type == tensor.scalar_type(); });
  if (row == kRows.end()) {
    return std::nullopt;
  }
  hdf5::ElementType type;
  type.kind = row->kind;
  type.size = row->size;
  type.is_signed = row->is_signed;
  type.brain_float = row->brain_float;
  return type;
}

std::optional<at::ScalarType> scalar_type_of(const hdf5::ElementType& type) {
  const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& each) {
    return each.kind == type.kind && each.size == type.size &&
           (type.kind != hdf5::ElementKind::kInteger || each.is_signed == type.is_signed) &&
           (type.kind != hdf5::ElementKind::kFloat || each.brain_float == type.brain_float);
  });
  return row == kRows.end() ? std::nullopt : std::optional(row->type);
}

std::string element_name(const at::Tensor& tensor) {
  const auto type = element_type_of(tensor);
  return type ? type->name() : std::string(at::toString(tensor.scalar_type()));
}

at::Tensor to_dense_cpu(const at::Tensor& tensor) {
  const c10::NoGradGuard guard;
  const at::Tensor dense = tensor.layout() == at::kStrided ? tensor.detach() : tensor.detach().to_dense();
  return dense.cpu().contiguous().resolve_conj().resolve_neg();
}

std::span<const std::byte> bytes_of(const at::Tensor& dense) {
  return {static_cast<const std::byte*>(dense.const_data_ptr()), dense.nbytes()};
}

at::Tensor tensor_from_bytes(at::ScalarType type, std::span<const std::uint64_t> shape,
                             std::span<const std::byte> bytes) {
  const std::vector<std::int64_t> sizes(shape.begin(), shape.end());
  at::Tensor tensor = at::empty(sizes, at::TensorOptions().dtype(type));
  if (tensor.nbytes() != bytes.size()) {
    throw base::InternalError(fmt::format("a tensor of {} bytes made out of {}", tensor.nbytes(), bytes.size()));
  }
  if (!bytes.empty()) {
    std::memcpy(tensor.mutable_data_ptr(), bytes.data(), bytes.size());
  }
  return tensor;
}

at::Tensor copy_of(const at::Tensor& tensor) { return tensor.detach().clone(); }

std::vector<double> to_doubles(const at::Tensor& tensor) {
  const at::Tensor wide = to_dense_cpu(tensor).to(at::kDouble).contiguous();
  const double* first = wide.const_data_ptr<double>();
  return {first, first + wide.numel()};
}

double single_value(const at::Tensor& tensor, const char* what) {
  if (!tensor.defined() || tensor.numel() != 1) {
    throw base::UserError(fmt::format(
        "{} is {}, but has to be a tensor of one element", what,
        tensor.defined() ? "a tensor of shape and type " + shape_text(tensor) : std::string("an undefined tensor")));
  }
  return tensor.item().toDouble();
}

}  // namespace assay::train::detail
