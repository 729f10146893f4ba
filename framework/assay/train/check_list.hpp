#pragma once

#include <assay/suite/memorize_case.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assay::train {

class Check;

/// What a check's verdict rests on; also the order in which they are judged and believed.
enum class CheckKind {
  kStructural,    ///< which tensors are where: exact
  kDifferential,  ///< two computations that must agree: exact up to rounding
  kStatistical,   ///< a band that a healthy run leaves with some small chance
  kCost,          ///< counts and sizes of what a step uses
};

/// `structural`, `differential`, `statistical`, `cost`.
[[nodiscard]] std::string_view to_text(CheckKind kind) noexcept;

/// What `checks = { <id> = ... }` says: `false` switches a check off, `true` makes an informational one count, a number
/// sets its tolerance.
struct CheckSetting {
  bool judged = false;  ///< `true` or a number was written
  std::optional<double> tolerance;
};

/// How one of the checks of `suite::memorize_checks` is made and judged; what has to hold is said there.
struct CheckDescription {
  std::string_view id;
  CheckKind kind;
  std::string_view source;     ///< where its criterion and tolerance come from
  std::string_view needs;      ///< what has to be declared for it to judge; empty: nothing
  std::string_view tolerance;  ///< what a number sets; empty: it takes none
  /// Makes the check for one run.
  std::unique_ptr<Check> (*make)(const CheckSetting&);
};

/// All checks of a memorisation test in the order in which they are judged.
[[nodiscard]] std::span<const CheckDescription> built_in_checks() noexcept;

/// A check that is switched on, for one run.
struct ActiveCheck {
  const CheckDescription* description;
  std::unique_ptr<Check> check;
};

/// The checks of one run, in the order of `built_in_checks`.
/// @throws UserError for unknown names (with the nearest), for settings of another
/// kind than a truth value or a positive finite number, and for a number where the check takes none.
[[nodiscard]] std::vector<ActiveCheck> make_checks(const suite::FreeTable& settings);

}  // namespace assay::train
