#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/frozen.hpp>
#include <assay/train/detail/graph.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/optimizer_view.hpp>
#include <assay/train/recipe.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {
namespace {

/// Tensors are the same when their implementation is, whatever they hold and whoever names them.
using Identity = const c10::TensorImpl*;

Identity identity(const at::Tensor& tensor) { return tensor.unsafeGetTensorImpl(); }

std::string described(const std::string& name, const at::Tensor& tensor) {
  return fmt::format("{} {}", name, shape_text(tensor));
}

class ThreeSets : public Check {
 public:
  [[nodiscard]] bool probes(std::uint64_t step) const override { return step == 0; }

  void probe(const CheckContext& context, const StepView& view) override {
    const std::vector<NamedTensor> parameters = named_parameters(context.recipe.model());
    const std::vector<OptimizedTensor> optimized = optimized_tensors(context.recipe.optimizer());
    const std::vector<at::Tensor> leaves = leaves_of(context.recipe.loss(view.batch));
    total_ = parameters.size();

    std::set<Identity> reached;
    for (const at::Tensor& leaf : leaves) {
      reached.insert(identity(leaf));
    }
    std::map<Identity, std::vector<std::string>> updated;
    for (const OptimizedTensor& each : optimized) {
      updated[identity(each.tensor)].push_back(each.place);
    }
    std::map<Identity, std::string> registered;
    for (const NamedTensor& parameter : parameters) {
      registered.emplace(identity(parameter.tensor), parameter.name);
    }

    judge_parameters(context.declarations, parameters, reached, updated);
    judge_ties(context.declarations, parameters);
    std::vector<std::string> unregistered;
    for (const at::Tensor& leaf : leaves) {
      if (!registered.contains(identity(leaf))) {
        unregistered.push_back(described("a tensor", leaf));
      }
    }
    add(unregistered,
        "of what the loss depends on {} not registered in the model, so it is neither saved nor moved nor handed to "
        "the "
        "optimizer by parameters()",
        "tensor is", "tensors are");
    std::vector<std::string> strangers;
    std::vector<std::string> repeated;
    for (const OptimizedTensor& each : optimized) {
      const auto& places = updated[identity(each.tensor)];
      const auto found = registered.find(identity(each.tensor));
      if (found == registered.end()) {
        strangers.push_back(described(each.place, each.tensor));
      } else if (places.size() > 1 && places.front() == each.place) {
        repeated.push_back(fmt::format("{} ({} times)", found->second, places.size()));
      }
    }
    add(strangers, "{} the optimizer updates not the model's: replaced or moved after the optimizer was made",
        "tensor that", "tensors that");
    add(repeated, "the optimizer holds {} more than once, so one step moves it several times", "parameter",
        "parameters");
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    return total_ ? judged("three_sets", findings_) : not_run("three_sets", "the run ended before its first step");
  }

 private:
  void judge_parameters(const Declarations& declarations, const std::vector<NamedTensor>& parameters,
                        const std::set<Identity>& reached,
                        const std::map<Identity, std::vector<std::string>>& updated) {
    std::vector<std::string> off;
    std::vector<std::string> unreached;
    std::vector<std::string> not_updated;
    std::vector<std::string> thawed;
    for (const auto& [name, tensor] : parameters) {
      const bool in_optimizer = updated.contains(identity(tensor));
      if (is_frozen(declarations, name)) {
        if (in_optimizer && tensor.requires_grad()) {
          thawed.push_back(described(name, tensor));
        }
        continue;
      }
      if (!tensor.requires_grad()) {
        off.push_back(described(name, tensor));
        continue;
      }
      if (!reached.contains(identity(tensor))) {
        unreached.push_back(described(name, tensor));
      }
      if (!in_optimizer) {
        not_updated.push_back(described(name, tensor));
      }
    }
    add(off, "{} frozen (requires_grad is off) but not declared so", "parameter is", "parameters are");
    add(unreached, "the loss does not depend on {}: detached from it, or not used in the forward pass", "parameter",
        "parameters");
    add(not_updated, "the optimizer does not hold {}, so it never learns", "parameter", "parameters");
    add(thawed, "{} declared frozen, but the optimizer updates it", "parameter is", "parameters are");
  }

  void judge_ties(const Declarations& declarations, const std::vector<NamedTensor>& parameters) {
    const auto find = [&](const std::string& name) {
      const auto found = std::find_if(parameters.begin(), parameters.end(),
                                      [&](const NamedTensor& each) { return each.name == name; });
      return found == parameters.end() ? at::Tensor() : found->tensor;
    };
    std::vector<std::string> untied;
    for (const auto& [left, right] : declarations.tied) {
      const at::Tensor first = find(left);
      const at::Tensor second = find(right);
      // A parameter that stands in for the other may have no name of its own.
      if ((first.defined() && second.defined()) ? !first.is_same(second) : !first.defined() && !second.defined()) {
        untied.push_back(fmt::format("{} and {}", left, right));
      }
    }
    add(untied, "{} declared to be one tensor, but is not: each learns by itself, or neither is there",
        "pair of parameters is", "pairs of parameters are");
  }

  /// @param sentence with one place for the count and its noun.
  void add(const std::vector<std::string>& tensors, const char* sentence, const char* one, const char* many) {
    if (tensors.empty()) {
      return;
    }
    base::Failure found = failure(
        fmt::format("{}: {}", fmt::format(fmt::runtime(sentence), counted(tensors.size(), one, many)), listed(tensors)),
        std::string("loss, model and optimizer hold the same tensors"));
    found.unexpected = tensors.size();
    found.total = total_;
    findings_.push_back(std::move(found));
  }

  std::optional<std::size_t> total_;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_three_sets(const CheckSetting& /*setting*/) { return std::make_unique<ThreeSets>(); }

}  // namespace assay::train::detail
