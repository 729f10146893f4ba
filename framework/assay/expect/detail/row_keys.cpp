#include <assay/expect/detail/row_keys.hpp>

#include <algorithm>
#include <utility>

namespace assay::expect::detail {

void RowKeyList::add(RowKeyList&& later) {
  missing += later.missing;
  unwritten += later.unwritten;
  valueless += later.valueless;
  too_many = too_many || later.too_many || hashes.size() + later.hashes.size() > kMostRows;
  if (too_many) {
    hashes = {};
    rows = {};
    return;
  }
  hashes.insert(hashes.end(), later.hashes.begin(), later.hashes.end());
  rows.insert(rows.end(), later.rows.begin(), later.rows.end());
}

bool RowKeys::same_parameters(const RowKeys& other) const noexcept {
  // The filter is the same, and with it the rule for missing elements.
  return widened_ == other.widened_ &&
         std::equal(parts_.begin(), parts_.end(), other.parts_.begin(), other.parts_.end(),
                    [](const KeyPart& left, const KeyPart& right) { return left.companion == right.companion; });
}

namespace {

/// One part of the key in one block.
struct PartOfBlock {
  std::uint64_t row_elements;
  std::vector<std::uint8_t> present;  ///< empty: all
  std::unique_ptr<RowContent> content;

  [[nodiscard]] std::span<const std::uint8_t> present_of(std::uint64_t row) const {
    if (present.empty()) return {};
    return std::span(present).subspan(row * row_elements, row_elements);
  }
};

PartOfBlock part_of_block(const KeyPart& part, const BlockView& block, bool widened) {
  const bool own = !part.companion;
  const Elements& elements = own ? block.elements : block.companions[*part.companion].elements;
  const Ranges unwritten = own ? block.unwritten : block.companions[*part.companion].unwritten;
  const std::uint64_t row_elements = own ? block.row_elements : block.companions[*part.companion].row_elements;
  PartOfBlock result{row_elements, {}, RowContent::of(elements, row_elements, widened)};
  const MissingTest& missing = part.missing->of(block.shard);
  if (missing.can_match()) {
    result.present.assign(block.rows * row_elements, 1);
    missing.clear_missing(elements, unwritten, result.present);
  }
  return result;
}

void count_unwritten(const KeyPart& part, const PartOfBlock& data, const BlockView& block, RowKeyList& found) {
  const Ranges unwritten = part.companion ? block.companions[*part.companion].unwritten : block.unwritten;
  for (const auto& [begin, end] : unwritten) {
    for (std::uint64_t element = begin; element < end; ++element) {
      if (!block.kept_rows.empty() && block.kept_rows[element / data.row_elements] == 0) continue;
      ++found.unwritten;
      if (part.has_fill[block.shard] == 0) found.valueless += data.present.empty() ? 1U : data.present[element];
    }
  }
}

}  // namespace

RowKeyList RowKeys::measure(const BlockView& block) const {
  std::vector<PartOfBlock> parts;
  parts.reserve(parts_.size());
  RowKeyList found;
  for (const KeyPart& part : parts_) {
    parts.push_back(part_of_block(part, block, widened_));
    count_unwritten(part, parts.back(), block, found);
  }
  found.hashes.reserve(block.rows);
  found.rows.reserve(block.rows);
  RowHasher hasher;
  for (std::uint64_t row = 0; row < block.rows; ++row) {
    if (!block.kept_rows.empty() && block.kept_rows[row] == 0) continue;
    bool anything = false;
    for (const PartOfBlock& part : parts) {
      const auto present = part.present_of(row);
      const auto absent = static_cast<std::uint64_t>(std::count(present.begin(), present.end(), 0));
      found.missing += absent;
      anything = anything || absent < part.row_elements;
      part.content->add_row(row, present, hasher);
    }
    const RowHash hash = hasher.finish();
    if (!anything) continue;
    found.hashes.push_back(hash);
    found.rows.push_back(block.first_row + row);
  }
  return found;
}

}  // namespace assay::expect::detail
