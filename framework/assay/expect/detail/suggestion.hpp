#pragma once

#include <assay/expect/detail/data_profile.hpp>

#include <cstddef>
#include <string>

namespace assay::expect::detail {

/// Where a suggested suite comes from and stands.
struct SuggestionSource {
  std::string data;   ///< the file as the suite names it, relative to the suite
  std::string shown;  ///< the file as the user named it
  std::string date;   ///< `2026-11-30`
  std::string tool;   ///< `assay 0.1.0`
};

/// The text of a suite, and how many cases it has.
struct Suggestion {
  std::string text;
  std::size_t cases = 0;
};

/// A `suite.toml` whose limits the profiled data keep, loose by the rules that stand in its head. What the
/// data cannot support is left out, and a comment says why: too few rows, constants, nothing present, numbers that the
/// next data need not keep to.
[[nodiscard]] Suggestion suggest_suite(const DataProfile& profile, const SuggestionSource& source);

}  // namespace assay::expect::detail
