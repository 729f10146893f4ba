#pragma once

#include <assay/base/scalar.hpp>
#include <assay/suite/check.hpp>
#include <assay/suite/condition.hpp>
#include <assay/suite/dataset_reference.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::suite {

/// What a case declares to be absent. Nothing is by default.
struct MissingRule {
  bool nan = false;                  ///< `missing = "nan"`
  bool fill = false;                 ///< `missing = "fill"`: the dataset's fill value and never-written elements
  std::vector<base::Scalar> values;  ///< a value or a list of values

  [[nodiscard]] bool empty() const noexcept { return !nan && !fill && values.empty(); }
  friend bool operator==(const MissingRule&, const MissingRule&) = default;
};

/// `sample = { rows = , seed = }`: evenly spread and repeatable.
struct SampleRule {
  std::uint64_t rows = 0;
  std::uint64_t seed = 0;
  std::string tier;  ///< the tier it holds for; empty: every tier
  friend bool operator==(const SampleRule&, const SampleRule&) = default;
};

/// The body of `[expect.<name>]`.
struct ExpectCase {
  DatasetReference dataset;
  MissingRule missing;
  std::optional<Condition> where;
  std::string where_text;  ///< as written; empty without a condition
  std::vector<SampleRule> samples;
  std::vector<Check> checks;  ///< of the dataset itself, in the order of the file
  std::vector<std::pair<std::string, std::vector<Check>>>
      parts;  ///< `[expect.x.of.<part>]`: column or member, its checks

  friend bool operator==(const ExpectCase&, const ExpectCase&) = default;
};

}  // namespace assay::suite
