#include <assay/base/error.hpp>
#include <assay/expect/detail/row_window.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace assay::expect::detail {

RowWindow::RowWindow(const Structure& structure, OnRead on_read)
    : structure_(&structure), on_read_(std::move(on_read)) {}

std::optional<Trouble> RowWindow::refill() {
  while (true) {
    if (!blocks_) {
      if (shard_ == structure_->stored().shards.size()) {
        throw base::InternalError("more rows were asked for than there are: " + structure_->path);
      }
      auto dataset = open_unchanged(*structure_, shard_++, on_read_);
      if (!dataset) return dataset.error();
      dataset_ = std::move(*dataset);
      blocks_.emplace(*dataset_);
    }
    auto raw = blocks_->next();
    if (!raw) return trouble_of(raw.error());
    if (!*raw) {
      blocks_.reset();
      continue;
    }
    const Selection* selection = structure_->selection.get();
    const std::uint64_t first = structure_->stored().shards[shard_ - 1].first_row + (*raw)->first_row();
    // Nothing is decoded for rows that nobody wants.
    if (selection != nullptr && selection->within(first, (*raw)->rows()).rows == 0) continue;
    if (const auto decoded = (*raw)->decode_into(selection == nullptr ? block_ : read_); !decoded) {
      return Trouble{Trouble::Kind::kUnreadable, decoded.error().message};
    }
    if (selection != nullptr) selection->select(read_, first, structure_->type.size, block_);
    used_ = 0;
    return std::nullopt;
  }
}

void RowWindow::move_rows(std::uint64_t rows, hdf5::Block& to) {
  const std::uint64_t elements = structure_->row_elements;
  const std::uint64_t size = structure_->type.size;
  const auto begin = static_cast<std::ptrdiff_t>(used_ * elements);
  const auto count = static_cast<std::ptrdiff_t>(rows * elements);
  const auto move_part = [&](auto& from, auto& into, std::uint64_t width) {
    if (from.empty()) return;
    const auto first = from.begin() + begin * static_cast<std::ptrdiff_t>(width);
    std::move(first, first + count * static_cast<std::ptrdiff_t>(width), std::back_inserter(into));
  };
  move_part(block_.bytes, to.bytes, size);
  move_part(block_.texts, to.texts, 1);
  move_part(block_.lengths, to.lengths, 1);
  const std::uint64_t offset = to.rows * elements;
  for (const auto& [from, until] : block_.unwritten) {
    const std::uint64_t low = std::max(from, used_ * elements);
    const std::uint64_t high = std::min(until, (used_ + rows) * elements);
    if (low < high) to.unwritten.emplace_back(low - used_ * elements + offset, high - used_ * elements + offset);
  }
  to.rows += rows;
  used_ += rows;
}

tl::expected<hdf5::Block, Trouble> RowWindow::take(std::uint64_t rows) {
  hdf5::Block piece;
  while (piece.rows < rows) {
    if (used_ == block_.rows) {
      if (const auto trouble = refill()) return tl::unexpected(*trouble);
    }
    move_rows(std::min(rows - piece.rows, block_.rows - used_), piece);
  }
  return piece;
}

}  // namespace assay::expect::detail
