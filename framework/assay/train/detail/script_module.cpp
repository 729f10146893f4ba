#include <assay/base/error.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/script_module.hpp>

#include <fmt/format.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/csrc/jit/serialization/import.h>
#include <torch/nn/module.h>

#include <cstddef>
#include <map>
#include <optional>
#include <system_error>

namespace assay::train::detail {
namespace {

/// One part of a TorchScript module.
class ScriptPart : public torch::nn::Module {
 public:
  ScriptPart(torch::jit::Module script, std::size_t depth) : torch::nn::Module("script"), script_(std::move(script)) {
    constexpr std::size_t kMostDepth = 200;
    if (depth > kMostDepth) {
      throw base::UserError(fmt::format("its parts are nested more than {} deep", kMostDepth));
    }
    // Before there are children, which have modes of their own.
    torch::nn::Module::train(script_.is_training());
    for (const auto& parameter : script_.named_parameters(/*recurse=*/false)) {
      register_parameter(parameter.name, parameter.value, parameter.value.requires_grad());
    }
    for (const auto& buffer : script_.named_buffers(/*recurse=*/false)) {
      register_buffer(buffer.name, buffer.value);
    }
    for (const auto& child : script_.named_children()) {
      register_module(child.name, std::make_shared<ScriptPart>(child.value, depth + 1));
    }
  }

  void train(bool on) override {
    script_.train(on);
    torch::nn::Module::train(on);
  }

 private:
  torch::jit::Module script_;
};

torch::jit::Module load_script(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    throw base::UserError(fmt::format("the model {} is {}", file.string(),
                                      std::filesystem::exists(file, error) ? "no regular file" : "not there"));
  }
  try {
    return torch::jit::load(file.string(), c10::Device(c10::kCPU));
  } catch (const std::exception& cause) {
    throw base::UserError(fmt::format(
        "the model {} cannot be loaded as TorchScript, as `torch.jit.script(model).save(...)` writes it: {}",
        file.string(), told(cause.what())));
  }
}

/// `forward` has to take one tensor. @throws UserError
void check_forward(const torch::jit::Module& script) {
  const auto method = script.find_method("forward");
  if (!method) {
    throw base::UserError("it has no method `forward`");
  }
  std::size_t needed = 0;
  const auto& arguments = method->function().getSchema().arguments();
  for (const c10::Argument& argument : arguments) {
    needed += argument.default_value() ? 0U : 1U;
  }
  // `self` is one of them.
  if (needed > 2 || arguments.size() < 2) {
    throw base::UserError(
        fmt::format("its `forward` takes {} inputs without a default, but it will be given one", needed - 1));
  }
}

}  // namespace

struct ScriptModel::State {
  std::filesystem::path file;
  torch::jit::Module script;
  std::shared_ptr<torch::nn::Module> module;
};

ScriptModel::ScriptModel(const std::filesystem::path& file) : state_(std::make_unique<State>()) {
  state_->file = file;
  state_->script = load_script(file);
  try {
    check_forward(state_->script);
    const bool training = state_->script.is_training();
    state_->module = std::make_shared<ScriptPart>(state_->script, 0);
    if (!training) {
      state_->module->train(true);
    }
    if (trainable().empty()) {
      throw base::UserError(
          "it has no parameter that can be trained; save it before torch.jit.freeze, with requires_grad on");
    }
  } catch (const std::exception& cause) {
    throw base::UserError(fmt::format("the model {} cannot be trained: {}", file.string(), told(cause.what())));
  }
}

ScriptModel::~ScriptModel() = default;

torch::nn::Module& ScriptModel::module() noexcept { return *state_->module; }

at::Tensor ScriptModel::forward(const at::Tensor& inputs) {
  // Optimised code differs from run to run: the first ones are profiled, and later ones fused.
  const torch::jit::GraphOptimizerEnabledGuard as_written(false);
  const c10::IValue answer = state_->script.forward({inputs});
  if (!answer.isTensor()) {
    throw base::UserError(
        fmt::format("the model {} returns {}, but one tensor is expected: wrap it in a module that "
                    "returns the scores alone",
                    state_->file.string(), answer.tagKind()));
  }
  return answer.toTensor();
}

std::vector<at::Tensor> ScriptModel::trainable() const {
  std::vector<at::Tensor> tensors;
  // Without repetitions: a tensor that stands twice would be stepped twice.
  std::map<const c10::TensorImpl*, std::string> seen;
  for (const NamedTensor& each : named_parameters(*state_->module)) {
    if (each.tensor.requires_grad() && seen.emplace(each.tensor.unsafeGetTensorImpl(), each.name).second) {
      tensors.push_back(each.tensor);
    }
  }
  return tensors;
}

std::vector<std::string> ScriptModel::frozen() const {
  std::vector<std::string> names;
  for (const NamedTensor& each : named_parameters(*state_->module)) {
    if (!each.tensor.requires_grad()) {
      names.push_back(each.name);
    }
  }
  return names;
}

std::vector<std::pair<std::string, std::string>> ScriptModel::tied() const {
  std::vector<std::pair<std::string, std::string>> pairs;
  std::map<const c10::TensorImpl*, std::string> seen;
  for (const NamedTensor& each : named_parameters(*state_->module)) {
    const auto [first, fresh] = seen.emplace(each.tensor.unsafeGetTensorImpl(), each.name);
    if (!fresh) {
      pairs.emplace_back(first->second, each.name);
    }
  }
  return pairs;
}

}  // namespace assay::train::detail
