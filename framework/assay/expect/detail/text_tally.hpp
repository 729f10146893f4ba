#pragma once

#include <assay/expect/detail/accumulator.hpp>
#include <assay/expect/detail/text_pattern.hpp>
#include <assay/expect/detail/text_sample.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace assay::expect::detail {

/// What is kept of texts.
struct TalliedTexts {
  TextSample sample;
  std::optional<std::pair<std::uint64_t, std::uint64_t>> lengths;  ///< shortest and longest, in characters

  void note_length(std::uint64_t length) {
    if (!lengths) lengths.emplace(length, length);
    lengths->first = std::min(lengths->first, length);
    lengths->second = std::max(lengths->second, length);
  }
  void add(TalliedTexts&& later) {
    sample.merge(later.sample);
    if (!later.lengths) return;
    note_length(later.lengths->first);
    note_length(later.lengths->second);
  }
};

/// Counts texts, in bounded memory (`TextSample`).
class TextTally final : public AccumulatorOf<TextTally, TalliedTexts> {
 public:
  [[nodiscard]] TalliedTexts measure(const BlockView& block) const {
    std::unordered_map<std::string, std::uint64_t> counts;
    for_each_judged<std::string>(block, [&](std::size_t, const std::string& text) { ++counts[text]; });
    TalliedTexts found;
    for (const auto& [text, times] : counts) {
      found.sample.add(text, times);
      found.note_length(character_count(text));
    }
    return found;
  }

  [[nodiscard]] bool same_parameters(const TextTally&) const noexcept { return true; }
};

}  // namespace assay::expect::detail
