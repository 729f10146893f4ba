#pragma once

#include <assay/config/type.hpp>
#include <assay/suite/memorize_case.hpp>

#include <string>
#include <vector>

namespace assay::suite::detail {

/// A table of plain values whose keys belong to somebody else; a text alone stands for `{ name = text }`.
[[nodiscard]] config::Type<FreeTable> free_table_type(std::string what);

/// As `free_table_type`, for data: a text alone stands for `{ data = text }`, and `data` is noted as a reference.
[[nodiscard]] config::Type<FreeTable> data_table_type();

/// A program and its arguments, without a shell.
[[nodiscard]] config::Type<std::vector<std::string>> command_type();

}  // namespace assay::suite::detail
