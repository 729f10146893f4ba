#pragma once

#include <assay/expect/detail/column_profile.hpp>

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assay::expect::detail {

/// What is known of the data in one file, or of many parts of a whole.
struct DataProfile {
  std::vector<std::string> sources;    ///< files, as they were named
  std::string created;                 ///< RFC 3339
  std::string tool;                    ///< `assay 0.1.0`
  std::vector<ColumnProfile> columns;  ///< ascending by path

  /// Null when there is no such column. @param path with or without a leading slash.
  [[nodiscard]] const ColumnProfile* column(std::string_view path) const noexcept;
};

/// Adds the profile of another part: its rows come to those of the same column, its other columns beside. The columns
/// are then those of a profile of the whole, to the bit. One sentence when a column is of another kind there.
[[nodiscard]] tl::expected<void, std::string> merge(DataProfile& profile, const DataProfile& later);

/// Whether a column could not be read.
[[nodiscard]] bool is_damaged(const DataProfile& profile) noexcept;

}  // namespace assay::expect::detail
