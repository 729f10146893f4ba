#include <assay/expect/detail/selection.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::expect::detail {

namespace {

using suite::Slice;

struct Resolved {
  std::uint64_t first = 0;
  std::int64_t step = 1;
  std::uint64_t count = 0;
  bool dropped = false;
};

/// One part against its dimension, as NumPy does it: ends beyond the dimension are cut, an index beyond is refused.
tl::expected<Resolved, std::string> resolve_part(const Slice& slice, std::uint64_t extent, std::size_t dimension) {
  const auto size = static_cast<std::int64_t>(extent);
  if (slice.kind == Slice::Kind::kIndex) {
    const std::int64_t index = slice.index < 0 ? slice.index + size : slice.index;
    if (index < 0 || index >= size) {
      return tl::unexpected(fmt::format("dimension {} has {}, so there is no index {}", dimension,
                                        count_text(extent, "position"), slice.index));
    }
    return Resolved{static_cast<std::uint64_t>(index), 1, 1, true};
  }
  const bool forward = slice.step > 0;
  const auto place = [&](std::optional<std::int64_t> end, std::int64_t otherwise) {
    if (!end) return otherwise;
    const std::int64_t from_start = *end < 0 ? *end + size : *end;
    return forward ? std::clamp<std::int64_t>(from_start, 0, size) : std::clamp<std::int64_t>(from_start, -1, size - 1);
  };
  const std::int64_t start = place(slice.start, forward ? 0 : size - 1);
  const std::int64_t stop = place(slice.stop, forward ? size : -1);
  const std::int64_t distance = forward ? stop - start : start - stop;
  if (distance <= 0) return Resolved{0, slice.step, 0, false};
  const std::uint64_t width =
      forward ? static_cast<std::uint64_t>(slice.step) : std::uint64_t{0} - static_cast<std::uint64_t>(slice.step);
  return Resolved{static_cast<std::uint64_t>(start), slice.step, (static_cast<std::uint64_t>(distance) - 1) / width + 1,
                  false};
}

/// One part for each dimension: the ellipsis, and what is not said, stand for whole ones.
std::vector<Slice> spread(std::span<const Slice> slices, std::size_t rank) {
  const auto is_ellipsis = [](const Slice& slice) { return slice.kind == Slice::Kind::kEllipsis; };
  const auto ellipsis = std::find_if(slices.begin(), slices.end(), is_ellipsis);
  std::vector<Slice> parts(slices.begin(), ellipsis);
  const auto after = ellipsis == slices.end() ? ellipsis : ellipsis + 1;
  const auto rest = static_cast<std::size_t>(slices.end() - after);
  while (parts.size() + rest < rank) parts.emplace_back();
  parts.insert(parts.end(), after, slices.end());
  return parts;
}

}  // namespace

std::string to_text(std::span<const Slice> slices) {
  std::string text;
  for (const Slice& slice : slices) {
    text += text.empty() ? "[" : ", ";
    if (slice.kind == Slice::Kind::kEllipsis) {
      text += "...";
    } else if (slice.kind == Slice::Kind::kIndex) {
      text += std::to_string(slice.index);
    } else {
      text += fmt::format("{}:{}", slice.start ? std::to_string(*slice.start) : "",
                          slice.stop ? std::to_string(*slice.stop) : "");
      if (slice.step != 1) text += fmt::format(":{}", slice.step);
    }
  }
  return text.empty() ? text : text + "]";
}

tl::expected<Selection, Selection::Impossible> Selection::resolve(std::span<const Slice> slices,
                                                                  std::span<const std::uint64_t> shape) {
  const auto ellipses = static_cast<std::size_t>(std::count_if(
      slices.begin(), slices.end(), [](const Slice& slice) { return slice.kind == Slice::Kind::kEllipsis; }));
  if (slices.size() - ellipses > shape.size()) {
    return tl::unexpected(
        Impossible{false, fmt::format("it has {}, and {} are selected from", count_text(shape.size(), "dimension"),
                                      slices.size() - ellipses)});
  }
  const std::vector<Slice> parts = spread(slices, shape.size());
  Selection selection;
  selection.rows_ = RowChoice(0, 1, 1);  // of a scalar
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = resolve_part(parts[i], shape[i], i);
    if (!part) return tl::unexpected(Impossible{false, part.error()});
    if (i > 0) {
      selection.inner_.push_back({shape[i], part->first, part->step, part->count, part->dropped});
      selection.stored_elements_ *= shape[i];
    } else if (part->step < 0 && part->count > 1) {
      return tl::unexpected(Impossible{
          true, "rows are read from first to last, so the step of the first dimension must not be negative"});
    } else {
      selection.rows_ =
          RowChoice(part->first, part->step < 0 ? 1 : static_cast<std::uint64_t>(part->step), part->count);
      selection.single_row_ = part->dropped;
    }
  }
  selection.find_levels();
  return selection;
}

void Selection::find_levels() {
  auto stride = std::int64_t{1};
  std::uint64_t offset = 0;
  for (std::size_t i = inner_.size(); i-- > 0;) {
    const Dimension& dimension = inner_[i];
    offset += dimension.first * static_cast<std::uint64_t>(stride);
    if (dimension.count != 1) {
      const Level level{dimension.step * stride, dimension.count};
      // Where the outer dimension goes on just as the inner one does, the two are one.
      const bool joins =
          !levels_.empty() && level.stride == levels_.front().stride * static_cast<std::int64_t>(levels_.front().count);
      if (joins) {
        levels_.front().count *= level.count;
      } else {
        levels_.insert(levels_.begin(), level);
      }
    }
    stride *= static_cast<std::int64_t>(dimension.extent);
  }
  offset_ = offset;
}

bool Selection::take_sample(const Sample& sample) {
  if (single_row_) return false;
  rows_.take_sample(sample);
  return true;
}

std::uint64_t Selection::per_stored_row() const noexcept {
  std::uint64_t elements = 1;
  for (const Dimension& dimension : inner_) elements *= dimension.count;
  return elements;
}

std::vector<std::uint64_t> Selection::shape(std::uint64_t rows) const {
  std::vector<std::uint64_t> dimensions;
  if (!single_row_) dimensions.push_back(rows);
  for (const Dimension& dimension : inner_) {
    if (dimension.dropped) continue;
    dimensions.push_back(single_row_ && dimensions.empty() ? rows : dimension.count);
  }
  return dimensions;
}

std::uint64_t Selection::rows() const noexcept {
  if (!single_row_) return rows_.count();
  const auto first = std::find_if(inner_.begin(), inner_.end(), [](const Dimension& each) { return !each.dropped; });
  return first == inner_.end() ? 1 : first->count;
}

std::uint64_t Selection::row_elements() const noexcept {
  if (!single_row_) return per_stored_row();
  bool first = true;
  std::uint64_t elements = 1;
  for (const Dimension& dimension : inner_) {
    if (dimension.dropped) continue;
    if (!first) elements *= dimension.count;
    first = false;
  }
  return elements;
}

Selection::Run Selection::within(std::uint64_t first_stored, std::uint64_t stored_rows) const noexcept {
  const std::uint64_t before = rows_.before(first_stored);
  const std::uint64_t until = rows_.before(first_stored + stored_rows);
  if (!single_row_) return {before, until - before};
  return {before * rows(), (until - before) * rows()};
}

std::optional<std::uint64_t> Selection::column() const noexcept {
  if (single_row_ || !levels_.empty()) return std::nullopt;
  return offset_;
}

std::uint64_t Selection::stored_row(std::uint64_t row) const noexcept { return rows_.row(single_row_ ? 0 : row); }

std::vector<std::uint64_t> Selection::inner_index(std::uint64_t row, std::optional<std::uint64_t> element) const {
  // Counted among the selected elements of one row of the dataset.
  std::uint64_t number = element.value_or(0) + (single_row_ ? row * row_elements() : 0);
  std::vector<std::uint64_t> index(inner_.size());
  for (std::size_t i = inner_.size(); i-- > 0;) {
    const Dimension& dimension = inner_[i];
    const auto along = static_cast<std::int64_t>(number % dimension.count);
    index[i] = static_cast<std::uint64_t>(static_cast<std::int64_t>(dimension.first) + along * dimension.step);
    number /= dimension.count;
  }
  if (element) return index;
  // A row is named as far as its number says.
  std::size_t said = 0;
  if (single_row_) {
    while (said < inner_.size() && inner_[said].dropped) ++said;
    said = std::min(said + 1, inner_.size());
  }
  index.resize(said);
  return index;
}

}  // namespace assay::expect::detail
