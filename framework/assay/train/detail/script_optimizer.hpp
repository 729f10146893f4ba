#pragma once

#include <assay/suite/memorize_case.hpp>

#include <ATen/core/Tensor.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace torch::optim {
class Optimizer;
}

namespace assay::train::detail {

/// The numbers of an optimizer table by LibTorch's names, truth values as 0 and 1: what a recipe declares.
[[nodiscard]] std::vector<std::pair<std::string, double>> option_numbers(const suite::FreeTable& optimizer);

/// The optimizer that a table describes, over these tensors; options that it leaves out are LibTorch's own.
/// The table is one that `suite::optimizer_mistakes` finds nothing wrong with.
[[nodiscard]] std::unique_ptr<torch::optim::Optimizer> make_optimizer(const suite::FreeTable& optimizer,
                                                                      const std::vector<at::Tensor>& parameters);

}  // namespace assay::train::detail
