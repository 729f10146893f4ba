#pragma once

#include <assay/train/declarations.hpp>
#include <assay/train/detail/module_view.hpp>

#include <string_view>
#include <vector>

namespace assay::train::detail {

/// Whether the parameter of this name is declared frozen: by its whole name, or by a prefix that ends in a dot.
[[nodiscard]] bool is_frozen(const Declarations& declarations, std::string_view name);

/// @throws UserError for a name under `frozen` that no parameter has, with the nearest one.
void refuse_unknown_frozen(const Declarations& declarations, const std::vector<NamedTensor>& parameters);

}  // namespace assay::train::detail
