#include <assay/base/error.hpp>
#include <assay/train/detail/script_sample.hpp>

#include <ATen/TensorOperators.h>
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace assay::train::detail {
namespace {

/// The batch size that is meant. @throws UserError when the data has not so many rows.
std::uint64_t meant_batch_size(const SampleSize& wanted, std::uint64_t rows) {
  constexpr std::uint64_t kUsual = 32;
  constexpr std::uint64_t kMostRows = std::uint64_t{1} << 27U;
  const std::uint64_t batches = wanted.batches;
  if (batches == 0 || batches > kMostRows) {
    throw base::UserError(fmt::format("batches is {}, but has to be from 1 to {}", batches, kMostRows));
  }
  const std::uint64_t there = std::max<std::uint64_t>(rows / batches, 1);
  const std::uint64_t size = wanted.batch_size > 0 ? wanted.batch_size : std::min(kUsual, there);
  if (size > kMostRows / batches || size * batches > rows) {
    throw base::UserError(
        fmt::format("{} batches of {} examples are asked for, but the data has {} rows, of which {} can be taken",
                    batches, size, rows, std::min(rows, kMostRows)));
  }
  return size;
}

/// Numbers of uint64 beyond int64 would come out negative.
void refuse_wrapped(const at::Tensor& stored, const ShardedDataset& source) {
  if (stored.scalar_type() == at::ScalarType::UInt64 && stored.to(at::kLong).lt(0).any().item().toBool()) {
    throw base::UserError(
        fmt::format("{}: it holds numbers beyond 2^63 - 1, which LibTorch cannot hold", source.dataset));
  }
}

}  // namespace

Sample read_sample(const ShardedDataset& inputs, const ShardedDataset& targets, const SampleSize& size,
                   const OnDataset& on_read) {
  const std::vector<std::uint64_t> lengths = rows_in_files(inputs, on_read);
  if (lengths != rows_in_files(targets, on_read)) {
    throw base::UserError(fmt::format(
        "{} and {} have unlike numbers of rows, so examples and answers do not belong together; name others with "
        "`inputs` and `targets`",
        inputs.dataset, targets.dataset));
  }
  const std::uint64_t rows = std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0});
  const std::uint64_t batch_size = meant_batch_size(size, rows);
  const std::vector<std::uint64_t> chosen = spread_rows(rows, batch_size * size.batches, size.seed);
  std::vector<std::uint64_t> slots;
  slots.reserve(chosen.size());
  for (std::uint64_t i = 0; i < chosen.size(); ++i) {
    slots.push_back(i % size.batches * batch_size + i / size.batches);
  }
  Sample sample{read_rows(inputs, chosen, slots, on_read), read_rows(targets, chosen, slots, on_read),
                static_cast<std::int64_t>(batch_size)};
  refuse_wrapped(sample.inputs, inputs);
  refuse_wrapped(sample.targets, targets);
  return sample;
}

}  // namespace assay::train::detail
