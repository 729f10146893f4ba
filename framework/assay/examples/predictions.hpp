#pragma once

#include <assay/examples/example_suite.hpp>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::examples {

/// What a model says about one example.
struct Answer {
  enum class State : std::uint8_t {
    kMissing,  ///< no prediction
    kInvalid,  ///< a score that is not finite, a class that is none, unlike answers for one id
    kGiven,
  };
  State state = State::kMissing;
  /// Of kGiven: the index into ExampleSuite::classes; -1 for a class that only the model has.
  std::int64_t label = -1;
  double loss = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not known
};

/// A model's answers in the order of a suite's examples.
struct Predictions {
  std::string model_id;
  std::vector<Answer> answers;
  std::uint64_t rows = 0;     ///< in the file, for examples of this suite or not
  std::uint64_t matched = 0;  ///< of them, those for examples of this suite
};

/// Reads a predictions file: `/id` uint8[n,32] or `/row` int[n] (`/id` wins), `/scores` float[n,C] and/or `/class`
/// int[n], optional `/loss` and `/classes/names`.
///
/// Classes are matched by name; without names their order is the suite's, and C must be its number of classes. Of equal
/// largest scores the lower class counts. Where scores and a class are both there and disagree, the answer is invalid.
/// An id or row that stands twice with the same answer counts once, with unlike answers it is invalid. Ids that the
/// suite does not hold are no concern of it.
/// @throws base::UserError that names file and dataset: no key, no answers, unlike lengths, a row outside the suite,
/// wrong types, damage
[[nodiscard]] Predictions read_predictions(const std::filesystem::path& path, const ExampleSuite& suite);

/// Answers from scores in the order of the suite's examples and classes, as a model in this process gives them.
/// @param scores rows * classes numbers; @throws base::UserError when they are not examples * classes
[[nodiscard]] Predictions predictions_from_scores(const ExampleSuite& suite, std::span<const float> scores,
                                                  std::uint64_t classes, std::string_view model_id);

}  // namespace assay::examples
