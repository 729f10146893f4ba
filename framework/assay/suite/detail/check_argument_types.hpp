#pragma once

#include <assay/config/table_type.hpp>
#include <assay/suite/check.hpp>
#include <assay/suite/check_catalogue.hpp>

#include <optional>

namespace assay::suite::detail {

/// The plain value of a check, apart from those written as a table.
[[nodiscard]] config::Type<CheckArgument> argument_type(const CheckDescription& check);

/// The table that is itself the plain value of a check, such as `outliers = { z = 6 }`; none when there is no such
/// form.
[[nodiscard]] std::optional<config::Table<Check>> argument_table(const CheckDescription& check);

}  // namespace assay::suite::detail
