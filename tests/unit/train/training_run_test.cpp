#include <assay/base/error.hpp>
#include <assay/base/sha256.hpp>
#include <assay/base/text_file.hpp>
#include <assay/train/checkpoint.hpp>
#include <assay/train/predictions.hpp>
#include <assay/train/recipe.hpp>
#include <assay/train/training_run.hpp>

#include "mlp_recipe.hpp"
#include "outcome.hpp"
#include "temporary_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace assay::train {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const auto kRegistered = register_recipe("trained_mlp", mlp({Twist::kNone, 24, false, 5}));
const auto kOther = register_recipe("wide_mlp", mlp({Twist::kNone, 32, false, 5}));
const auto kSameShape = register_recipe("same_mlp", mlp({Twist::kNone, 24, false, 5}));
const auto kScoreless = register_recipe("scoreless_mlp", mlp({Twist::kNoScores, 24, false, 5}));

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::istringstream text(base::read_text_file(path, 1'000'000).value());
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    lines.push_back(line);
  }
  return lines;
}

class TrainingRun : public testing::Test {
 protected:
  TrainingRunOutcome train(const RecipeFactory& factory, std::uint64_t seed = 7) {
    RunSettings settings;
    settings.seed = seed;
    return run_training(factory, "mlp", settings, {metrics, checkpoint}, progress);
  }

  TemporaryFolder folder;
  std::filesystem::path metrics = folder / "new" / "metrics.jsonl";
  std::filesystem::path checkpoint = folder / "model.h5";
  NotedProgress progress;
};

TEST_F(TrainingRun, writes_a_line_for_each_step_and_each_evaluation) {
  const TrainingRunOutcome outcome = train(mlp({Twist::kNone, 24, false, 5}));
  EXPECT_EQ(outcome.steps, 5U);
  EXPECT_EQ(outcome.stopped, "");
  const auto lines = lines_of(metrics);
  ASSERT_EQ(lines.size(), 8U);  // five steps; evaluated after 2, 4 and at the end
  EXPECT_THAT(lines[0], AllOf(StartsWith(R"({"step": 1, "loss": )"), testing::EndsWith("}")));
  // In evaluation mode, and back in training mode afterwards.
  EXPECT_THAT(lines[2], AllOf(StartsWith(R"({"step": 2, "validation_loss": )"), HasSubstr(R"("training": 0)")));
  EXPECT_THAT(lines[7], StartsWith(R"({"step": 5, "validation_loss": )"));
  EXPECT_THAT(progress.steps, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(progress.phases, ElementsAre("build", "train", "evaluate", "train", "evaluate", "train", "evaluate",
                                           "train", "checkpoint"));
}

TEST_F(TrainingRun, one_seed_gives_the_same_file_and_the_same_checkpoint) {
  (void)train(mlp({Twist::kDropout, 24, false, 6}));
  const auto first_lines = lines_of(metrics);
  const auto first_model = base::sha256_of_file(checkpoint);
  (void)train(mlp({Twist::kDropout, 24, false, 6}));
  EXPECT_EQ(lines_of(metrics), first_lines);
  EXPECT_EQ(base::sha256_of_file(checkpoint), first_model);
  (void)train(mlp({Twist::kDropout, 24, false, 6}), 8);
  EXPECT_NE(lines_of(metrics), first_lines);
  EXPECT_NE(base::sha256_of_file(checkpoint), first_model);
}

TEST_F(TrainingRun, stops_at_a_loss_that_is_nan_and_leaves_no_checkpoint) {
  const TrainingRunOutcome outcome = train(mlp({Twist::kNanLoss, 24, false, 50}));
  EXPECT_EQ(outcome.steps, 6U);
  EXPECT_TRUE(std::isnan(outcome.last_loss));
  EXPECT_EQ(outcome.stopped, "the loss is nan at step 6");
  EXPECT_EQ(lines_of(metrics).back(), R"({"step": 6, "loss": NaN})");
  EXPECT_FALSE(std::filesystem::exists(checkpoint));
}

TEST_F(TrainingRun, a_throw_ends_it_after_the_steps_that_were_made) {
  const TrainingRunOutcome outcome = train(mlp({Twist::kThrows, 24, false, 50}));
  EXPECT_EQ(outcome.steps, 2U);
  EXPECT_EQ(outcome.stopped, "the recipe threw after step 2: no such column: price");
}

TEST_F(TrainingRun, a_recipe_without_steps_is_refused) { EXPECT_THROW((void)train(mlp()), base::UserError); }

TEST_F(TrainingRun, metrics_that_cannot_be_written_are_the_machines_trouble) {
  metrics = folder.path();  // a folder
  EXPECT_THROW((void)train(mlp({Twist::kNone, 24, false, 5})), base::InfrastructureError);
}

class PredictorTest : public TrainingRun {
 protected:
  void SetUp() override {
    RunSettings settings;
    settings.seed = 3;
    (void)run_training("trained_mlp", settings, {{}, checkpoint}, progress);
    for (unsigned i = 0; i < 5 * 8; ++i) {
      stored.push_back(static_cast<unsigned char>((i * 37 + 11) % 256));
    }
    bytes_type.kind = hdf5::ElementKind::kInteger;
    bytes_type.size = 1;
  }
  [[nodiscard]] StoredExamples examples() const { return {bytes_type, {5, 8}, std::as_bytes(std::span(stored))}; }

  std::vector<unsigned char> stored;
  hdf5::ElementType bytes_type;
};

TEST_F(PredictorTest, are_those_of_each_example_alone_whatever_the_batch_size) {
  Predictor predictor("trained_mlp", checkpoint, {});
  EXPECT_EQ(predictor.checkpoint().seed, 3U);
  EXPECT_EQ(predictor.checkpoint().steps, 5U);
  const auto recipe = mlp({Twist::kNone, 24, false, 5})({});
  ASSERT_TRUE(load_checkpoint(checkpoint, recipe->model()));
  const std::vector<float> expected = plain_scores(*recipe, stored);
  for (const std::uint64_t batch_size : {1U, 2U, 5U, 100U}) {
    const Predictions made = predictor.scores(examples(), batch_size);
    EXPECT_EQ(made.rows, 5U);
    EXPECT_EQ(made.classes, 4U);
    ASSERT_EQ(made.scores.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(made.scores[i], expected[i], 1e-5) << "batch size " << batch_size;
    }
  }
}

TEST_F(PredictorTest, of_no_examples_are_none) {
  Predictor predictor("trained_mlp", checkpoint, {});
  EXPECT_EQ(predictor.scores({bytes_type, {0, 8}, {}}).rows, 0U);
}

TEST_F(PredictorTest, refuse_what_does_not_fit) {
  EXPECT_THROW(Predictor("wide_mlp", checkpoint, {}), base::UserError);
  EXPECT_THROW(Predictor("trained_mlp", folder / "none.h5", {}), base::UserError);
  Predictor predictor("trained_mlp", checkpoint, {});
  StoredExamples short_of_bytes = examples();
  short_of_bytes.shape = {6, 8};
  EXPECT_THROW((void)predictor.scores(short_of_bytes), base::UserError);
  short_of_bytes.shape = {std::uint64_t{1} << 61U, 8};  // the product overflows to 0
  EXPECT_THROW((void)predictor.scores(short_of_bytes), base::UserError);
  StoredExamples of_other_width = examples();
  of_other_width.shape = {10, 4};
  EXPECT_THROW((void)predictor.scores(of_other_width), base::UserError);  // the model's own complaint
}

TEST_F(PredictorTest, name_the_recipe_that_made_the_checkpoint) {
  EXPECT_THROW(
      try { Predictor("same_mlp", checkpoint, {}); } catch (const base::UserError& error) {
        EXPECT_THAT(error.what(), HasSubstr("was made by the recipe trained_mlp, but same_mlp is asked for"));
        throw;
      },
      base::UserError);
}

TEST_F(PredictorTest, need_scores) {
  (void)run_training("scoreless_mlp", {}, {{}, checkpoint}, progress);
  Predictor predictor("scoreless_mlp", checkpoint, {});
  EXPECT_THROW((void)predictor.scores(examples()), base::UserError);
}

TEST(RecipeRegistry, knows_its_recipes_sorted_and_suggests_the_nearest) {
  EXPECT_THAT(recipe_names(), ElementsAre("same_mlp", "scoreless_mlp", "trained_mlp", "wide_mlp"));
  EXPECT_EQ(kRegistered.name, "trained_mlp");
  EXPECT_THROW(
      try { (void)find_recipe("traind_mlp"); } catch (const base::UserError& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("did you mean `trained_mlp`?"), HasSubstr("wide_mlp")));
        throw;
      },
      base::UserError);
}

TEST(RecipeRegistry, tells_doubled_and_wrong_names_at_the_first_question) {
  // In a child: the mistake is of the program and stays.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        register_recipe("trained_mlp", mlp(), "second.cpp", 12);
        register_recipe("two words", mlp(), "third.cpp", 3);
        try {
          (void)find_recipe("trained_mlp");
        } catch (const base::UserError& error) {
          for (const base::Mistake& mistake : error.mistakes()) {
            fprintf(stderr, "%s\n", mistake.to_text().c_str());
          }
          std::exit(error.mistakes().size() == 2 ? 3 : 4);
        }
        std::exit(5);
      },
      testing::ExitedWithCode(3),
      "second.cpp:12.*trained_mlp is registered a second time.*first at .*training_run_test.cpp.*\n.*third.cpp:3.*two "
      "words");
}

}  // namespace
}  // namespace assay::train
