#include <assay/base/error.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/script_data.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/script_recipe.hpp>
#include <assay/train/tensor_file.hpp>

#include "outcome.hpp"
#include "temporary_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/nn/module.h>
#include <torch/optim/adam.h>
#include <torch/types.h>

#include <fstream>

namespace assay::train {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kScriptRows = 90;
constexpr std::int64_t kScriptClasses = 3;
constexpr std::int64_t kScriptSide = 4;

at::Tensor spread_values(at::IntArrayRef sizes, std::int64_t salt) {
  // Spread evenly over [-0.5, 0.5) by the golden ratio, whoever draws from the generator.
  const std::int64_t count = c10::multiply_integers(sizes);
  return torch::arange(salt, salt + count, torch::kDouble).mul(0.6180339887).frac().sub(0.5).to(at::kFloat).view(sizes);
}

/// A file of an exported classifier of images [1, 4, 4], and one of data with a bright row for each class.
class ScriptRecipeTest : public testing::Test {
 protected:
  ScriptRecipeTest() {
    at::Tensor images = spread_values({kScriptRows, kScriptSide, kScriptSide}, 7).add(0.5).mul(100).to(at::kByte);
    const at::Tensor labels = torch::arange(kScriptRows).remainder(kScriptClasses).to(at::kInt);
    for (std::int64_t row = 0; row < kScriptRows; ++row) {
      images[row][row % kScriptClasses].fill_(200);
    }
    const at::Tensor numbers = torch::arange(kScriptRows, torch::kDouble);
    const at::Tensor few = torch::arange(4);
    const std::vector<BatchTensor> tensors = {
        {"train/images", images}, {"train/labels", labels}, {"number", numbers}, {"short", few}};
    write_tensors(data(), tensors);
    wanted_ = usual_case();
    wanted_.batch_size = 24;
    wanted_.model.model = "net.pt";
    wanted_.model.loss = {{"name", std::string("cross_entropy")}};
    wanted_.model.optimizer = {{"name", std::string("adam")}, {"lr", 0.01}};
    wanted_.model.data = {{"data", std::string("d")},
                          {"inputs", std::string("train/images")},
                          {"targets", std::string("train/labels")},
                          {"scale", 255.0},
                          {"layout", std::string("hw")}};
  }

  [[nodiscard]] std::filesystem::path model() const { return folder_ / "net.pt"; }
  [[nodiscard]] std::filesystem::path data() const { return folder_ / "d.h5"; }
  [[nodiscard]] RecipeFactory factory() const { return script_recipe(wanted_, {model(), {data()}, {}}); }

  /// A module with two layers, the first in a part of its own; `answer` is what forward makes of the scores.
  void save(const std::string& answer = "scores", bool trainable = true, bool training = true) const {
    torch::jit::Module hidden("Hidden");
    hidden.register_parameter("weight", spread_values({16, 16}, 1).set_requires_grad(trainable), false);
    hidden.register_attribute("training", c10::BoolType::get(), training);
    hidden.define("def forward(self, x):\n  return torch.relu(torch.matmul(x, self.weight))\n");
    torch::jit::Module net("Net");
    net.register_attribute("training", c10::BoolType::get(), training);
    net.register_parameter("head", spread_values({16, kScriptClasses}, 500).set_requires_grad(trainable), false);
    net.register_parameter("bias", torch::zeros({kScriptClasses}).set_requires_grad(trainable), false);
    net.register_parameter("spare", torch::ones({2}).set_requires_grad(false), false);
    net.register_buffer("seen", torch::zeros({1}));
    net.register_module("hidden", hidden);
    net.define(
        "def forward(self, x):\n  scores = torch.matmul(self.hidden.forward(torch.flatten(x, 1)), self.head) + "
        "self.bias\n  return " +
        answer + "\n");
    net.save(model().string());
  }

  /// What the factory says; empty when it builds.
  [[nodiscard]] std::string refusal() const {
    try {
      static_cast<void>(factory()(RecipeSettings{.seed = 1, .batch_size = wanted_.batch_size}));
    } catch (const base::UserError& error) {
      return error.what();
    }
    return "";
  }

  void set_data(const std::string& key, const base::Scalar& value) {
    for (auto& entry : wanted_.model.data) {
      if (entry.first == key) entry.second = value;
    }
  }

  TemporaryFolder folder_;
  suite::MemorizeCase wanted_;
};

TEST_F(ScriptRecipeTest, a_healthy_model_memorises_with_all_checks) {
  save();
  wanted_.accuracy_above = 0.99;
  const MemorizeOutcome outcome = run_case(factory(), wanted_);
  EXPECT_THAT(failing(outcome), IsEmpty());
  for (const char* check : {"three_sets", "axis_probe", "loss_oracle", "gradient_oracle", "gradients", "isolation",
                            "modes", "update_oracle", "goldens", "loss_below", "accuracy_above"}) {
    EXPECT_EQ(result_of(outcome, check).verdict, base::Verdict::kPassed) << check << result_of(outcome, check).reason;
  }
}

TEST_F(ScriptRecipeTest, equal_seeds_give_equal_bits_and_others_other_rows) {
  save();
  const MemorizeOutcome first = run_case(factory(), wanted_, 3);
  EXPECT_EQ(first.runs.at(0).losses, run_case(factory(), wanted_, 3).runs.at(0).losses);
  EXPECT_NE(first.runs.at(0).losses, run_case(factory(), wanted_, 4).runs.at(0).losses);
}

TEST_F(ScriptRecipeTest, each_optimizer_and_loss_meets_its_oracle) {
  save();
  using Table = suite::FreeTable;
  const auto name = [](const char* text) { return std::pair<std::string, base::Scalar>("name", std::string(text)); };
  wanted_.checks = {{"late_rise", false}};
  for (const Table& optimizer :
       {Table{name("sgd"), {"lr", 0.5}, {"momentum", 0.9}, {"nesterov", true}, {"weight_decay", 1e-4}},
        Table{name("adam"), {"lr", 0.02}, {"betas.0", 0.8}, {"betas.1", 0.99}, {"eps", 1e-7}, {"amsgrad", true}},
        Table{name("adamw"), {"lr", 0.02}, {"weight_decay", 0.01}},
        Table{name("rmsprop"), {"lr", 0.005}, {"alpha", 0.9}, {"momentum", 0.5}, {"centered", true}},
        Table{name("adagrad"), {"lr", 0.1}, {"lr_decay", 0.001}, {"initial_accumulator_value", 0.01}}}) {
    wanted_.model.optimizer = optimizer;
    const MemorizeOutcome outcome = run_case(factory(), wanted_);
    EXPECT_THAT(failing(outcome), IsEmpty()) << base::to_text(optimizer.front().second);
    EXPECT_EQ(result_of(outcome, "update_oracle").verdict, base::Verdict::kPassed);
  }
  wanted_.model.optimizer = {name("adam"), {"lr", 0.02}};
  wanted_.model.loss = {name("cross_entropy"), {"label_smoothing", 0.1}};
  wanted_.loss_below.reset();
  wanted_.steps.reset();
  wanted_.levels = {{0.7, suite::Bound{std::int64_t{1}, std::int64_t{200}}}};
  EXPECT_EQ(result_of(run_case(factory(), wanted_), "loss_oracle").verdict, base::Verdict::kPassed);
  // One value a row, as a column or not; the targets are [rows].
  for (const char* answer : {"torch.sum(scores, [1], True)", "torch.sum(scores, [1])"}) {
    save(answer);
    for (const char* loss : {"mse", "mae", "bce_with_logits"}) {
      wanted_.model.loss = {name(loss)};
      const MemorizeOutcome outcome = run_case(factory(), wanted_);
      EXPECT_EQ(result_of(outcome, "loss_oracle").verdict, base::Verdict::kPassed)
          << loss << ": " << result_of(outcome, "levels.0.7").reason;
    }
  }
}

TEST_F(ScriptRecipeTest, a_model_that_ends_in_softmax_is_told_from_one_that_does_not) {
  save("torch.softmax(scores, 1)");
  const MemorizeOutcome outcome = run_case(factory(), wanted_);
  EXPECT_THAT(failing(outcome), testing::Contains("floor"));
  EXPECT_THAT(result_of(outcome, "floor").reason, HasSubstr("double softmax"));
}

TEST_F(ScriptRecipeTest, a_model_that_mixes_its_samples_is_caught) {
  save("scores + torch.mean(scores, 0, True)");
  EXPECT_THAT(failing(run_case(factory(), wanted_)), testing::Contains("isolation"));
}

TEST_F(ScriptRecipeTest, its_module_is_that_of_the_file) {
  save("scores", true, false);
  const auto recipe = factory()(RecipeSettings{.seed = 1, .batch_size = 8});
  std::vector<std::string> names;
  for (const auto& each : detail::named_parameters(recipe->model())) names.push_back(each.name);
  EXPECT_THAT(names, testing::UnorderedElementsAre("hidden.weight", "head", "bias", "spare"));
  EXPECT_THAT(recipe->declarations().frozen, ElementsAre("spare"));
  EXPECT_EQ(detail::named_buffers(recipe->model()).at(0).name, "seen");
  EXPECT_TRUE(recipe->model().is_training());  // saved in evaluation mode
  const at::Tensor before = recipe->scores(recipe->batch(0).inputs);
  {
    const c10::NoGradGuard none;
    for (const auto& each : detail::named_parameters(recipe->model())) each.tensor.zero_();
  }
  EXPECT_FALSE(before.eq(0).all().item().toBool());
  EXPECT_TRUE(recipe->scores(recipe->batch(0).inputs).eq(0).all().item().toBool());
}

TEST_F(ScriptRecipeTest, modes_reach_the_script) {
  save("torch.dropout(scores, 0.5, self.training)");
  const auto recipe = factory()(RecipeSettings{.seed = 1, .batch_size = 8});
  const at::Tensor inputs = recipe->batch(0).inputs;
  EXPECT_FALSE(recipe->scores(inputs).equal(recipe->scores(inputs)));
  recipe->model().eval();
  EXPECT_TRUE(recipe->scores(inputs).equal(recipe->scores(inputs)));
}

TEST_F(ScriptRecipeTest, files_that_are_no_models_are_refused_by_name) {
  EXPECT_THAT(refusal(), AllOf(HasSubstr("net.pt"), HasSubstr("not there")));
  std::ofstream(model()) << "no archive";
  EXPECT_THAT(refusal(), AllOf(HasSubstr("net.pt"), HasSubstr("cannot be loaded as TorchScript")));
  save();
  std::filesystem::resize_file(model(), std::filesystem::file_size(model()) / 2);
  EXPECT_THAT(refusal(), AllOf(HasSubstr("net.pt"), HasSubstr("cannot be loaded as TorchScript")));
  std::filesystem::resize_file(model(), 0);
  EXPECT_THAT(refusal(), HasSubstr("cannot be loaded as TorchScript"));
  save("scores", false);
  EXPECT_THAT(refusal(), HasSubstr("no parameter that can be trained"));
  save();
  EXPECT_EQ(refusal(), "");
}

TEST_F(ScriptRecipeTest, wrong_tables_are_refused_together) {
  save();
  wanted_.model.optimizer = {{"name", std::string("adam")}, {"weight_decy", 0.1}};
  wanted_.model.loss = {};
  EXPECT_THAT(refusal(), AllOf(HasSubstr("did you mean `weight_decay`?"), HasSubstr("loss: needs `name`")));
}

TEST_F(ScriptRecipeTest, data_that_does_not_fit_is_refused) {
  save();
  set_data("targets", std::string("short"));
  EXPECT_THAT(refusal(), HasSubstr("unlike numbers of rows"));
  set_data("targets", std::string("number"));
  EXPECT_THAT(refusal(), HasSubstr("class numbers are expected"));
  set_data("targets", std::string("train/label"));
  EXPECT_THAT(refusal(), AllOf(HasSubstr("d.h5"), HasSubstr("train/labels")));
  set_data("targets", std::string("train/labels"));
  set_data("layout", std::string("hwc"));
  EXPECT_THAT(refusal(), HasSubstr("`layout = \"hwc\"`"));
  set_data("layout", std::string("hw"));
  wanted_.batch_size = kScriptRows + 1;
  EXPECT_THAT(refusal(), HasSubstr("the data has 90 rows"));
  wanted_.batch_size = kScriptRows;
  EXPECT_EQ(refusal(), "");
  wanted_.model.loss = {{"name", std::string("mse")}};
  const MemorizeOutcome outcome = run_case(factory(), wanted_);
  EXPECT_THAT(result_of(outcome, "loss_below").reason, HasSubstr("they have to be of one shape"));
}

TEST_F(ScriptRecipeTest, rows_are_spread_dealt_out_and_read_as_they_are_stored) {
  const auto chosen = detail::spread_rows(90, 9, 5);
  ASSERT_EQ(chosen.size(), 9U);
  for (std::size_t i = 0; i < chosen.size(); ++i) EXPECT_EQ(chosen[i] / 10, i);
  EXPECT_NE(chosen, detail::spread_rows(90, 9, 6));
  EXPECT_THAT(detail::spread_rows(3, 3, 5), ElementsAre(0, 1, 2));

  const std::vector<std::uint64_t> rows = {0, 89, 90, 179};
  const std::vector<std::uint64_t> slots = {2, 0, 1, 3};
  const at::Tensor read = detail::read_rows({{data(), data()}, "number"}, rows, slots, [](const auto&, const auto&) {});
  EXPECT_TRUE(read.equal(torch::tensor({89.0, 0.0, 0.0, 89.0}, torch::kDouble)));
}

}  // namespace
}  // namespace assay::train
