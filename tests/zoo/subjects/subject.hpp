#pragma once

#include <assay/train/recipe.hpp>
#include <assay/train/recipe_settings.hpp>

#include <memory>
#include <span>
#include <string_view>

namespace assay::zoo {

/// A healthy recipe that mutations are planted in.
struct Subject {
  std::string_view name;
  std::string_view what;  ///< model, data, optimizer
  double loss_below;      ///< where its batch counts as known by heart
  /// The recipe with a mutation of its own (`mutations/`) in it; healthy without a name.
  std::unique_ptr<train::Recipe> (*make)(const train::RecipeSettings& settings, std::string_view planted);
};

[[nodiscard]] std::span<const Subject> subjects() noexcept;

[[nodiscard]] std::unique_ptr<train::Recipe> make_mlp(const train::RecipeSettings& settings, std::string_view planted);
[[nodiscard]] std::unique_ptr<train::Recipe> make_cnn(const train::RecipeSettings& settings, std::string_view planted);
[[nodiscard]] std::unique_ptr<train::Recipe> make_transformer(const train::RecipeSettings& settings,
                                                              std::string_view planted);
[[nodiscard]] std::unique_ptr<train::Recipe> make_lstm(const train::RecipeSettings& settings, std::string_view planted);
[[nodiscard]] std::unique_ptr<train::Recipe> make_autoencoder(const train::RecipeSettings& settings,
                                                              std::string_view planted);
[[nodiscard]] std::unique_ptr<train::Recipe> make_tabular(const train::RecipeSettings& settings,
                                                          std::string_view planted);

}  // namespace assay::zoo
