#include <assay/train/detail/fault_hooks.hpp>
#include <assay/train/detail/fault_parts.hpp>
#include <assay/train/detail/random_state.hpp>

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

namespace assay::train::detail {
namespace {

using FaultClock = std::chrono::steady_clock;

/// Waits for something that never happens, as a lock that nobody gives back.
void wait_forever() {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  never.wait(lock, [] { return false; });
}

FaultHooks step_hangs(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.after_step = [steps = 0](Recipe&) mutable {
    constexpr int kBefore = 3;
    if (++steps > kBefore) {
      wait_forever();
    }
  };
  return hooks;
}

FaultHooks step_slow(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  auto began = std::make_shared<FaultClock::time_point>();
  hooks.before_step = [began](Recipe&) { *began = FaultClock::now(); };
  hooks.after_step = [began](Recipe&) {
    constexpr int kTimes = 4;  // as long again
    const FaultClock::time_point done = FaultClock::now();
    const FaultClock::time_point until = done + (done - *began) * kTimes;
    while (FaultClock::now() < until) {
    }
  };
  return hooks;
}

FaultHooks graphs_kept(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.learns = [all = std::vector<at::Tensor>()](Recipe& faulty, const Batch& batch) mutable {
    all.push_back(faulty.loss(batch));
    all.back().backward({}, /*retain_graph=*/true);
    return all.back();
  };
  return hooks;
}

FaultHooks memory_leaks(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.after_step = [all = std::vector<at::Tensor>()](Recipe&) mutable {
    constexpr std::int64_t kBytes = 1 << 18;
    all.push_back(torch::zeros({kBytes}, torch::kByte));
  };
  return hooks;
}

FaultHooks random_numbers_reseeded(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.before_step = [](Recipe&) { seed_random_numbers(42); };
  return hooks;
}

/// LibTorch's default type for the life of a recipe, then what it was.
class DefaultType {
 public:
  DefaultType() : before_(torch::get_default_dtype()) {}
  ~DefaultType() { torch::set_default_dtype(before_); }
  DefaultType(const DefaultType&) = delete;
  DefaultType& operator=(const DefaultType&) = delete;

 private:
  caffe2::TypeMeta before_;
};

FaultHooks default_type_changed(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.after_step = [type = std::make_shared<DefaultType>()](Recipe&) {
    torch::set_default_dtype(caffe2::TypeMeta::Make<double>());
  };
  return hooks;
}

FaultHooks threads_changed(const RecipeSettings& /*settings*/) {
  FaultHooks hooks;
  hooks.after_step = [](Recipe&) { at::set_num_threads(at::get_num_threads() == 1 ? 2 : 1); };
  return hooks;
}

constexpr std::array kProcessFaults = {
    PlannedFault{{"step_hangs", "the fourth step never returns", "pytorch#1355", /*ends=*/false}, &step_hangs},
    PlannedFault{{"step_slow", "every step takes 5 times as long", "open-edge-platform/geti#5958"}, &step_slow},
    PlannedFault{{"graphs_kept", "the graph of every step is kept, with all that it holds", "thuml/AutoTimes#21"},
                 &graphs_kept},
    PlannedFault{{"memory_leaks", "a quarter of a mebibyte is kept at every step", "visionml/pytracking#313"},
                 &memory_leaks},
    PlannedFault{
        {"random_numbers_reseeded", "every step starts LibTorch's generator from one seed", "pytorch#5059, Lightning"},
        &random_numbers_reseeded},
    PlannedFault{{"default_type_changed", "a step makes float64 LibTorch's default type", "review"},
                 &default_type_changed},
    PlannedFault{{"threads_changed", "a step changes LibTorch's number of threads", "review"}, &threads_changed},
};

}  // namespace

std::span<const PlannedFault> process_faults() noexcept { return kProcessFaults; }

}  // namespace assay::train::detail
