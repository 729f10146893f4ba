#pragma once

#include <assay/base/place.hpp>
#include <assay/suite/case.hpp>

#include <span>
#include <string>
#include <vector>

namespace assay::suite::detail {

/// Data that a case names, and the first place that does.
struct DataUse {
  std::string name;
  base::Place place;
};

/// All data that these cases name, each once, in the order of first use.
[[nodiscard]] std::vector<DataUse> data_names(std::span<const Case* const> cases);

}  // namespace assay::suite::detail
