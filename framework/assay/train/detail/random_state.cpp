#include <assay/train/detail/random_state.hpp>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <c10/core/DefaultDtype.h>
#include <c10/core/ScalarTypeToTypeMeta.h>

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
    : state_before_(random_state()),
      threads_before_(at::get_num_threads()),
      type_before_(c10::get_default_dtype_as_scalartype()) {
  at::set_num_threads(static_cast<int>(std::clamp(threads, 1U, 1024U)));
  seed_random_numbers(seed);
}

Session::~Session() {
  at::set_num_threads(threads_before_);
  c10::set_default_dtype(c10::scalarTypeToTypeMeta(type_before_));
  set_random_state(state_before_);
}

}  // namespace assay::train::detail
