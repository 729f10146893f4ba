#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace assay::train::detail {
namespace {

/// Bytes that the process has allocated and not freed, in all arenas and maps of the C library.
std::int64_t live_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

class MemoryGrowth : public Check {
 public:
  explicit MemoryGrowth(double tolerance) : tolerance_(tolerance) { live_.reserve(kLast - kFirst + 1); }

  void after_step(const CheckContext& /*context*/, const StepView& view) override {
    if (view.step >= kFirst && view.step <= kLast) {
      live_.push_back(live_bytes());
    }
  }

  [[nodiscard]] std::uint64_t tail(std::uint64_t reached) const override {
    // Enough to tell a slope from the odd buffer that grows by doubling.
    return reached >= kFirst + kFewest ? 0 : kFirst + kFewest - reached + 1;
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    if (live_.size() < kFewest) {
      return not_run("memory_growth", fmt::format("the run ended before its step {}", kFirst + kFewest));
    }
    std::vector<std::int64_t> growth;
    for (std::size_t i = 1; i < live_.size(); ++i) {
      growth.push_back(live_[i] - live_[i - 1]);
    }
    std::sort(growth.begin(), growth.end());
    // Three quarters of the steps leave at least this much: what only some leave is a cache or a buffer.
    const std::int64_t each = growth[growth.size() / 4];
    base::CheckResult made = passed("memory_growth");
    if (static_cast<double>(each) > tolerance_) {
      made =
          failed("memory_growth",
                 {failure(fmt::format("each step leaves {} bytes or more behind ({} from step {} to {}): something is "
                                      "kept from step to step, a loss with its graph, a state that is not detached, "
                                      "a list that grows",
                                      each, live_.back() - live_.front(), kFirst, kFirst + live_.size() - 1),
                          fmt::format("<= {} bytes a step", short_text(tolerance_)), each)});
    }
    made.metrics.push_back({"memory_growth", each, "bytes", "lower"});
    return made;
  }

 private:
  static constexpr std::uint64_t kFirst = 6;
  static constexpr std::uint64_t kLast = 45;
  static constexpr std::uint64_t kFewest = 12;
  double tolerance_;
  std::vector<std::int64_t> live_;
};

}  // namespace

std::unique_ptr<Check> make_memory_growth(const CheckSetting& setting) {
  constexpr double kBytes = 256;  // a step's own record of numbers
  return std::make_unique<MemoryGrowth>(setting.tolerance.value_or(kBytes));
}

}  // namespace assay::train::detail
