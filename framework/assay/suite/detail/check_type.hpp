#pragma once

#include <assay/config/type.hpp>
#include <assay/suite/check.hpp>
#include <assay/suite/check_catalogue.hpp>

namespace assay::suite::detail {

/// A check as a suite file writes it: the plain value, `{ in = plain value, options }`, or the check's own table with
/// options beside. Options that the check does not take are unknown keys of that table.
[[nodiscard]] config::Type<Check> check_type(const CheckDescription& check);

}  // namespace assay::suite::detail
