#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace assay::train::detail {

/// State of LibTorch's default CPU generator. Never through `torch::manual_seed`: that settles for the life of the
/// process that there is no CUDA.
[[nodiscard]] at::Tensor random_state();
void set_random_state(const at::Tensor& state);
void seed_random_numbers(std::uint64_t seed);

/// For its life LibTorch runs with this many threads and its generator starts from the seed; both are put back, and so
/// is the default floating-point type.
class Session {
 public:
  Session(std::uint64_t seed, unsigned threads);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  at::Tensor state_before_;
  int threads_before_;
  at::ScalarType type_before_;
};

}  // namespace assay::train::detail
