#pragma once

#include <cstdint>
#include <vector>

namespace assay::suites {

/// Which samples stand in which batch of a training run, as a function of a seed alone: each epoch is a new permutation
/// of all samples, cut into whole batches. Samples that fill no whole batch at its end are left out of that epoch, so
/// that no batch holds a sample twice. The same on every machine; batches can be asked for in any order.
class SampleOrder {
 public:
  /// @throws base::UserError unless 1 <= batch_size <= samples < 2^32.
  SampleOrder(std::uint64_t seed, std::uint64_t samples, std::uint64_t batch_size);

  [[nodiscard]] std::uint64_t batches_per_epoch() const noexcept;

  /// Numbers of the samples of batch `index`, counted from 0 through all epochs.
  [[nodiscard]] std::vector<std::uint32_t> batch(std::uint64_t index);

 private:
  void shuffle(std::uint64_t epoch);

  std::uint64_t seed_;
  std::uint64_t batch_size_;
  std::uint64_t epoch_ = 0;           ///< of `order_`
  std::vector<std::uint32_t> order_;  ///< all samples
};

}  // namespace assay::suites
