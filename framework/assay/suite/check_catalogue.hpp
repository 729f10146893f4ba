#pragma once

#include <span>
#include <string_view>

namespace assay::suite {

/// How the plain value of a check is written.
enum class ArgumentForm {
  kFlag,
  kBound,
  kTextChoice,
  kPattern,
  kNumber,
  kShape,
  kValueSet,
  kNames,
  kAttributes,
  kMonotony,
  kUnique,
  kClassShares,
  kQuantiles,
  kAxis,
  kOutliers,
  kDataset,
  kCorrelation,
  kSumsTo,
  kBelow,
  kDrift,
};

/// One check of `expect`.
struct CheckDescription {
  std::string_view key;
  ArgumentForm form;
  std::string_view meaning;  ///< one sentence, also the text of the JSON Schema
  bool by_unit;              ///< takes `mostly` and `unit`: it judges elements or rows, not one number
  bool built;                ///< this version can run it; others are refused by name
};

/// All checks of `expect`, in the order of docs/reference.md.
[[nodiscard]] std::span<const CheckDescription> check_catalogue() noexcept;

/// None when there is no such check.
[[nodiscard]] const CheckDescription* find_check(std::string_view key) noexcept;

}  // namespace assay::suite
