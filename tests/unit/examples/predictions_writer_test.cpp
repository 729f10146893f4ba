// Predictions files that are written: read back by h5py, with losses and probabilities against numpy's.
#include <assay/base/error.hpp>
#include <assay/examples/predictions_writer.hpp>

#include "run_program.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace assay::examples {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

ScoredExamples three_rows() {
  return {.model_id = "lenet seed 7 step 938",
          .ids = {},
          .classes = 3,
          .scores = {1.5F, -2.0F, 0.25F, 1000.0F, 0.0F, -1000.0F, 3.0F, 3.0F, 3.0F},
          .labels = {1, 2, 0},
          .class_names = {"cat", "dog", "Größe"},
          .with_probabilities = true};
}

/// What h5py finds in a file, and how far its losses and probabilities are from those that numpy makes of the scores.
Json read_back(const ScoredExamples& examples) {
  const tests::TemporaryFolder folder;
  write_predictions(folder / "p.h5", examples);
  return Json::parse(
      tests::run_script("read_predictions.py", {(folder / "p.h5").string(), Json(examples.labels).dump()}));
}

std::string refusal(const ScoredExamples& examples) {
  const tests::TemporaryFolder folder;
  try {
    write_predictions(folder / "p.h5", examples);
  } catch (const base::UserError& error) {
    EXPECT_FALSE(std::filesystem::exists(folder / "p.h5"));
    return error.what();
  }
  return "it was written";
}

TEST(predictions_writer, h5py_reads_what_was_written) {
  const Json seen = read_back(three_rows());
  EXPECT_EQ(seen["row"], (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(seen["id"], nullptr);
  EXPECT_EQ(seen["scores"][1], (std::vector<double>{1000, 0, -1000}));
  EXPECT_EQ(seen["types"],
            Json({{"row", "int64"}, {"scores", "float32"}, {"loss", "float64"}, {"probabilities", "float64"}}));
  EXPECT_EQ(seen["model_id"], "lenet seed 7 step 938");
  EXPECT_EQ(seen["classes"], (std::vector<std::string>{"cat", "dog", "Größe"}));
  EXPECT_LT(seen["loss_error"], 1e-14);
  EXPECT_LT(seen["probability_error"], 1e-14);
}

TEST(predictions_writer, ids_stand_in_place_of_rows) {
  ScoredExamples examples = three_rows();
  examples.ids.resize(3);
  examples.ids[2].fill(std::byte{0xAB});
  const Json seen = read_back(examples);
  EXPECT_EQ(seen["row"], nullptr);
  EXPECT_EQ(seen["id"][0], std::string(64, '0'));
  std::string last;
  for (int i = 0; i < 32; ++i) last += "ab";
  EXPECT_EQ(seen["id"][2], last);
}

TEST(predictions_writer, what_is_not_known_is_not_there) {
  const Json seen = read_back({.model_id = "m", .classes = 2, .scores = {1, 2}});
  EXPECT_EQ(seen["types"], Json({{"row", "int64"}, {"scores", "float32"}}));
  EXPECT_EQ(seen["classes"], nullptr);
}

TEST(predictions_writer, no_examples_make_a_file_too) {
  EXPECT_EQ(read_back({.model_id = "m", .classes = 4}).at("row"), Json::array());
}

TEST(predictions_writer, loss_by_hand) {
  const std::vector<float> even{0, 0, 0, 0};
  EXPECT_DOUBLE_EQ(cross_entropy(even, 3), std::log(4.0));
  const std::vector<float> far{10000, 0};
  EXPECT_DOUBLE_EQ(cross_entropy(far, 1), 10000);
  EXPECT_EQ(cross_entropy(far, 0), 0);
}

TEST(predictions_writer, a_loss_without_sense_is_nan) {
  const std::vector<float> fine{1, 2};
  for (const std::int64_t label : {std::int64_t{-1}, std::int64_t{2}, std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_TRUE(std::isnan(cross_entropy(fine, label))) << label;
  }
  for (const float broken : {kNaN, std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}) {
    const std::vector<float> scores{1, broken};
    EXPECT_TRUE(std::isnan(cross_entropy(scores, 0))) << broken;
    EXPECT_TRUE(std::isnan(cross_entropy(scores, 1))) << broken;
  }
  EXPECT_TRUE(std::isnan(cross_entropy({}, 0)));
}

TEST(predictions_writer, broken_scores_have_no_loss_and_no_probabilities) {
  ScoredExamples examples = three_rows();
  examples.scores[3] = kNaN;
  examples.scores[7] = kNaN;
  EXPECT_THAT(refusal(examples),
              ::testing::AllOf(HasSubstr("2 of 3 examples"), HasSubstr("row 1"), HasSubstr("lenet")));
  examples.with_probabilities = false;
  const Json seen = read_back(examples);
  EXPECT_EQ(seen["not_finite"], (std::vector<int>{1, 2}));
}

TEST(predictions_writer, lengths_that_do_not_fit_are_refused) {
  const auto with = [](auto change) {
    ScoredExamples examples = three_rows();
    change(examples);
    return refusal(examples);
  };
  EXPECT_THAT(with([](ScoredExamples& examples) { examples.scores.pop_back(); }), HasSubstr("8 scores in 3 classes"));
  EXPECT_THAT(with([](ScoredExamples& examples) { examples.labels.push_back(0); }), HasSubstr("4 labels"));
  EXPECT_THAT(with([](ScoredExamples& examples) { examples.ids.resize(2); }), HasSubstr("2 ids"));
  EXPECT_THAT(with([](ScoredExamples& examples) { examples.class_names.pop_back(); }),
              HasSubstr("there are 2 classes"));
  EXPECT_EQ(with([](ScoredExamples&) {}), "it was written");
}

}  // namespace
}  // namespace assay::examples
