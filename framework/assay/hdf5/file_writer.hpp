#pragma once

#include <assay/base/scalar.hpp>
#include <assay/hdf5/element_type.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace assay::hdf5 {

/// How a dataset is stored.
struct Storage {
  std::vector<std::uint64_t> chunk;  ///< empty: contiguous
  int deflate = 0;                   ///< level 0 (off) to 9; with shuffle before it
  bool checksum = false;             ///< Fletcher-32 a chunk
};

/// Makes an HDF5 file that appears whole or not at all: everything is written beside the target, flushed to the disk
/// and renamed by `commit`. Without a commit nothing is left behind. All members throw base::InfrastructureError that
/// names file, object and cause.
class FileWriter {
 public:
  explicit FileWriter(std::filesystem::path target);
  ~FileWriter();
  FileWriter(FileWriter&&) noexcept;
  FileWriter& operator=(FileWriter&&) noexcept;

  /// Writes a whole dataset of numbers; missing groups are made. `bytes` are native-order elements in C order.
  void dataset(const std::string& path, const ElementType& type, std::span<const std::uint64_t> shape,
               std::span<const std::byte> bytes, const Storage& storage = {});
  /// Writes a one-dimensional dataset of UTF-8 texts.
  void texts(const std::string& path, std::span<const std::string> values);
  /// Sets an attribute of a dataset or group (`/` is the file).
  void attribute(const std::string& object, const std::string& name, const base::Scalar& value);

  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::hdf5
