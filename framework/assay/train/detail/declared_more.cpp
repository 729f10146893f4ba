#include <assay/train/declarations.hpp>
#include <assay/train/detail/build_recipe.hpp>
#include <assay/train/detail/declared_more.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/perturbation.hpp>
#include <assay/train/detail/reference_loss.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/detail/update_rule.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <exception>
#include <memory>
#include <utility>

namespace assay::train::detail {
namespace {

/// A recipe in every way but in what it declares.
class DeclaringRecipe : public Recipe {
 public:
  DeclaringRecipe(std::unique_ptr<Recipe> inner, Declarations declared)
      : inner_(std::move(inner)), declared_(std::move(declared)) {}

  torch::nn::Module& model() override { return inner_->model(); }
  torch::optim::Optimizer& optimizer() override { return inner_->optimizer(); }
  Batch batch(std::uint64_t index) override { return inner_->batch(index); }
  at::Tensor loss(const Batch& batch) override { return inner_->loss(batch); }
  at::Tensor step(const Batch& batch) override { return inner_->step(batch); }
  void transform_gradients() override { inner_->transform_gradients(); }
  at::Tensor scores(const at::Tensor& inputs) override { return inner_->scores(inputs); }
  at::Tensor outputs(const Batch& batch) override { return inner_->outputs(batch); }
  at::Tensor reference_loss(const Batch& batch) override { return inner_->reference_loss(batch); }
  Batch golden_batch(std::uint64_t index) override { return inner_->golden_batch(index); }
  at::Tensor padding(const Batch& batch) override { return inner_->padding(batch); }
  at::Tensor prepare(const at::Tensor& stored) override { return inner_->prepare(stored); }
  std::vector<std::pair<std::string, double>> evaluate() override { return inner_->evaluate(); }
  Declarations declarations() const override { return declared_; }

 private:
  std::unique_ptr<Recipe> inner_;
  Declarations declared_;
};

/// The standard loss that `loss` computes on this batch; none: another one, or no outputs to compute it from.
std::optional<StandardLoss> loss_of(Recipe& recipe, const Batch& batch) {
  using Kind = StandardLoss::Kind;
  constexpr double kNear = 1e-4;
  const c10::NoGradGuard no_gradients;
  const EvaluationMode evaluation(recipe.model());
  const at::Tensor outputs = recipe.outputs(batch);
  if (!outputs.defined()) {
    return std::nullopt;
  }
  const double seen = single_value(recipe.loss(batch), "the loss");
  for (const Kind kind : {Kind::kCrossEntropy, Kind::kBinaryCrossEntropy, Kind::kSquaredError, Kind::kAbsoluteError}) {
    StandardLoss standard;
    standard.kind = kind;
    try {
      const double value = single_value(standard_loss(standard, outputs, batch.targets), "the loss");
      if (std::abs(value - seen) <= kNear * std::abs(seen)) {
        return standard;
      }
    } catch (const std::exception&) {
      continue;  // its shapes do not fit this kind
    }
  }
  return std::nullopt;
}

bool differs_in_training(Recipe& recipe, const Batch& batch) {
  const c10::NoGradGuard no_gradients;
  const auto pass = [&] {
    const at::Tensor outputs = recipe.outputs(batch);
    return copy_of(outputs.defined() ? outputs : recipe.loss(batch)).reshape({1, -1});
  };
  const at::Tensor first = pass();
  return !same_along(first, pass(), 0).all().item().toBool();
}

}  // namespace

DeclaredMore declared_more(RecipeFactory healthy, const RecipeSettings& settings) {
  const std::unique_ptr<Recipe> recipe = build_recipe(healthy, settings);
  const Batch batch = recipe->batch(0);
  Declarations declared = recipe->declarations();
  DeclaredMore more;
  const c10::NoGradGuard no_gradients;
  if (!declared.loss && !recipe->reference_loss(batch).defined()) {
    declared.loss = loss_of(*recipe, batch);
    if (declared.loss) {
      more.added.push_back({"declare `loss` as " + to_text(*declared.loss), {"loss_oracle", "gradient_oracle"}});
    }
  }
  if (!declared.stochastic) {
    declared.stochastic = differs_in_training(*recipe, batch);
    more.added.push_back({fmt::format("declare `stochastic = {}`", *declared.stochastic), {"modes"}});
  }
  if (declared.optimizer_options.empty()) {
    for (const NamedTensor& parameter : named_parameters(recipe->model())) {
      const UpdateState state = update_state_of(recipe->optimizer(), parameter.tensor);
      if (state.options != nullptr && declared.optimizer_options.empty()) {
        declared.optimizer_options = named_options(*state.options);
      }
    }
    if (!declared.optimizer_options.empty()) {
      more.added.push_back({"declare `optimizer_options`", {"goldens"}});
    }
  }
  more.factory = [healthy = std::move(healthy), declared](const RecipeSettings& of_run) -> std::unique_ptr<Recipe> {
    return std::make_unique<DeclaringRecipe>(healthy(of_run), declared);
  };
  return more;
}

}  // namespace assay::train::detail
