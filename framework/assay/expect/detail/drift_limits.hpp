#pragma once

#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/drift_measures.hpp>
#include <assay/hdf5/element_type.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace assay::expect::detail {

/// Which numbers of a reference of this type are classes.
[[nodiscard]] NumberKind number_kind(const hdf5::ElementType& type) noexcept;

/// Why the limits of a `drift` check cannot be asked of these data, if so: neither numbers nor texts on both sides, or
/// a distance between texts that only numbers have.
/// @param other, place type and name of the reference.
[[nodiscard]] std::optional<Trouble> incomparable(const DataQuestion& data, const hdf5::ElementType& other,
                                                  const std::string& place);

/// What was compared with what, in words.
struct DriftPlaces {
  std::string sample;
  std::string reference;
  /// What is not known of the distances, as the end of a sentence; empty when they are exact.
  std::string reservation = {};
};

/// The verdict over all limits of a `drift` check: all that was measured among the metrics (`drift.psi`), a failure for
/// each limit that is passed. New classes of numbers that are binned are a mistake.
/// @return the failure of `new_classes`, to be completed with the rows that hold them; null when it is kept.
base::Failure* judge_drift(const Question& question, const DriftMeasures& measures, const DriftPlaces& places,
                           base::CheckResult& result);

}  // namespace assay::expect::detail
