#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace at {
class Tensor;
}

namespace assay::train {

/// A tensor and the dataset that it becomes. Holds no more than a reference.
struct BatchTensor {
  std::string name;  ///< an HDF5 path, without a leading slash
  const at::Tensor& tensor;
};

/// Writes tensors of any device and layout as datasets of one HDF5 file, which appears whole or not at all.
/// @throws base::UserError for an undefined tensor, a type that a file cannot hold (complex, quantised), a name that is
/// empty or there twice, and more than 2 GB in all; base::InfrastructureError when the file cannot be written.
void write_tensors(const std::filesystem::path& file, std::span<const BatchTensor> tensors);

}  // namespace assay::train
