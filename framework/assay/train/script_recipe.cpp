#include <assay/base/error.hpp>
#include <assay/suite/model_tables.hpp>
#include <assay/train/detail/reference_loss.hpp>
#include <assay/train/detail/script_module.hpp>
#include <assay/train/detail/script_optimizer.hpp>
#include <assay/train/detail/script_sample.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/script_recipe.hpp>

#include <fmt/format.h>
#include <torch/nn/functional/loss.h>
#include <torch/nn/module.h>
#include <torch/optim/optimizer.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace assay::train {
namespace {

namespace functional = torch::nn::functional;
using detail::ShardedDataset;

std::string text_in(const suite::FreeTable& table, std::string_view key, std::string otherwise) {
  const auto found = std::ranges::find_if(table, [&](const auto& entry) { return entry.first == key; });
  return found == table.end() ? std::move(otherwise) : base::to_text(found->second);
}

double number_in(const suite::FreeTable& table, std::string_view key, double otherwise) {
  for (const auto& [name, value] : detail::option_numbers(table)) {
    if (name == key) {
      return value;
    }
  }
  return otherwise;
}

StandardLoss loss_of(const suite::FreeTable& table) {
  using Kind = StandardLoss::Kind;
  const std::string name = text_in(table, "name", "");
  StandardLoss loss;
  loss.kind = name == "mse"               ? Kind::kSquaredError
              : name == "mae"             ? Kind::kAbsoluteError
              : name == "bce_with_logits" ? Kind::kBinaryCrossEntropy
                                          : Kind::kCrossEntropy;
  loss.label_smoothing = number_in(table, "label_smoothing", 0);
  loss.ignored_label = static_cast<std::int64_t>(number_in(table, "ignore_index", -100));
  return loss;
}

/// @throws UserError with everything that the tables say wrong.
void check_tables(const suite::ModelReference& model) {
  std::vector<base::Mistake> mistakes;
  const auto add = [&](const char* table, const std::vector<suite::TableMistake>& found) {
    for (const suite::TableMistake& each : found) {
      mistakes.push_back({{}, fmt::format("{}: {}", table, each.message)});
    }
  };
  add("loss", suite::loss_mistakes(model.loss));
  add("optimizer", suite::optimizer_mistakes(model.optimizer));
  add("data", suite::data_mistakes(model.data));
  if (!mistakes.empty()) {
    throw base::UserError(mistakes);
  }
}

bool is_image(const std::string& layout) { return layout == "hw" || layout == "hwc" || layout == "chw"; }

class ScriptRecipe : public Recipe {
 public:
  ScriptRecipe(const suite::MemorizeCase& wanted, const ScriptSources& sources, const RecipeSettings& settings)
      : data_(wanted.model.data),
        optimizer_table_(wanted.model.optimizer),
        loss_(loss_of(wanted.model.loss)),
        layout_(text_in(data_, "layout", "")),
        type_(type_of(text_in(data_, "dtype", "float32"))),
        scale_(number_in(data_, "scale", 1)),
        batches_(wanted.batches),
        model_(sources.model),
        optimizer_(detail::make_optimizer(optimizer_table_, model_.trainable())) {
    read(sources, settings);
  }

  torch::nn::Module& model() override { return model_.module(); }
  torch::optim::Optimizer& optimizer() override { return *optimizer_; }

  Batch batch(std::uint64_t index) override {
    const auto first = static_cast<std::int64_t>(index % batches_) * batch_size_;
    // Of its own: a model that writes into its inputs changes this batch alone.
    return {inputs_.narrow(0, first, batch_size_).clone(), targets_.narrow(0, first, batch_size_).clone(), {}};
  }

  at::Tensor loss(const Batch& batch) override {
    const at::Tensor seen = scores(batch.inputs);
    require_fit(seen, batch.targets);
    switch (loss_.kind) {
      case StandardLoss::Kind::kSquaredError:
        return functional::mse_loss(seen, batch.targets);
      case StandardLoss::Kind::kAbsoluteError:
        return functional::l1_loss(seen, batch.targets);
      case StandardLoss::Kind::kBinaryCrossEntropy:
        return functional::binary_cross_entropy_with_logits(seen, batch.targets);
      case StandardLoss::Kind::kCrossEntropy:
        break;
    }
    return functional::cross_entropy(
        seen.reshape({-1, seen.size(-1)}), batch.targets.reshape({-1}),
        functional::CrossEntropyFuncOptions().label_smoothing(loss_.label_smoothing).ignore_index(loss_.ignored_label));
  }

  at::Tensor scores(const at::Tensor& inputs) override {
    const at::Tensor seen = model_.forward(inputs);
    return seen.dim() == 1 ? seen.unsqueeze(1) : seen;
  }

  at::Tensor prepare(const at::Tensor& stored) override {
    at::Tensor made = stored.to(type_);
    if (scale_ != 1) {
      made = made / scale_;
    }
    if (layout_ == "flat") {
      return made.flatten(1);
    }
    return layout_ == "hw" ? made.unsqueeze(1) : layout_ == "hwc" ? made.permute({0, 3, 1, 2}).contiguous() : made;
  }

  [[nodiscard]] Declarations declarations() const override {
    Declarations said;
    said.frozen = model_.frozen();
    said.tied = model_.tied();
    said.loss = loss_;
    said.images = images_;
    said.optimizer_options = detail::option_numbers(optimizer_table_);
    return said;
  }

 private:
  static at::ScalarType type_of(const std::string& name) {
    return name == "float64" ? at::kDouble : name == "int64" ? at::kLong : at::kFloat;
  }

  void read(const ScriptSources& sources, const RecipeSettings& settings) {
    const detail::OnDataset on_read = [&sources](const std::filesystem::path& file, const std::string& dataset) {
      if (sources.on_read) {
        sources.on_read(file, dataset);
      }
    };
    const ShardedDataset inputs = {sources.data, text_in(data_, "inputs", "inputs")};
    const ShardedDataset targets = {sources.data, text_in(data_, "targets", "targets")};
    const detail::Sample sample =
        detail::read_sample(inputs, targets, {settings.batch_size, batches_, settings.seed}, on_read);
    batch_size_ = sample.batch_size;
    take_inputs(sample.inputs, inputs);
    take_targets(sample.targets, targets);
    on_read({}, {});
  }

  void take_inputs(const at::Tensor& stored, const ShardedDataset& source) {
    const std::int64_t rank = stored.dim() - 1;
    if ((is_image(layout_) && rank != static_cast<std::int64_t>(layout_.size())) || (layout_ == "flat" && rank == 0)) {
      throw base::UserError(fmt::format("{}: `layout = \"{}\"`, but one example is {}", source.dataset, layout_,
                                        detail::shape_text(stored[0])));
    }
    inputs_ = prepare(stored);
    const bool bytes = stored.scalar_type() == at::kByte;
    if (is_image(layout_) && (bytes || stored.scalar_type() == at::kFloat)) {
      const auto sizes = stored.sizes().slice(1);
      images_ = ImageLayout{layout_, {sizes.begin(), sizes.end()}, "chw", bytes};
    }
  }

  void take_targets(const at::Tensor& stored, const ShardedDataset& source) {
    if (loss_.kind != StandardLoss::Kind::kCrossEntropy) {
      const at::Tensor values = stored.to(type_ == at::kLong ? at::kFloat : type_);
      targets_ = values.dim() == 1 ? values.unsqueeze(1) : values;
      return;
    }
    if (at::isFloatingType(stored.scalar_type())) {
      throw base::UserError(fmt::format("{}: class numbers are expected for cross_entropy, but it holds {}",
                                        source.dataset, detail::shape_text(stored)));
    }
    targets_ = stored.to(at::kLong);
  }

  /// Outputs that only broadcast to the targets would train, on something else.
  void require_fit(const at::Tensor& outputs, const at::Tensor& targets) const {
    const bool classes = loss_.kind == StandardLoss::Kind::kCrossEntropy;
    const bool fit = classes
                         ? outputs.dim() >= 2 && outputs.sizes().slice(0, outputs.sizes().size() - 1) == targets.sizes()
                         : outputs.sizes() == targets.sizes();
    if (!fit) {
      throw base::UserError(fmt::format(
          "the model's outputs are {} and the targets {}: {}", detail::shape_text(outputs), detail::shape_text(targets),
          classes ? "cross_entropy needs [..., classes] and one class number each" : "they have to be of one shape"));
    }
  }

  suite::FreeTable data_;
  suite::FreeTable optimizer_table_;
  StandardLoss loss_;
  std::string layout_;
  at::ScalarType type_;
  double scale_;
  std::uint64_t batches_;
  detail::ScriptModel model_;
  std::unique_ptr<torch::optim::Optimizer> optimizer_;
  std::int64_t batch_size_ = 0;
  at::Tensor inputs_;
  at::Tensor targets_;
  std::optional<ImageLayout> images_;
};

}  // namespace

RecipeFactory script_recipe(const suite::MemorizeCase& wanted, ScriptSources sources) {
  return [wanted, sources = std::move(sources)](const RecipeSettings& settings) {
    check_tables(wanted.model);
    return std::make_unique<ScriptRecipe>(wanted, sources, settings);
  };
}

}  // namespace assay::train
