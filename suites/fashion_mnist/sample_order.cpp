#include <assay/base/error.hpp>
#include <assay/base/seed.hpp>

#include <fashion_mnist/sample_order.hpp>
#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace assay::suites {
namespace {

/// A number below `bound`, each as likely. The standard's own distributions differ between libraries.
std::uint64_t draw_below(std::mt19937_64& generator, std::uint64_t bound) {
  const std::uint64_t surplus = (std::numeric_limits<std::uint64_t>::max() % bound + 1) % bound;
  std::uint64_t drawn = generator();
  while (drawn > std::numeric_limits<std::uint64_t>::max() - surplus) {
    drawn = generator();
  }
  return drawn % bound;
}

}  // namespace

SampleOrder::SampleOrder(std::uint64_t seed, std::uint64_t samples, std::uint64_t batch_size)
    : seed_(seed), batch_size_(batch_size) {
  if (batch_size == 0 || batch_size > samples || samples > std::numeric_limits<std::uint32_t>::max()) {
    throw base::UserError(fmt::format("a batch of {} samples cannot be taken from {}", batch_size, samples));
  }
  order_.resize(static_cast<std::size_t>(samples));
  shuffle(0);
}

std::uint64_t SampleOrder::batches_per_epoch() const noexcept { return order_.size() / batch_size_; }

std::vector<std::uint32_t> SampleOrder::batch(std::uint64_t index) {
  if (const std::uint64_t epoch = index / batches_per_epoch(); epoch != epoch_) {
    shuffle(epoch);
  }
  const auto first = order_.begin() + static_cast<std::ptrdiff_t>(index % batches_per_epoch() * batch_size_);
  return {first, first + static_cast<std::ptrdiff_t>(batch_size_)};
}

void SampleOrder::shuffle(std::uint64_t epoch) {
  std::mt19937_64 generator(base::derive_seed(base::derive_seed(seed_, "sample order") + epoch, "epoch"));
  std::iota(order_.begin(), order_.end(), 0U);
  for (std::size_t last = order_.size() - 1; last > 0; --last) {
    std::swap(order_[last], order_[static_cast<std::size_t>(draw_below(generator, last + 1))]);
  }
  epoch_ = epoch;
}

}  // namespace assay::suites
