#include <assay/base/utf8.hpp>
#include <assay/expect/detail/row_hash.hpp>
#include <assay/expect/detail/text_sample.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace assay::expect::detail {

namespace {

RowHash hash_text(std::string_view text) noexcept {
  RowHasher hasher;
  hasher.add(text.size());
  hasher.add_bytes(std::as_bytes(std::span(text)));
  return hasher.finish();
}

}  // namespace

std::string class_name(std::string_view text) {
  constexpr std::size_t kLongest = 256;
  constexpr std::size_t kBeginning = 200;
  if (text.size() <= kLongest) return base::is_utf8(text) ? std::string(text) : base::to_utf8(text);
  const RowHash hash = hash_text(text);
  // Cut before a byte that continues a character.
  std::size_t end = kBeginning;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("{}...{:016x}{:016x}", base::to_utf8(text.substr(0, end)), hash.high, hash.low);
}

std::uint64_t TextSample::hash_of(std::string_view name) noexcept { return hash_text(name).high; }

void TextSample::add(std::string_view text, std::uint64_t times) { add_named(class_name(text), times); }

void TextSample::add_named(std::string name, std::uint64_t times) {
  Key key{hash_of(name), std::move(name)};
  if (counts_.size() == kMostTexts && std::prev(counts_.end())->first < key) {
    complete_ = false;
    return;
  }
  counts_[std::move(key)] += times;
  if (counts_.size() <= kMostTexts) return;
  counts_.erase(std::prev(counts_.end()));
  complete_ = false;
}

void TextSample::merge(const TextSample& other) {
  for (const auto& [key, times] : other.counts_) add_named(key.name, times);
  complete_ = complete_ && other.complete_;
}

std::uint64_t TextSample::last_hash() const noexcept {
  return complete_ || counts_.empty() ? ~std::uint64_t{0} : std::prev(counts_.end())->first.hash;
}

double TextSample::distinct() const noexcept {
  const auto kept = static_cast<double>(counts_.size());
  if (complete_ || counts_.empty()) return kept;
  // The k-th smallest of n hashes lies at about k / n of their range.
  return (kept - 1) / ((static_cast<double>(last_hash()) + 1) * 0x1p-64);
}

std::vector<TextSample::Kept> TextSample::kept(std::uint64_t last_hash) const {
  std::vector<Kept> all;
  for (const auto& [key, times] : counts_) {
    if (key.hash <= last_hash) all.push_back({key.name, times});
  }
  std::sort(all.begin(), all.end(), [](const Kept& left, const Kept& right) { return left.name < right.name; });
  return all;
}

TextSample TextSample::stored(const std::vector<std::pair<std::string, std::uint64_t>>& counts, bool complete) {
  TextSample sample;
  for (const auto& [name, times] : counts) sample.add_named(name, times);
  sample.complete_ = sample.complete_ && complete;
  return sample;
}

}  // namespace assay::expect::detail
