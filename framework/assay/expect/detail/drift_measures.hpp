#pragma once

#include <assay/base/scalar.hpp>
#include <assay/expect/detail/number_sample.hpp>
#include <assay/stats/homogeneity_test.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay::expect::detail {

/// A class that the sample has and the reference has not.
struct NewClass {
  base::Scalar value;
  std::uint64_t times = 0;
};

/// How far a sample lies from a reference.
struct DriftMeasures {
  std::uint64_t reference_elements = 0;  ///< NaN included: one NaN equals another
  std::uint64_t sample_elements = 0;
  bool classes = false;  ///< every value is a class of its own; else numbers in the reference's deciles, and NaN apart
  std::uint64_t reference_classes = 0;  ///< of classes: how many the reference has
  double psi = 0;
  double js = 0;
  double total_variation = 0;
  stats::Homogeneity test;            ///< over classes or bins
  std::optional<double> ks;           ///< of numbers; NaN counts as above everything
  std::optional<double> wasserstein;  ///< of numbers
  std::uint64_t new_classes = 0;      ///< of classes
  std::uint64_t new_elements = 0;     ///< in them
  std::vector<NewClass> largest_new;  ///< the `kMostNamed` most frequent ones, of equal ones the lower first
  static constexpr std::size_t kMostNamed = 20;
};

/// Whole numbers with at most this many different ones in the reference are classes.
inline constexpr std::uint64_t kMostNumberClasses = 50;
/// Most classes of both sides together; beyond, the answer would take more than 256 MB.
inline constexpr std::size_t kMostDriftClasses = std::size_t{1} << 23U;

/// Which numbers are classes.
enum class NumberKind {
  kReal,   ///< none: they are binned
  kWhole,  ///< up to `kMostNumberClasses`
  kNamed,  ///< all: truth values and enums
};

/// Compares numbers. Both sides must hold something. None when there are too many classes.
/// @param elements_a_draw see stats::homogeneity_test.
[[nodiscard]] std::optional<DriftMeasures> measure_drift(const NumberSample& reference, const NumberSample& sample,
                                                         NumberKind kind, double elements_a_draw = 1);

/// A text and how often it stands in a sample; the text lies elsewhere.
struct CountedText {
  std::string_view text;
  std::uint64_t times = 0;
};
/// All texts of a sample, each once, ascending by their bytes.
using TextCounts = std::vector<CountedText>;

/// Compares texts, each one a class. Both sides must hold something.
[[nodiscard]] DriftMeasures measure_drift(const TextCounts& reference, const TextCounts& sample,
                                          double elements_a_draw = 1);

}  // namespace assay::expect::detail
