#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/detail/checked.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/row_readers.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::hdf5 {
namespace {

constexpr std::uint64_t kChunkedBytes = std::uint64_t{1} << 20U;
constexpr std::uint64_t kContiguousBytes = std::uint64_t{256} << 10U;
// What a text or sequence of variable length is taken to need.
constexpr std::uint64_t kVariableBytes = 64;

/// The larger of a row's stored and decoded sizes; none when it cannot be counted.
std::optional<std::uint64_t> bytes_of_row(const Dataset::State& dataset) {
  const detail::RowFormat& format = *dataset.format;
  const bool variable = dataset.type.size == 0;
  const std::uint64_t element = variable ? kVariableBytes * std::max<std::uint64_t>(format.parts, 1)
                                         : std::max(format.layout.stored_size, format.layout.decoded_size);
  return detail::checked_product(format.row_elements, element);
}

std::uint64_t rows_for_chunks(std::uint64_t chunk_rows, std::uint64_t row_bytes) {
  const auto slab = detail::checked_product(chunk_rows, row_bytes);
  if (slab && *slab <= BlockSource::kMostBlockBytes) {
    return chunk_rows * std::max<std::uint64_t>(1, kChunkedBytes / std::max<std::uint64_t>(*slab, 1));
  }
  // Even parts of the chunk, none above the most.
  const std::uint64_t most = std::max<std::uint64_t>(1, BlockSource::kMostBlockBytes / row_bytes);
  const std::uint64_t parts = (chunk_rows - 1) / most + 1;
  return (chunk_rows - 1) / parts + 1;
}

}  // namespace

struct RawBlock::State {
  std::uint64_t first_row = 0;
  std::uint64_t rows = 0;
  std::unique_ptr<detail::PendingRows> pending;
};

RawBlock::RawBlock() = default;
RawBlock::~RawBlock() = default;
RawBlock::RawBlock(RawBlock&&) noexcept = default;
RawBlock& RawBlock::operator=(RawBlock&&) noexcept = default;
RawBlock::RawBlock(std::unique_ptr<State> state) : state_(std::move(state)) {}

std::uint64_t RawBlock::first_row() const noexcept { return state_ == nullptr ? 0 : state_->first_row; }
std::uint64_t RawBlock::rows() const noexcept { return state_ == nullptr ? 0 : state_->rows; }

tl::expected<Block, Problem> RawBlock::decode() const {
  Block block;
  auto done = decode_into(block);
  return done ? tl::expected<Block, Problem>(std::move(block)) : tl::unexpected(std::move(done.error()));
}

tl::expected<void, Problem> RawBlock::decode_into(Block& block) const {
  block.first_row = first_row();
  block.rows = rows();
  block.lengths.clear();
  block.unwritten.clear();
  if (state_ == nullptr) {
    block.bytes.clear();
    block.texts.clear();
    return {};
  }
  return state_->pending->decode(block);
}

struct BlockSource::State {
  std::shared_ptr<const Dataset::State> dataset;
  std::uint64_t rows_per_block = 1;
  std::uint64_t next_row = 0;
  bool ended = false;
  std::unique_ptr<detail::RowReader> reader;
};

BlockSource::BlockSource(const Dataset& dataset, std::uint64_t rows_per_block) : state_(std::make_unique<State>()) {
  state_->dataset = dataset.state().shared_from_this();
  state_->rows_per_block = rows_per_block == 0 ? natural_rows(dataset) : rows_per_block;
}
BlockSource::~BlockSource() = default;
BlockSource::BlockSource(BlockSource&&) noexcept = default;
BlockSource& BlockSource::operator=(BlockSource&&) noexcept = default;

std::uint64_t BlockSource::natural_rows(const Dataset& dataset) {
  const Dataset::State& state = dataset.state();
  const std::uint64_t total = std::max<std::uint64_t>(state.rows, 1);
  const auto row_bytes = bytes_of_row(state);
  if (!row_bytes) {
    return 1;
  }
  if (*row_bytes == 0) {
    return total;
  }
  const std::uint64_t rows = state.grid ? rows_for_chunks(std::min(state.grid->slab_rows(), total), *row_bytes)
                                        : kContiguousBytes / *row_bytes;
  return std::clamp<std::uint64_t>(rows, 1, total);
}

void BlockSource::skip_to(std::uint64_t row) noexcept { state_->next_row = std::max(state_->next_row, row); }

tl::expected<std::optional<RawBlock>, Problem> BlockSource::next() {
  if (state_->ended) {
    return std::nullopt;
  }
  const Dataset::State& dataset = *state_->dataset;
  detail::prepare_library();
  if (state_->reader == nullptr) {
    state_->ended = true;  // until all is found to be well
    auto reader = detail::choose_reader(state_->dataset);
    if (!reader) {
      return tl::unexpected(std::move(reader.error()));
    }
    state_->reader = *std::move(reader);
    const auto row_bytes = bytes_of_row(dataset);
    const auto block_bytes =
        row_bytes ? detail::checked_product(*row_bytes, std::min(state_->rows_per_block, dataset.rows)) : std::nullopt;
    if (!block_bytes || *block_bytes > kMostRowBytes) {
      return tl::unexpected(dataset.format->origin.unreadable(
          fmt::format("{} rows of it claim more than {} bytes, which is not read at once",
                      std::min(state_->rows_per_block, dataset.rows), kMostRowBytes)));
    }
    state_->ended = false;
  }
  if (state_->next_row >= dataset.rows) {
    state_->ended = true;
    return std::nullopt;
  }
  const std::uint64_t first = state_->next_row;
  const std::uint64_t rows = std::min(state_->rows_per_block, dataset.rows - first);
  auto pending = state_->reader->read(first, rows);
  if (!pending) {
    state_->ended = true;
    return tl::unexpected(std::move(pending.error()));
  }
  state_->next_row = first + rows;
  auto block = std::make_unique<RawBlock::State>();
  *block = {.first_row = first, .rows = rows, .pending = *std::move(pending)};
  return RawBlock(std::move(block));
}

}  // namespace assay::hdf5
