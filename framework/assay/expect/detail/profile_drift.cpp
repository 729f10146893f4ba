#include <assay/expect/detail/profile_drift.hpp>

#include <algorithm>

namespace assay::expect::detail {

namespace {

/// In no well-formed text, and so no name: all texts that are not kept.
constexpr std::string_view kOthers = "\xff";

TextCounts counts_of(const TextSample& sample, std::uint64_t last_hash, std::uint64_t elements) {
  TextCounts counts;
  for (const TextSample::Kept& kept : sample.kept(last_hash)) {
    counts.push_back({kept.name, kept.times});
    elements -= std::min(elements, kept.times);
  }
  if (elements > 0) counts.push_back({kOthers, elements});
  return counts;
}

}  // namespace

DriftMeasures measure_drift(const TextSample& reference, std::uint64_t reference_elements, const TextSample& sample,
                            std::uint64_t sample_elements, double elements_a_draw) {
  const std::uint64_t last_hash = std::min(reference.last_hash(), sample.last_hash());
  return measure_drift(counts_of(reference, last_hash, reference_elements),
                       counts_of(sample, last_hash, sample_elements), elements_a_draw);
}

}  // namespace assay::expect::detail
