#pragma once

#include <assay/suite/bound.hpp>
#include <assay/suite/memorize_case.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::suite {

/// The body of `[examples.<name>]`.
struct ExamplesCase {
  std::string file;
  ModelReference model;
  std::string predictions;
  std::string baseline;
  std::optional<Bound> accuracy;
  std::vector<std::pair<std::string, Bound>> tags;
  std::optional<Bound> negative_flips;
  std::optional<double> margin;
  bool per_example = false;
  friend bool operator==(const ExamplesCase&, const ExamplesCase&) = default;
};

}  // namespace assay::suite
