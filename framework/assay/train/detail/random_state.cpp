#include <assay/train/detail/random_state.hpp>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <mutex>

namespace assay::train::detail {

at::Tensor random_state() {
  at::Generator generator = at::detail::getDefaultCPUGenerator();
  const std::scoped_lock lock(generator.mutex());
  return generator.get_state();
}

void set_random_state(const at::Tensor& state) {
  at::Generator generator = at::detail::getDefaultCPUGenerator();
  const std::scoped_lock lock(generator.mutex());
  generator.set_state(state);
}

void seed_random_numbers(std::uint64_t seed) {
  at::Generator generator = at::detail::getDefaultCPUGenerator();
  const std::scoped_lock lock(generator.mutex());
  generator.set_current_seed(seed);
}

Session::Session(std::uint64_t seed, unsigned threads)
    : state_before_(random_state()), threads_before_(at::get_num_threads()) {
  at::set_num_threads(static_cast<int>(std::clamp(threads, 1U, 1024U)));
  seed_random_numbers(seed);
}

Session::~Session() {
  at::set_num_threads(threads_before_);
  set_random_state(state_before_);
}

}  // namespace assay::train::detail
