#pragma once

#include <assay/hdf5/dataset.hpp>
#include <assay/hdf5/problem.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::hdf5 {

/// An HDF5 file opened for reading. HDF5 1.10 itself may crash on a damaged file: open foreign files in guarded
/// processes only. Filter plug-ins are loaded only from where `plugins.hpp` was told. Not for use from several threads
/// at once. A folder, a pipe, an empty file and a file that is not HDF5 are problems of kind `kUnreadable`, a file that
/// is not there `kMissing`.
class File {
 public:
  [[nodiscard]] static tl::expected<File, Problem> open(const std::filesystem::path& path);
  ~File();
  File(File&&) noexcept;
  File& operator=(File&&) noexcept;

  /// Opens a dataset by path (with or without a leading slash). `table.member.inner` opens a member of a compound
  /// dataset; a dataset whose own name holds the dot wins.
  [[nodiscard]] tl::expected<Dataset, Problem> dataset(const std::string& path) const;

  /// Paths of all datasets, sorted, each object once; for messages that name the nearest one. At most `most` of them.
  [[nodiscard]] std::vector<std::string> dataset_paths(std::size_t most = 10000) const;

  /// An attribute of the file itself; as Dataset::attribute.
  [[nodiscard]] std::optional<base::Scalar> attribute(const std::string& name) const;

  [[nodiscard]] const std::filesystem::path& path() const noexcept;

 private:
  struct State;
  explicit File(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace assay::hdf5
