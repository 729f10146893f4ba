#pragma once

#include <assay/config/document.hpp>

#include <tl/expected.hpp>

#include <span>
#include <string>

namespace assay::config {

/// A key of a table and what it is to be, both as TOML writes them.
struct Edit {
  std::string key;      ///< bare
  std::string value;    ///< `[8, 120]`
  std::string comment;  ///< one line behind the value; empty: none
};

/// The text of the document with these keys set in the table that has a header of its own (`[memorize.lenet]` is
/// {"memorize", "lenet"}). A key that is there gives up its line or lines, with its comment; others come behind the
/// last key before the next header. All else stays byte for byte. One sentence instead when that cannot be done safely:
/// there is no such table, it is written inline or by dotted keys, or a key shares its line with something else.
[[nodiscard]] tl::expected<std::string, std::string> with_values(const Document& document,
                                                                 std::span<const std::string> table,
                                                                 std::span<const Edit> edits);

}  // namespace assay::config
