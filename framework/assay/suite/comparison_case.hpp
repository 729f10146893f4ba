#pragma once

#include <assay/suite/bound.hpp>
#include <assay/suite/memorize_case.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay::suite {

/// The body of `[behave.<name>]`: a relation between a model's answers to an input and to the transformed input.
struct BehaveCase {
  enum class Relation { kInvariant, kIncrease, kDecrease };

  ModelReference model;
  std::string data;
  FreeTable transform;
  Relation relation = Relation::kInvariant;
  double tolerance = 0;
  std::optional<Bound> rate;
  friend bool operator==(const BehaveCase&, const BehaveCase&) = default;
};

/// The body of `[resume.<name>]`.
struct ResumeCase {
  std::string recipe;
  std::vector<std::string> command;
  std::vector<std::string> resume_command;
  std::optional<std::uint64_t> kill_at;  ///< none: a random step
  double tolerance = 0;
  std::string metric;
  friend bool operator==(const ResumeCase&, const ResumeCase&) = default;
};

/// The body of `[determinism.<name>]` and `[parity.<name>]`.
struct ComparisonCase {
  std::string recipe;
  std::vector<std::string> command;
  std::uint64_t runs = 2;
  std::vector<std::string> between;
  double tolerance = 0;
  friend bool operator==(const ComparisonCase&, const ComparisonCase&) = default;
};

}  // namespace assay::suite
