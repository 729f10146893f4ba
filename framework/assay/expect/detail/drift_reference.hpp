#pragma once

#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/drift_measures.hpp>
#include <assay/expect/detail/further_pass.hpp>

#include <tl/expected.hpp>

#include <functional>
#include <optional>
#include <string>

namespace assay::expect::detail {

/// What the data of a `drift` check are compared with. All but `place` is asked once the passes have run.
struct DriftReference {
  std::string place;                                      ///< `/x in old.h5`
  std::function<std::optional<Trouble>()> trouble;        ///< why there is no answer
  std::function<std::string()> emptiness;                 ///< why there is no data; empty when there is
  std::function<std::optional<DriftMeasures>()> measure;  ///< none: there are too many classes
  /// Lists the elements of new classes in the failure.
  std::function<void(const FurtherPass& pass, base::Failure& failure)> point;
  double uncertainty = 0;  ///< no cumulative share of the reference is off by more
};

/// Another dataset, compared exactly: both are kept as quantiles keep them.
[[nodiscard]] tl::expected<DriftReference, Trouble> data_reference(const DataQuestion& data, const DatasetKey& key,
                                                                   Planner& planner);

/// A column of a stored profile, compared at its resolution: exactly while it counts every value.
[[nodiscard]] tl::expected<DriftReference, Trouble> profile_reference(const DataQuestion& data, const DatasetKey& key);

}  // namespace assay::expect::detail
