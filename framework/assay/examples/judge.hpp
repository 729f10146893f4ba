#pragma once

#include <assay/examples/example_suite.hpp>
#include <assay/examples/predictions.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::examples {

enum class Outcome : std::uint8_t {
  kPass,     ///< the answer is the label
  kFail,     ///< it is another class
  kMissing,  ///< there is no answer
  kInvalid,  ///< the answer is none (a score that is not finite), or the example cannot be judged; never a pass
};

/// `pass`, `fail`, `missing`, `invalid`.
[[nodiscard]] std::string_view to_text(Outcome outcome) noexcept;

/// Outcomes of some examples, counted.
struct Tally {
  std::uint64_t pass = 0;
  std::uint64_t fail = 0;
  std::uint64_t missing = 0;
  std::uint64_t invalid = 0;

  void add(Outcome outcome) noexcept;
  [[nodiscard]] std::uint64_t total() const noexcept { return pass + fail + missing + invalid; }
  /// Share of passes among all of them, missing and invalid ones included; NaN of none, so that no limit holds.
  [[nodiscard]] double accuracy() const noexcept;
};

/// Changes against a baseline, over examples that are `pass` or `fail` in both.
struct Flips {
  std::uint64_t compared = 0;
  std::vector<std::size_t> negative;  ///< rows that passed in the baseline and fail now
  std::vector<std::size_t> positive;  ///< rows that failed and pass now
  double mcnemar_p = 1;               ///< see mcnemar.hpp
};

struct Judgement {
  bool passed = false;                 ///< false as well when nothing decides
  bool decides = false;                ///< there is at least one example that could fail the suite
  std::vector<Outcome> outcomes;       ///< in the order of the suite
  std::vector<std::size_t> offenders;  ///< rows that failed the suite, rising
  Tally all;
  std::vector<Tally> tags;  ///< in the order of ExampleSuite::tags
  std::optional<Flips> flips;
};

/// Judges a model's answers: `passed` unless a gate is not `pass`, an xfail is `pass`, or an xfail whose `xfail_until`
/// is before `today` is not `pass`. Report-only and quarantined examples never decide.
/// @param baseline the answers of an earlier model for the same suite, or null
/// @param today `YYYY-MM-DD` in UTC
/// @throws base::UserError when the baseline has no example of the suite
[[nodiscard]] Judgement judge(const ExampleSuite& suite, const Predictions& predictions, const Predictions* baseline,
                              std::string_view today);

}  // namespace assay::examples
