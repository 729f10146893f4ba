#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace torch::optim {
class Optimizer;
class OptimizerOptions;
class OptimizerParamState;
}  // namespace torch::optim

namespace assay::train::detail {

/// Options and state that an optimizer keeps for one parameter, as they were at one moment.
struct UpdateState {
  std::shared_ptr<torch::optim::OptimizerOptions> options;   ///< of the group that holds the parameter
  std::shared_ptr<torch::optim::OptimizerParamState> state;  ///< null before the first step, or where none is kept
};

/// Both as they are now, the tensors of the state `sampled`; empty options for a tensor that the optimizer does not
/// hold.
[[nodiscard]] UpdateState sampled_update_state_of(torch::optim::Optimizer& optimizer, const at::Tensor& parameter);

/// Options and state without copies of its tensors, which the next step overwrites.
[[nodiscard]] UpdateState update_state_of(torch::optim::Optimizer& optimizer, const at::Tensor& parameter);

/// `Adam`, `AdamW`, `SGD`, `RMSprop`, `Adagrad`; empty for optimizers whose rule is not known here.
[[nodiscard]] std::string rule_name(const torch::optim::OptimizerOptions& options);

/// What one step of the optimizer makes of a parameter, by the rule of its paper, in float64. None when the rule is not
/// known. Sources: Kingma and Ba 2015 (Adam), Reddi et al. 2018 (AMSGrad), Loshchilov and Hutter 2019 (AdamW),
/// Sutskever et al. 2013 (momentum, in LibTorch's form), Hinton's lecture 6e (RMSprop), Duchi et al. 2011 (Adagrad).
/// @param gradient as the optimizer found it.
[[nodiscard]] std::optional<at::Tensor> updated_parameter(const UpdateState& before, const at::Tensor& parameter,
                                                          const at::Tensor& gradient);

/// How many steps the state says were made; none where it does not count them.
[[nodiscard]] std::optional<std::int64_t> steps_counted(const UpdateState& state);

/// All options by their names in LibTorch, pairs as `betas.0` and `betas.1`, in the order of their declaration.
[[nodiscard]] std::vector<std::pair<std::string, double>> named_options(const torch::optim::OptimizerOptions& options);

}  // namespace assay::train::detail
