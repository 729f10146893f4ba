#include <assay/suite/check_catalogue.hpp>

#include <algorithm>
#include <array>

namespace assay::suite {
namespace {

using enum ArgumentForm;

constexpr bool kByUnit = true;
constexpr bool kOneNumber = false;
constexpr bool kBuilt = true;

constexpr auto kChecks = std::to_array<CheckDescription>({
    {"exists", kFlag, "whether the dataset is there", kOneNumber, kBuilt},
    {"dtype", kTextChoice, "the element type; byte order is not part of it", kOneNumber, kBuilt},
    {"shape", kShape, "the extents, \"*\" for any", kOneNumber, kBuilt},
    {"rank", kBound, "number of dimensions", kOneNumber, kBuilt},
    {"rows", kBound, "length of the first dimension", kOneNumber, kBuilt},
    {"columns", kNames, "the members of a compound type, all, in order", kOneNumber, kBuilt},
    {"attributes", kAttributes, "attributes of the dataset and the value each must have", kOneNumber, kBuilt},
    {"values", kBound, "every element lies within", kByUnit, kBuilt},
    {"in_set", kValueSet, "every element is one of these", kByUnit, kBuilt},
    {"not_in_set", kValueSet, "no element is one of these", kByUnit, kBuilt},
    {"matches", kPattern, "every text holds a match of this regular expression", kByUnit, kBuilt},
    {"length", kBound, "characters of every text, or elements of every variable-length row", kByUnit, kBuilt},
    {"finite", kFlag, "no NaN and no infinity", kByUnit, kBuilt},
    {"no_nan", kFlag, "no NaN", kByUnit, kBuilt},
    {"no_inf", kFlag, "no infinity", kByUnit, kBuilt},
    {"whole", kFlag, "only whole numbers", kByUnit, kBuilt},
    {"increasing", kMonotony, "rows grow along the first dimension", kByUnit, kBuilt},
    {"decreasing", kMonotony, "rows fall along the first dimension", kByUnit, kBuilt},
    {"unique", kUnique, "no row stands twice", kByUnit, kBuilt},
    {"min", kBound, "smallest element", kOneNumber, kBuilt},
    {"max", kBound, "largest element", kOneNumber, kBuilt},
    {"mean", kBound, "mean of the elements", kOneNumber, kBuilt},
    {"std", kBound, "standard deviation with n - 1", kOneNumber, kBuilt},
    {"sum", kBound, "sum of the elements", kOneNumber, kBuilt},
    {"median", kBound, "median of the elements", kOneNumber, kBuilt},
    {"quantile", kQuantiles, "exact quantiles by linear interpolation, by probability", kOneNumber, kBuilt},
    {"missing_share", kBound, "share of declared absent elements", kOneNumber, kBuilt},
    {"zero_share", kBound, "share of zeros", kOneNumber, kBuilt},
    {"nan_count", kBound, "number of NaNs", kOneNumber, kBuilt},
    {"inf_count", kBound, "number of infinities", kOneNumber, kBuilt},
    {"distinct", kBound, "number of different elements", kOneNumber, kBuilt},
    {"distinct_share", kBound, "different elements over all elements", kOneNumber, kBuilt},
    {"class_share", kClassShares, "share of every class, or of each listed class", kOneNumber, kBuilt},
    {"max_class_ratio", kNumber, "largest over smallest class at most", kOneNumber, kBuilt},
    {"row_mean", kBound, "mean of every row", kByUnit, kBuilt},
    {"row_std", kBound, "standard deviation of every row", kByUnit, kBuilt},
    {"row_min", kBound, "smallest element of every row", kByUnit, kBuilt},
    {"row_max", kBound, "largest element of every row", kByUnit, kBuilt},
    {"row_sum", kBound, "sum of every row", kByUnit, kBuilt},
    {"row_norm", kBound, "Euclidean length of every row", kByUnit, kBuilt},
    {"axis", kAxis, "aggregates at every position of one axis", kOneNumber, kBuilt},
    {"outliers", kOutliers, "no element far from the others, by standard deviations or quartiles", kByUnit, kBuilt},
    {"equals", kDataset, "element by element the same as another dataset", kByUnit, kBuilt},
    {"less_than", kDataset, "element by element less than another dataset", kByUnit, kBuilt},
    {"same_rows_as", kDataset, "as many rows as another dataset", kOneNumber, kBuilt},
    {"subset_of", kDataset, "every row stands in another dataset", kByUnit, kBuilt},
    {"correlation", kCorrelation, "Pearson correlation with another dataset", kOneNumber, kBuilt},
    {"disjoint_from", kDataset, "no row stands in another dataset too", kByUnit, kBuilt},
    {"drift", kDrift, "distance from earlier data at most", kOneNumber, kBuilt},
    {"one_hot", kFlag, "every row has one 1 and else 0", kByUnit, kBuilt},
    {"sums_to", kSumsTo, "every row has this sum", kByUnit, kBuilt},
    {"below", kBelow, "every element is below a number or another dataset", kByUnit, kBuilt},
});

}  // namespace

std::span<const CheckDescription> check_catalogue() noexcept { return kChecks; }

const CheckDescription* find_check(std::string_view key) noexcept {
  const auto found = std::find_if(kChecks.begin(), kChecks.end(), [&](const auto& check) { return check.key == key; });
  return found == kChecks.end() ? nullptr : &*found;
}

}  // namespace assay::suite
