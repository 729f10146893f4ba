#pragma once

#include <assay/examples/example_suite.hpp>
#include <assay/hdf5/element_type.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay::examples {

constexpr int kFormatMajor = 1;
constexpr int kFormatMinor = 0;

/// One input of the model for all examples of a suite: native byte order, C order.
struct InputColumn {
  std::string name;  ///< below `/examples/input/`
  hdf5::ElementType type;
  std::vector<std::uint64_t> shape;  ///< the first dimension counts the examples
  std::vector<std::byte> bytes;
};

/// Reads a suite file of format 1.x strictly and checks all of it: a seal when there is one (before HDF5 opens the
/// file), the content digest when there is one, lengths, names, dates, and each example's id against its inputs. Text
/// of every HDF5 kind is read, as are `tag_mask` and `tag_codes`. What spoils one example is its `fault`.
///
/// HDF5 may crash on damaged files: call it in a guarded process only.
/// @throws base::UserError that names file and dataset for everything that is no readable suite: another format or
/// major version, a changed sealed file, a column that cannot be read, more than 16,777,216 examples
[[nodiscard]] ExampleSuite read_suite(const std::filesystem::path& path);

/// The inputs of a suite, whole, in the order of their names; for models and for writing the suite anew.
/// @throws base::UserError as read_suite, and for more than `kMostInputBytes` in all
[[nodiscard]] std::vector<InputColumn> read_inputs(const std::filesystem::path& path);
constexpr std::uint64_t kMostInputBytes = std::uint64_t{4} << 30U;

}  // namespace assay::examples
