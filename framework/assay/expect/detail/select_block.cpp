#include <assay/expect/detail/selection.hpp>

#include <algorithm>

namespace assay::expect::detail {

template <class Copy>
void Selection::for_each_run(Copy&& copy) const {
  if (levels_.empty()) return copy(static_cast<std::int64_t>(offset_), Level{1, 1});
  const std::size_t outer = levels_.size() - 1;
  if (std::any_of(levels_.begin(), levels_.end(), [](const Level& level) { return level.count == 0; })) return;
  std::vector<std::uint64_t> at(outer, 0);
  auto from = static_cast<std::int64_t>(offset_);
  while (true) {
    copy(from, levels_.back());
    std::size_t level = outer;
    while (level > 0) {
      --level;
      from += levels_[level].stride;
      if (++at[level] < levels_[level].count) break;
      from -= levels_[level].stride * static_cast<std::int64_t>(levels_[level].count);
      at[level] = 0;
      if (level == 0) return;
    }
    if (outer == 0) return;
  }
}

template <class Take>
void Selection::for_each_row(std::uint64_t first_stored, std::uint64_t stored_rows, Take&& take) const {
  const std::uint64_t until = rows_.before(first_stored + stored_rows);
  for (std::uint64_t i = rows_.before(first_stored); i < until; ++i) take(rows_.row(i) - first_stored);
}

namespace {

template <std::size_t kSize>
void take_strided(const std::byte* from, std::int64_t stride, std::uint64_t count, std::byte* to) {
  for (std::uint64_t i = 0; i < count; ++i) {
    std::copy_n(from, kSize, to);
    from += stride * static_cast<std::int64_t>(kSize);
    to += kSize;
  }
}

void take_strided(const std::byte* from, std::int64_t stride, std::uint64_t count, std::size_t size, std::byte* to) {
  switch (size) {
    case 1:
      return take_strided<1>(from, stride, count, to);
    case 2:
      return take_strided<2>(from, stride, count, to);
    case 4:
      return take_strided<4>(from, stride, count, to);
    case 8:
      return take_strided<8>(from, stride, count, to);
    default:
      break;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    std::copy_n(from, size, to);
    from += stride * static_cast<std::int64_t>(size);
    to += size;
  }
}

}  // namespace

void Selection::select_bytes(std::span<const std::byte> from, std::uint64_t first_stored, std::uint64_t stored_rows,
                             std::size_t size, std::vector<std::byte>& to) const {
  const Run run = within(first_stored, stored_rows);
  to.resize(run.rows * row_elements() * size);
  if (to.empty()) return;
  if (const auto place = column(); place && !rows_.sampled()) {
    // One element a row, and rows at one distance from each other.
    const std::uint64_t first = rows_.row(run.first);
    const std::uint64_t step = run.rows > 1 ? rows_.row(run.first + 1) - first : 1;
    take_strided(from.data() + ((first - first_stored) * stored_elements_ + *place) * size,
                 static_cast<std::int64_t>(step * stored_elements_), run.rows, size, to.data());
    return;
  }
  std::byte* next = to.data();
  for_each_row(first_stored, stored_rows, [&](std::uint64_t row) {
    const std::byte* begin = from.data() + row * stored_elements_ * size;
    for_each_run([&](std::int64_t at, const Level& level) {
      const std::byte* first = begin + at * static_cast<std::int64_t>(size);
      if (level.stride == 1) {
        std::copy_n(first, level.count * size, next);
      } else {
        take_strided(first, level.stride, level.count, size, next);
      }
      next += level.count * size;
    });
  });
}

void Selection::select(const hdf5::Block& from, std::uint64_t first_stored, std::size_t element_size,
                       hdf5::Block& to) const {
  const Run run = within(first_stored, from.rows);
  to.first_row = run.first;
  to.rows = run.rows;
  const auto take_all = [&](const auto& values, auto& selected) {
    selected.clear();
    if (values.empty()) return;
    for_each_row(first_stored, from.rows, [&](std::uint64_t row) {
      const auto begin = static_cast<std::int64_t>(row * stored_elements_);
      for_each_run([&](std::int64_t at, const Level& level) {
        for (std::uint64_t i = 0; i < level.count; ++i) {
          selected.push_back(
              values[static_cast<std::size_t>(begin + at + static_cast<std::int64_t>(i) * level.stride)]);
        }
      });
    });
  };
  take_all(from.texts, to.texts);
  take_all(from.lengths, to.lengths);
  to.bytes.clear();
  if (from.texts.empty() && from.lengths.empty())
    select_bytes(from.bytes, first_stored, from.rows, element_size, to.bytes);
  to.unwritten.clear();
  if (from.unwritten.empty()) return;
  std::vector<std::byte> marks(from.rows * stored_elements_);
  for (const auto& [begin, end] : from.unwritten) {
    std::fill(marks.begin() + static_cast<std::ptrdiff_t>(begin), marks.begin() + static_cast<std::ptrdiff_t>(end),
              std::byte{1});
  }
  std::vector<std::byte> selected;
  select_bytes(marks, first_stored, from.rows, 1, selected);
  for (std::size_t i = 0; i < selected.size(); ++i) {
    if (selected[i] == std::byte{0}) continue;
    if (!to.unwritten.empty() && to.unwritten.back().second == i) {
      ++to.unwritten.back().second;
    } else {
      to.unwritten.emplace_back(i, i + 1);
    }
  }
}

}  // namespace assay::expect::detail
