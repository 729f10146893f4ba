#include <assay/base/error.hpp>
#include <assay/train/detail/script_optimizer.hpp>

#include <fmt/format.h>
#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <variant>

namespace assay::train::detail {
namespace {

using OptionNumbers = std::vector<std::pair<std::string, double>>;

double option_or(const OptionNumbers& options, std::string_view name, double otherwise) {
  const auto found = std::ranges::find_if(options, [&](const auto& each) { return each.first == name; });
  return found == options.end() ? otherwise : found->second;
}

template <class Optimizer, class Options>
std::unique_ptr<torch::optim::Optimizer> adam_like(const OptionNumbers& given,
                                                   const std::vector<at::Tensor>& parameters) {
  Options options;
  options.lr(option_or(given, "lr", options.lr()))
      .betas(std::make_tuple(option_or(given, "betas.0", std::get<0>(options.betas())),
                             option_or(given, "betas.1", std::get<1>(options.betas()))))
      .eps(option_or(given, "eps", options.eps()))
      .weight_decay(option_or(given, "weight_decay", options.weight_decay()))
      .amsgrad(option_or(given, "amsgrad", 0) != 0);
  return std::make_unique<Optimizer>(parameters, options);
}

std::unique_ptr<torch::optim::Optimizer> make_sgd(const OptionNumbers& given,
                                                  const std::vector<at::Tensor>& parameters) {
  torch::optim::SGDOptions options(option_or(given, "lr", 0));
  options.momentum(option_or(given, "momentum", 0))
      .dampening(option_or(given, "dampening", 0))
      .weight_decay(option_or(given, "weight_decay", 0))
      .nesterov(option_or(given, "nesterov", 0) != 0);
  return std::make_unique<torch::optim::SGD>(parameters, options);
}

std::unique_ptr<torch::optim::Optimizer> make_rmsprop(const OptionNumbers& given,
                                                      const std::vector<at::Tensor>& parameters) {
  torch::optim::RMSpropOptions options;
  options.lr(option_or(given, "lr", options.lr()))
      .alpha(option_or(given, "alpha", options.alpha()))
      .eps(option_or(given, "eps", options.eps()))
      .weight_decay(option_or(given, "weight_decay", options.weight_decay()))
      .momentum(option_or(given, "momentum", options.momentum()))
      .centered(option_or(given, "centered", 0) != 0);
  return std::make_unique<torch::optim::RMSprop>(parameters, options);
}

std::unique_ptr<torch::optim::Optimizer> make_adagrad(const OptionNumbers& given,
                                                      const std::vector<at::Tensor>& parameters) {
  torch::optim::AdagradOptions options;
  options.lr(option_or(given, "lr", options.lr()))
      .lr_decay(option_or(given, "lr_decay", options.lr_decay()))
      .weight_decay(option_or(given, "weight_decay", options.weight_decay()))
      .initial_accumulator_value(option_or(given, "initial_accumulator_value", options.initial_accumulator_value()))
      .eps(option_or(given, "eps", options.eps()));
  return std::make_unique<torch::optim::Adagrad>(parameters, options);
}

}  // namespace

std::vector<std::pair<std::string, double>> option_numbers(const suite::FreeTable& optimizer) {
  OptionNumbers numbers;
  for (const auto& [key, value] : optimizer) {
    if (const auto* flag = std::get_if<bool>(&value)) {
      numbers.emplace_back(key, *flag ? 1 : 0);
    } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
      numbers.emplace_back(key, static_cast<double>(*whole));
    } else if (const auto* real = std::get_if<double>(&value)) {
      numbers.emplace_back(key, *real);
    }
  }
  return numbers;
}

std::unique_ptr<torch::optim::Optimizer> make_optimizer(const suite::FreeTable& optimizer,
                                                        const std::vector<at::Tensor>& parameters) {
  const auto named = std::ranges::find_if(optimizer, [](const auto& entry) { return entry.first == "name"; });
  const std::string name = named == optimizer.end() ? "" : base::to_text(named->second);
  const OptionNumbers given = option_numbers(optimizer);
  if (name == "sgd") {
    return make_sgd(given, parameters);
  }
  if (name == "adam") {
    return adam_like<torch::optim::Adam, torch::optim::AdamOptions>(given, parameters);
  }
  if (name == "adamw") {
    return adam_like<torch::optim::AdamW, torch::optim::AdamWOptions>(given, parameters);
  }
  if (name == "rmsprop") {
    return make_rmsprop(given, parameters);
  }
  if (name == "adagrad") {
    return make_adagrad(given, parameters);
  }
  throw base::InternalError(fmt::format("an optimizer table that was checked names `{}`", name));
}

}  // namespace assay::train::detail
