#pragma once

#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/row_keys.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::expect::detail {

/// Whether rows of this type can be compared by content.
[[nodiscard]] bool has_content_rule(const hdf5::ElementType& type);

[[nodiscard]] KeyPart key_part(std::optional<std::size_t> companion, const Structure& structure,
                               const suite::MissingRule& missing);

/// Why the rows could not be compared, if so.
[[nodiscard]] std::optional<Trouble> list_trouble(const RowKeyList& list, const Structure& structure);

/// Rows that break the check, in order.
struct BrokenRows {
  std::uint64_t count = 0;
  std::vector<base::Offender> first;

  void note(std::uint64_t row, const Structure& structure);
};

/// The verdict over whole rows. @param what the sentence after the count, as `of /x in d.h5 repeat an earlier one`.
/// @param more said of the first broken row, as `, equal to row 3`.
void finish_rows(const Question& question, const std::string& what, const std::string& more, BrokenRows broken,
                 std::uint64_t total, base::CheckResult& result);

}  // namespace assay::expect::detail
