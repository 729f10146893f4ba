// A program with recipes that need no LibTorch: what is tried is the way from a recipe's model to a suite of examples.
// A model sums the bytes of each image; the class is the sum modulo 3, and the scores are 4 for it and 0 for the
// others, plus the seed in hundredths for class 0.
#include <assay/base/error.hpp>
#include <assay/detail/training_support.hpp>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

namespace {

using namespace assay::detail;

constexpr std::uint64_t kClasses = 3;

class ByteSums : public AnsweringModel {
 public:
  explicit ByteSums(ModelChoice choice) : choice_(std::move(choice)) {}

  [[nodiscard]] Scores scores(const assay::examples::InputColumn& inputs) override {
    std::puts("a recipe that prints");
    if (choice_.recipe == "crashes") std::abort();
    Scores scores{.rows = inputs.shape.front(), .classes = kClasses, .values = {}};
    const std::size_t row_bytes = scores.rows == 0 ? 0 : inputs.bytes.size() / scores.rows;
    for (std::uint64_t row = 0; row < scores.rows; ++row) {
      std::uint64_t sum = 0;
      for (std::size_t i = 0; i < row_bytes; ++i) sum += static_cast<std::uint64_t>(inputs.bytes[row * row_bytes + i]);
      for (std::uint64_t label = 0; label < kClasses; ++label) {
        scores.values.push_back(label == sum % kClasses ? 4.0F : 0.0F);
      }
      scores.values[row * kClasses] += static_cast<float>(choice_.seed) / 100;
      if (choice_.recipe == "says_nan") scores.values.back() = std::numeric_limits<float>::quiet_NaN();
    }
    if (choice_.recipe == "loses_rows" && scores.rows != 0) {
      --scores.rows;
      scores.values.resize(scores.rows * kClasses);
    }
    return scores;
  }

  [[nodiscard]] std::string id() const override { return choice_.recipe + " seed " + std::to_string(choice_.seed); }

 private:
  ModelChoice choice_;
};

class ByteSumRecipes : public TrainingSupport {
 public:
  [[nodiscard]] std::vector<std::string> recipe_names() const override {
    return {"byte_sums", "crashes", "loses_rows", "says_nan"};
  }
  [[nodiscard]] JudgedCase memorize(const CaseWork&) const override {
    throw assay::base::InternalError("this program only answers");
  }
  [[nodiscard]] JudgedCase train(const CaseWork&) const override {
    throw assay::base::InternalError("this program only answers");
  }
  [[nodiscard]] std::string measure(const assay::suite::Suite&, const assay::suite::Case&,
                                    const assay::run::MeasurementOrder&) const override {
    throw assay::base::InternalError("this program only answers");
  }
  [[nodiscard]] std::unique_ptr<AnsweringModel> open(const ModelChoice& choice) const override {
    std::string content;
    std::ifstream(choice.checkpoint) >> content;
    if (content != "byte_sums") {
      throw assay::base::UserError(choice.checkpoint.string() + ": is no checkpoint of " + choice.recipe);
    }
    return std::make_unique<ByteSums>(choice);
  }
};

const ByteSumRecipes recipes;
[[maybe_unused]] const TrainingSupport* const known = TrainingSupport::add(recipes);

}  // namespace
