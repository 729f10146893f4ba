#include <assay/train/process_state.hpp>

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <c10/core/DefaultDtype.h>
#include <c10/core/ScalarType.h>

#include <mutex>

namespace assay::train {

ProcessState ProcessState::now() {
  at::Generator generator = at::detail::getDefaultCPUGenerator();
  const std::scoped_lock lock(generator.mutex());
  return {at::get_num_threads(), c10::toString(c10::get_default_dtype_as_scalartype()), generator.current_seed()};
}

}  // namespace assay::train
