#pragma once

#include <assay/hdf5/element_type.hpp>

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::train::detail {

/// How a tensor's element is stored in HDF5; none for types that files do not hold (complex, quantised).
[[nodiscard]] std::optional<hdf5::ElementType> element_type_of(const at::Tensor& tensor);

/// LibTorch's type of such an element, or none.
[[nodiscard]] std::optional<at::ScalarType> scalar_type_of(const hdf5::ElementType& type);

/// The word of a suite file (`float32`, `int64`, ...), or LibTorch's own for other types.
[[nodiscard]] std::string element_name(const at::Tensor& tensor);

/// The tensor on the CPU, dense, in C order; itself when it is so already.
[[nodiscard]] at::Tensor to_dense_cpu(const at::Tensor& tensor);

/// The memory of a tensor that `to_dense_cpu` returned; valid as long as the tensor.
[[nodiscard]] std::span<const std::byte> bytes_of(const at::Tensor& dense);

/// A new tensor on the CPU with these bytes. `bytes` must be exactly as many as type and shape ask for.
[[nodiscard]] at::Tensor tensor_from_bytes(at::ScalarType type, std::span<const std::uint64_t> shape,
                                           std::span<const std::byte> bytes);

/// A new tensor of the same values that shares nothing with this one and has no graph.
[[nodiscard]] at::Tensor copy_of(const at::Tensor& tensor);

/// Elements of a floating-point tensor of any width as doubles, in C order.
[[nodiscard]] std::vector<double> to_doubles(const at::Tensor& tensor);

/// The value of a tensor of one element. @throws UserError when it has another number of elements, naming `what`.
[[nodiscard]] double single_value(const at::Tensor& tensor, const char* what);

}  // namespace assay::train::detail
