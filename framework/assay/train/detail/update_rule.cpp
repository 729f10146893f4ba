#include <assay/train/detail/element_sample.hpp>
#include <assay/train/detail/update_rule.hpp>

#include <ATen/TensorOperators.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/GradMode.h>
#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include <cmath>
#include <cstddef>

namespace assay::train::detail {
namespace {

namespace optim = torch::optim;

template <class Options>
const Options* as(const optim::OptimizerOptions& options) {
  return dynamic_cast<const Options*>(&options);
}

/// A tensor of the state in float64, zeros where it is not there yet.
at::Tensor kept(const at::Tensor& state, const at::Tensor& like) {
  return state.defined() ? state.detach().to(at::kDouble) : at::zeros_like(like);
}

struct Moments {
  std::int64_t step = 0;
  at::Tensor first;
  at::Tensor second;
  at::Tensor largest_second;
};

template <class State>
Moments moments_of(const optim::OptimizerParamState* state, const at::Tensor& like) {
  const auto* seen = dynamic_cast<const State*>(state);
  return seen == nullptr ? Moments{0, at::zeros_like(like), at::zeros_like(like), at::zeros_like(like)}
                         : Moments{seen->step(), kept(seen->exp_avg(), like), kept(seen->exp_avg_sq(), like),
                                   kept(seen->max_exp_avg_sq(), like)};
}

/// Adam's step from moments m and v: lr * m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + eps).
template <class Options>
at::Tensor adam_change(const Options& options, const Moments& before, const at::Tensor& gradient) {
  const double first_rate = std::get<0>(options.betas());
  const double second_rate = std::get<1>(options.betas());
  const auto step = static_cast<double>(before.step + 1);
  const at::Tensor first = first_rate * before.first + (1 - first_rate) * gradient;
  const at::Tensor second = second_rate * before.second + (1 - second_rate) * gradient * gradient;
  const at::Tensor used = options.amsgrad() ? at::maximum(before.largest_second, second) : second;
  const at::Tensor scale = (used / (1 - std::pow(second_rate, step))).sqrt() + options.eps();
  return options.lr() / (1 - std::pow(first_rate, step)) * first / scale;
}

at::Tensor sgd(const optim::SGDOptions& options, const optim::OptimizerParamState* state, const at::Tensor& parameter,
               const at::Tensor& gradient) {
  at::Tensor direction = gradient + options.weight_decay() * parameter;
  if (options.momentum() != 0) {
    const auto* seen = dynamic_cast<const optim::SGDParamState*>(state);
    const bool started = seen != nullptr && seen->momentum_buffer().defined();
    const at::Tensor velocity =
        started ? options.momentum() * kept(seen->momentum_buffer(), parameter) + (1 - options.dampening()) * direction
                : direction;
    direction = options.nesterov() ? direction + options.momentum() * velocity : velocity;
  }
  return parameter - options.lr() * direction;
}

at::Tensor rmsprop(const optim::RMSpropOptions& options, const optim::OptimizerParamState* state,
                   const at::Tensor& parameter, const at::Tensor& gradient) {
  const auto* seen = dynamic_cast<const optim::RMSpropParamState*>(state);
  const at::Tensor nothing = at::zeros_like(parameter);
  const at::Tensor direction = gradient + options.weight_decay() * parameter;
  const at::Tensor square = options.alpha() * (seen != nullptr ? kept(seen->square_avg(), parameter) : nothing) +
                            (1 - options.alpha()) * direction * direction;
  at::Tensor scale = square.sqrt();
  if (options.centered()) {
    const at::Tensor mean = options.alpha() * (seen != nullptr ? kept(seen->grad_avg(), parameter) : nothing) +
                            (1 - options.alpha()) * direction;
    scale = (square - mean * mean).sqrt();
  }
  scale = scale + options.eps();
  if (options.momentum() > 0) {
    const at::Tensor velocity =
        options.momentum() * (seen != nullptr ? kept(seen->momentum_buffer(), parameter) : nothing) + direction / scale;
    return parameter - options.lr() * velocity;
  }
  return parameter - options.lr() * direction / scale;
}

at::Tensor adagrad(const optim::AdagradOptions& options, const optim::OptimizerParamState* state,
                   const at::Tensor& parameter, const at::Tensor& gradient) {
  const auto* seen = dynamic_cast<const optim::AdagradParamState*>(state);
  const at::Tensor direction = gradient + options.weight_decay() * parameter;
  const double steps_before = seen != nullptr ? static_cast<double>(seen->step()) : 0;
  const at::Tensor sum = (seen != nullptr ? kept(seen->sum(), parameter)
                                          : at::zeros_like(parameter) + options.initial_accumulator_value()) +
                         direction * direction;
  const double rate = options.lr() / (1 + steps_before * options.lr_decay());
  return parameter - rate * direction / (sum.sqrt() + options.eps());
}

template <class State>
std::optional<std::int64_t> steps_in(const optim::OptimizerParamState* state) {
  const auto* seen = dynamic_cast<const State*>(state);
  return seen == nullptr ? std::nullopt : std::optional<std::int64_t>(seen->step());
}

template <class Options>
std::vector<std::pair<std::string, double>> adam_options(const Options& options) {
  return {
      {"lr", options.lr()},   {"betas.0", std::get<0>(options.betas())}, {"betas.1", std::get<1>(options.betas())},
      {"eps", options.eps()}, {"weight_decay", options.weight_decay()},  {"amsgrad", options.amsgrad() ? 1.0 : 0.0}};
}

}  // namespace

UpdateState update_state_of(optim::Optimizer& optimizer, const at::Tensor& parameter) {
  UpdateState found;
  for (const optim::OptimizerParamGroup& group : optimizer.param_groups()) {
    for (const at::Tensor& each : group.params()) {
      if (each.is_same(parameter) && group.has_options()) {
        found.options = group.options().clone();
      }
    }
  }
  const auto state = optimizer.state().find(parameter.unsafeGetTensorImpl());
  if (found.options != nullptr && state != optimizer.state().end()) {
    found.state = state->second->clone();
  }
  return found;
}

UpdateState sampled_update_state_of(optim::Optimizer& optimizer, const at::Tensor& parameter) {
  UpdateState found = update_state_of(optimizer, parameter);
  if (found.state == nullptr) {
    return found;
  }
  const auto own = [](at::Tensor& tensor) { tensor = tensor.defined() ? sampled(tensor) : tensor; };
  if (auto* adam = dynamic_cast<optim::AdamParamState*>(found.state.get())) {
    own(adam->exp_avg());
    own(adam->exp_avg_sq());
    own(adam->max_exp_avg_sq());
  } else if (auto* adamw = dynamic_cast<optim::AdamWParamState*>(found.state.get())) {
    own(adamw->exp_avg());
    own(adamw->exp_avg_sq());
    own(adamw->max_exp_avg_sq());
  } else if (auto* sgd_state = dynamic_cast<optim::SGDParamState*>(found.state.get())) {
    own(sgd_state->momentum_buffer());
  } else if (auto* rmsprop_state = dynamic_cast<optim::RMSpropParamState*>(found.state.get())) {
    own(rmsprop_state->square_avg());
    own(rmsprop_state->momentum_buffer());
    own(rmsprop_state->grad_avg());
  } else if (auto* adagrad_state = dynamic_cast<optim::AdagradParamState*>(found.state.get())) {
    own(adagrad_state->sum());
  }
  return found;
}

std::string rule_name(const optim::OptimizerOptions& options) {
  return as<optim::AdamWOptions>(options) != nullptr     ? "AdamW"
         : as<optim::AdamOptions>(options) != nullptr    ? "Adam"
         : as<optim::SGDOptions>(options) != nullptr     ? "SGD"
         : as<optim::RMSpropOptions>(options) != nullptr ? "RMSprop"
         : as<optim::AdagradOptions>(options) != nullptr ? "Adagrad"
                                                         : "";
}

std::optional<at::Tensor> updated_parameter(const UpdateState& before, const at::Tensor& parameter,
                                            const at::Tensor& gradient) {
  const c10::NoGradGuard no_gradients;
  const at::Tensor value = parameter.detach().to(at::kDouble);
  const at::Tensor slope =
      (gradient.layout() == at::kStrided ? gradient : gradient.to_dense()).detach().to(at::kDouble);
  const optim::OptimizerParamState* state = before.state.get();
  if (const auto* decoupled = as<optim::AdamWOptions>(*before.options)) {
    const at::Tensor decayed = value * (1 - decoupled->lr() * decoupled->weight_decay());
    return decayed - adam_change(*decoupled, moments_of<optim::AdamWParamState>(state, value), slope);
  }
  if (const auto* adam = as<optim::AdamOptions>(*before.options)) {
    return value -
           adam_change(*adam, moments_of<optim::AdamParamState>(state, value), slope + adam->weight_decay() * value);
  }
  if (const auto* options = as<optim::SGDOptions>(*before.options)) {
    return sgd(*options, state, value, slope);
  }
  if (const auto* options = as<optim::RMSpropOptions>(*before.options)) {
    return rmsprop(*options, state, value, slope);
  }
  if (const auto* options = as<optim::AdagradOptions>(*before.options)) {
    return adagrad(*options, state, value, slope);
  }
  return std::nullopt;
}

std::optional<std::int64_t> steps_counted(const UpdateState& state) {
  for (const auto& steps :
       {steps_in<optim::AdamParamState>(state.state.get()), steps_in<optim::AdamWParamState>(state.state.get()),
        steps_in<optim::RMSpropParamState>(state.state.get()), steps_in<optim::AdagradParamState>(state.state.get())}) {
    if (steps) {
      return steps;
    }
  }
  return std::nullopt;
}

std::vector<std::pair<std::string, double>> named_options(const optim::OptimizerOptions& options) {
  if (const auto* adamw = as<optim::AdamWOptions>(options)) {
    return adam_options(*adamw);
  }
  if (const auto* adam = as<optim::AdamOptions>(options)) {
    return adam_options(*adam);
  }
  if (const auto* sgd_options = as<optim::SGDOptions>(options)) {
    return {{"lr", sgd_options->lr()},
            {"momentum", sgd_options->momentum()},
            {"dampening", sgd_options->dampening()},
            {"weight_decay", sgd_options->weight_decay()},
            {"nesterov", sgd_options->nesterov() ? 1.0 : 0.0}};
  }
  if (const auto* rms = as<optim::RMSpropOptions>(options)) {
    return {{"lr", rms->lr()},
            {"alpha", rms->alpha()},
            {"eps", rms->eps()},
            {"weight_decay", rms->weight_decay()},
            {"momentum", rms->momentum()},
            {"centered", rms->centered() ? 1.0 : 0.0}};
  }
  if (const auto* ada = as<optim::AdagradOptions>(options)) {
    return {{"lr", ada->lr()},
            {"lr_decay", ada->lr_decay()},
            {"weight_decay", ada->weight_decay()},
            {"initial_accumulator_value", ada->initial_accumulator_value()},
            {"eps", ada->eps()}};
  }
  return {};
}

}  // namespace assay::train::detail
