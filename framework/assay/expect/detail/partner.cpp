#include <assay/expect/detail/partner.hpp>

namespace assay::expect::detail {

namespace {

std::shared_ptr<const MissingTests> tests_of(const Companion& other, const suite::MissingRule& missing) {
  if (other.aligned) return std::make_shared<const MissingTests>(missing, other.structure);
  Structure one_file = other.structure;
  one_file.shards.resize(1);
  return std::make_shared<const MissingTests>(missing, one_file);
}

}  // namespace

Partner::Partner(std::size_t companion, const Companion& other, const suite::MissingRule& missing)
    : companion_(companion), aligned_(other.aligned), missing_(tests_of(other, missing)) {
  for (const Shard& shard : other.structure.shards) has_fill_.push_back(shard.fill ? 1 : 0);
}

JudgedPairs Partner::pairs(const BlockView& block) const {
  const CompanionView& other = block.companions[companion_];
  const std::size_t shard = aligned_ ? block.shard : 0;
  const std::uint64_t elements = block.rows * block.row_elements;
  JudgedPairs pairs;
  if (block.judged.empty()) {
    pairs.judged.assign(elements, 1);
  } else {
    pairs.judged.assign(block.judged.begin(), block.judged.end());
  }
  const MissingTest& missing = missing_->of(shard);
  if (missing.can_match()) missing.clear_missing(other.elements, other.unwritten, pairs.judged);
  std::uint64_t kept = 0;
  for (std::uint64_t row = 0; row < block.rows; ++row) {
    kept += block.kept_rows.empty() || block.kept_rows[row] != 0 ? block.row_elements : 0;
  }
  std::uint64_t judged = 0;
  for (const std::uint8_t each : pairs.judged) judged += each;
  pairs.left_out = kept - judged;
  for (const auto& [begin, end] : other.unwritten) {
    for (std::uint64_t element = begin; element < end; ++element) {
      if (!block.kept_rows.empty() && block.kept_rows[element / block.row_elements] == 0) continue;
      ++pairs.unwritten;
      if (has_fill_[shard] == 0) pairs.valueless += pairs.judged[element];
    }
  }
  return pairs;
}

}  // namespace assay::expect::detail
