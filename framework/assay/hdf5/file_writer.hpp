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
  std::vector<std::uint64_t> chunk;  ///< empty: contiguous; cut to the shape where it is larger
  int deflate = 0;                   ///< level 0 (off) to 9; with shuffle before it
  bool checksum = false;             ///< Fletcher-32 a chunk
};

/// Makes an HDF5 file that appears whole or not at all: it is built in memory, and `commit` writes it beside the
/// target, flushes it to the disk and renames it. Without a commit nothing is ever on the disk. Missing folders are
/// made.
///
/// Readable by HDF5 1.8 and later; holds no times, so that equal content gives equal bytes. All members throw
/// base::InfrastructureError that names file, object and cause, and base::InternalError for a call that makes no sense
/// (bytes that do not fit the shape, a filter without chunks, a type that cannot be written, anything after `commit`).
class FileWriter {
 public:
  explicit FileWriter(std::filesystem::path target);
  /// The file will be sealed (see seal.hpp) and carry this label.
  FileWriter(std::filesystem::path target, std::string seal_label);
  ~FileWriter();
  FileWriter(FileWriter&&) noexcept;
  FileWriter& operator=(FileWriter&&) noexcept;

  /// Writes a whole dataset; missing groups are made. `bytes` are native-order elements in C order. Types: integers,
  /// float16, bfloat16, float32, float64, bool, enum and text of fixed size (padded with zeros, UTF-8).
  void dataset(const std::string& path, const ElementType& type, std::span<const std::uint64_t> shape,
               std::span<const std::byte> bytes, const Storage& storage = {});
  /// Writes a one-dimensional dataset of UTF-8 texts of variable length. Texts hold no null characters.
  void texts(const std::string& path, std::span<const std::string> values);
  /// Sets an attribute of a dataset or group (`/` is the file); an older one of that name is replaced.
  void attribute(const std::string& object, const std::string& name, const base::Scalar& value);

  void commit();

 private:
  struct State;
  explicit FileWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace assay::hdf5
