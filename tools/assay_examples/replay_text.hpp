#pragma once

#include <assay/examples/example_suite.hpp>
#include <assay/examples/judge.hpp>
#include <assay/examples/predictions.hpp>
#include <assay/report/console.hpp>

#include <string>

namespace assay::tools {

/// What was replayed, for the words about it.
struct Replayed {
  const examples::ExampleSuite& suite;
  const examples::Predictions& predictions;
  const examples::Judgement& judgement;
  std::string predictions_name;  ///< where the answers are from
  std::string baseline_name;
};

/// A replay for a person: verdict, counts and accuracy, by tag, flips, and the first 20 examples that failed the suite.
[[nodiscard]] std::string replay_text(const Replayed& replayed, const report::ConsoleStyle& style);

}  // namespace assay::tools
