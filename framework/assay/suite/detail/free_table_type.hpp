#pragma once

#include <assay/config/type.hpp>
#include <assay/suite/memorize_case.hpp>

#include <string>
#include <vector>

namespace assay::suite::detail {

/// Loss and optimizer of an exported model, checked as `model_tables.hpp` says; a text alone stands for
/// `{ name = text }`, and the entries of a list `betas` become `betas.0` and `betas.1`.
[[nodiscard]] config::Type<FreeTable> loss_table_type();
[[nodiscard]] config::Type<FreeTable> optimizer_table_type();

/// The same of data: a text alone stands for `{ data = text }`, and `data` is noted as a reference.
[[nodiscard]] config::Type<FreeTable> data_table_type();

/// A program and its arguments, without a shell.
[[nodiscard]] config::Type<std::vector<std::string>> command_type();

}  // namespace assay::suite::detail
