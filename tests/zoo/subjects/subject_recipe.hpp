#pragma once

#include <assay/base/seed.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/recipe_settings.hpp>

#include <torch/nn/module.h>
#include <torch/optim/optimizer.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace assay::zoo {

/// What all subjects share: the settings, the mutation planted in this one, its model and its optimizer.
class SubjectRecipe : public train::Recipe {
 public:
  torch::nn::Module& model() override { return *module_; }
  torch::optim::Optimizer& optimizer() override { return *optimizer_; }

 protected:
  SubjectRecipe(const train::RecipeSettings& settings, std::string_view planted)
      : settings_(settings), planted_(planted) {}

  /// Whether this mutation is planted; every name asked for stands in the list of the subject (`mutations/`).
  [[nodiscard]] bool is(std::string_view mutation) const { return planted_ == mutation; }
  [[nodiscard]] std::uint64_t data_seed(std::uint64_t index) const {
    return base::derive_seed(settings_.seed, "zoo data") + index;
  }
  void owns(std::shared_ptr<torch::nn::Module> module) { module_ = std::move(module); }
  void learns_by(std::unique_ptr<torch::optim::Optimizer> optimizer) { optimizer_ = std::move(optimizer); }
  /// What is planted, for the model.
  [[nodiscard]] const std::string& planted() const { return planted_; }

 private:
  train::RecipeSettings settings_;
  std::string planted_;
  std::shared_ptr<torch::nn::Module> module_;
  std::unique_ptr<torch::optim::Optimizer> optimizer_;
};

}  // namespace assay::zoo
