#include <assay/base/error.hpp>
#include <assay/train/detail/build_recipe.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/scores.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/predictions.hpp>
#include <assay/train/recipe.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace assay::train {

struct Predictor::State {
  std::string name;
  RunSettings settings;
  std::unique_ptr<Recipe> recipe;
  CheckpointInfo info;
};

namespace {

/// Bytes of one example. @throws UserError when the examples do not fill their shape exactly.
std::uint64_t example_bytes(const StoredExamples& examples) {
  std::uint64_t bytes = examples.type.size;
  const auto fits = [&](std::uint64_t length) {
    return length == 0 || bytes <= std::numeric_limits<std::uint64_t>::max() / length;
  };
  const auto refuse = [&] {
    throw base::UserError(
        fmt::format("{} bytes do not fill examples of {} in their shape", examples.bytes.size(), examples.type.name()));
  };
  if (examples.shape.empty()) {
    throw base::UserError("examples need a first dimension that counts them");
  }
  for (std::size_t i = 1; i < examples.shape.size(); ++i) {
    if (!fits(examples.shape[i])) {
      refuse();
    }
    bytes *= examples.shape[i];
  }
  if (!fits(examples.shape[0]) || bytes * examples.shape[0] != examples.bytes.size()) {
    refuse();
  }
  return bytes;
}

}  // namespace

Predictor::Predictor(const std::string& recipe, const std::filesystem::path& checkpoint, const RunSettings& settings)
    : state_(std::make_unique<State>()) {
  const RecipeFactory factory = find_recipe(recipe);
  const detail::Session session(settings.seed, settings.threads);
  RecipeSettings built;
  built.seed = settings.seed;
  state_->name = recipe;
  state_->settings = settings;
  state_->recipe = detail::build_recipe(factory, built);
  const auto loaded = load_checkpoint(checkpoint, state_->recipe->model());
  if (!loaded) {
    throw base::UserError(fmt::format("the checkpoint does not fit the recipe {}: {}", recipe, loaded.error().message));
  }
  if (loaded->recipe != recipe) {
    throw base::UserError(
        fmt::format("{} was made by the recipe {}, but {} is asked for", checkpoint.string(), loaded->recipe, recipe));
  }
  state_->info = *loaded;
}

Predictor::~Predictor() = default;
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor& Predictor::operator=(Predictor&&) noexcept = default;

const CheckpointInfo& Predictor::checkpoint() const noexcept { return state_->info; }

Predictions Predictor::scores(const StoredExamples& examples, std::uint64_t batch_size) {
  const auto type = detail::scalar_type_of(examples.type);
  if (!type) {
    throw base::UserError(fmt::format("examples of type {} cannot be given to a model", examples.type.name()));
  }
  const std::uint64_t row_bytes = example_bytes(examples);
  const std::uint64_t rows = examples.shape[0];
  batch_size = std::max<std::uint64_t>(batch_size, 1);
  const detail::Session session(state_->settings.seed, state_->settings.threads);
  Predictions all;
  for (std::uint64_t first = 0; first < rows; first += batch_size) {
    const std::uint64_t count = std::min(batch_size, rows - first);
    std::vector<std::uint64_t> shape = examples.shape;
    shape[0] = count;
    const auto bytes = examples.bytes.subspan(static_cast<std::size_t>(first * row_bytes),
                                              static_cast<std::size_t>(count * row_bytes));
    std::optional<detail::ScoreTable> table;
    try {
      table =
          detail::scores_of(*state_->recipe, state_->recipe->prepare(detail::tensor_from_bytes(*type, shape, bytes)));
    } catch (const base::UserError&) {
      throw;
    } catch (const std::exception& error) {
      throw base::UserError(fmt::format("the recipe {} cannot score examples {} to {}: {}", state_->name, first,
                                        first + count - 1, detail::told(error.what())));
    }
    if (!table) {
      throw base::UserError(
          fmt::format("the recipe {} gives no `scores`, so its predictions cannot be judged", state_->name));
    }
    if (table->rows != count || (all.classes != 0 && all.classes != table->classes)) {
      throw base::UserError(fmt::format("the recipe {} gives scores of {} rows and {} classes for examples {} to {}",
                                        state_->name, table->rows, table->classes, first, first + count - 1));
    }
    all.classes = table->classes;
    all.rows += count;
    all.scores.insert(all.scores.end(), table->values.begin(), table->values.end());
  }
  return all;
}

}  // namespace assay::train
