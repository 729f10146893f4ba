#include <assay/hdf5/detail/chunk_presence.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/slab.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

namespace assay::hdf5::detail {

Slab::Slab(std::shared_ptr<ChunkDecoding> decoding, std::uint64_t first_row)
    : decoding_(std::move(decoding)),
      first_row_(first_row),
      rows_(decoding_->grid.rows_of_slab(first_row)),
      bytes_(decoding_->pool.take()) {}

Slab::~Slab() { decoding_->pool.give(std::move(bytes_)); }

std::optional<std::string> Slab::add_chunk(const Dataset::State& dataset, std::uint64_t tile,
                                           const std::vector<std::uint64_t>& origin, std::uint64_t size) {
  const ChunkDecoding& how = *decoding_;
  const std::uint64_t chunk_bytes = how.grid.chunk_elements() * how.format->layout.stored_size;
  // The chunk's own filter mask is known only after reading it, so first with whichever filters let it be largest.
  if (size > chunk_bytes * 2 + 8192) {
    return how.filters.implausible(size, chunk_bytes, 0);
  }
  Chunk chunk{.tile = tile, .offset = used_, .size = size};
  used_ += size;
  if (bytes_.size() < used_) {
    bytes_.resize(used_);
  }
  const std::vector<hsize_t> at(origin.begin(), origin.end());
  if (H5Dread_chunk(dataset.dataset.get(), H5P_DEFAULT, at.data(), &chunk.skipped_filters,
                    bytes_.data() + chunk.offset) < 0) {
    return "it cannot be read: " + error_text();
  }
  if (how.partial_chunks_unfiltered && how.grid.is_partial(first_row_, tile)) {
    chunk.skipped_filters = std::numeric_limits<std::uint32_t>::max();
  }
  chunks_.push_back(chunk);
  return how.filters.implausible(size, chunk_bytes, chunk.skipped_filters);
}

tl::expected<std::shared_ptr<Slab>, Problem> Slab::read(const Dataset::State& dataset,
                                                        std::shared_ptr<ChunkDecoding> decoding,
                                                        std::uint64_t first_row) {
  const std::shared_ptr<Slab> slab(new Slab(std::move(decoding), first_row));
  const ChunkGrid& grid = slab->decoding_->grid;
  for (std::uint64_t tile = 0; tile < grid.tiles(); ++tile) {
    const auto origin = grid.origin(first_row, tile);
    const auto size = stored_chunk_size(dataset, origin);
    std::optional<std::string> trouble;
    if (!size) {
      trouble = size.error();
    } else if (*size == 0) {
      slab->absent_.push_back(tile);
    } else {
      trouble = slab->add_chunk(dataset, tile, origin, *size);
    }
    if (trouble) {
      return tl::unexpected(dataset.format->origin.unreadable(chunk_text(origin, *trouble)));
    }
  }
  return slab;
}

tl::expected<void, Problem> Slab::decode(std::byte* target) const {
  const ChunkDecoding& how = *decoding_;
  const Layout& layout = how.format->layout;
  const std::size_t chunk_bytes = how.grid.chunk_elements() * layout.stored_size;
  const bool straight = how.grid.is_whole_rows() && layout.is_copy() && rows_ == how.grid.slab_rows();
  Scratch scratch;
  for (const Chunk& chunk : chunks_) {
    const std::span stored(bytes_.data() + chunk.offset, chunk.size);
    const auto raw = how.filters.undo(stored, chunk_bytes, chunk.skipped_filters, scratch, straight ? target : nullptr);
    if (!raw) {
      const auto origin = how.grid.origin(first_row_, chunk.tile);
      return tl::unexpected(how.format->origin.unreadable(chunk_text(origin, raw.error())));
    }
    if (raw->data() == target) {
      continue;
    }
    how.grid.for_each_run(chunk.tile, 0, rows_, [&](const ChunkGrid::Run& run) {
      layout.decode(raw->data() + run.in_chunk * layout.stored_size, target + run.in_rows * layout.decoded_size,
                    run.length);
    });
  }
  for (const std::uint64_t tile : absent_) {
    how.grid.for_each_run(tile, 0, rows_,
                          [&](const ChunkGrid::Run& run) { how.format->put_fill(target, run.in_rows, run.length); });
  }
  return {};
}

tl::expected<void, Problem> Slab::copy_rows(std::uint64_t skip, std::uint64_t rows, std::byte* target) {
  const std::size_t row_bytes = decoding_->format->row_bytes();
  std::call_once(decoded_once_, [&] {
    decoded_.resize(rows_ * row_bytes);
    if (auto done = decode(decoded_.data()); !done) {
      problem_ = std::move(done.error());
    }
  });
  if (problem_) {
    return tl::unexpected(*problem_);
  }
  std::memcpy(target, decoded_.data() + skip * row_bytes, rows * row_bytes);
  return {};
}

void Slab::mark_unwritten(std::uint64_t skip, std::uint64_t rows, std::uint64_t block_row, Block& block) const {
  const std::uint64_t first = block_row * decoding_->format->row_elements;
  for (const std::uint64_t tile : absent_) {
    decoding_->grid.for_each_run(tile, skip, rows, [&](const ChunkGrid::Run& run) {
      decoding_->format->mark_unwritten(block, first + run.in_rows, run.length);
    });
  }
}

}  // namespace assay::hdf5::detail
