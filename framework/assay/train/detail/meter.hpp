#pragma once

#include <assay/base/check_result.hpp>

#include <cstdint>
#include <vector>

namespace assay::train::detail {

/// What a run costs: the built-in measures, `@step_time` and the others of docs/reference.md. Wall and processor time
/// count from its construction.
class Meter {
 public:
  Meter();

  void begin_step();
  void end_step();

  [[nodiscard]] double seconds() const;
  /// The median of all steps but the first; of the first when there is no other, 0 before it.
  [[nodiscard]] double median_step_seconds() const;
  /// Steps over the time spent inside of steps; 0 before the first.
  [[nodiscard]] double steps_per_second() const;
  /// `@first_step @step_time @steps_per_second @wall_time @cpu_time @peak_memory`. `@first_step` is the time from the
  /// start to the end of the first step, `@step_time` the median of the later ones (of all when there is only one);
  /// `@cpu_time` and `@peak_memory` are those of the process.
  [[nodiscard]] std::vector<base::Measurement> measurements() const;

 private:
  std::int64_t start_ns_;
  std::int64_t cpu_start_ns_;
  std::int64_t step_start_ns_ = 0;
  std::int64_t first_step_ns_ = 0;
  std::vector<std::int64_t> steps_ns_;
};

}  // namespace assay::train::detail
