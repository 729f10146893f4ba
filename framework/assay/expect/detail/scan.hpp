#pragma once

#include <assay/expect/detail/accumulator.hpp>
#include <assay/expect/detail/row_filter.hpp>
#include <assay/expect/detail/structure.hpp>
#include <assay/expect/evaluation.hpp>

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// A dataset of the same rows, walked in step with the scanned one.
struct Companion {
  DatasetKey key;
  Structure structure;
  bool aligned = true;             ///< its shards are cut as those of the scanned dataset
  std::optional<Trouble> trouble;  ///< found while it was read
};

/// One filter of a scan: what it leaves, or why it cannot be applied.
struct ScanFilter {
  FilterSpec spec;
  std::vector<std::size_t> companions;  ///< that it needs
  std::unique_ptr<const RowFilter> filter;
  FilterCounts counts;
  std::optional<Trouble> trouble;
};

/// One metric: an accumulator under a filter, with the companions that it looks at.
struct ScanMetric {
  std::size_t filter = 0;
  std::vector<std::size_t> companions;
  std::unique_ptr<Accumulator> accumulator;
};

/// Everything that is asked of one dataset, or of one part of one: first requests are collected, then it runs once.
class Scan {
 public:
  /// Memory of all metrics that keep every value, together; the rest of the values goes to the disk.
  static constexpr std::size_t kKeptBytes = std::size_t{256} << 20U;

  /// Finds the structure of a dataset, or says why not.
  using FindStructure = std::function<const tl::expected<Structure, Trouble>&(const DatasetKey& key)>;

  Scan(DatasetKey key, Structure structure, FindStructure find);

  [[nodiscard]] const DatasetKey& key() const noexcept { return key_; }
  [[nodiscard]] const Structure& structure() const noexcept { return structure_; }

  /// The number of the filter; an equal one is shared.
  std::size_t filter(const FilterSpec& spec);
  [[nodiscard]] const ScanFilter& filter_at(std::size_t number) const { return filters_[number]; }

  /// The number of the companion, or why there is none: not there, unreadable, of another number of rows.
  tl::expected<std::size_t, Trouble> companion(const std::string& path, std::vector<suite::Slice> slices = {}) {
    return companion({key_.files, path, std::move(slices), key_.sample});
  }
  /// The same for any dataset. Where its shards are cut in another way, they need one fill value.
  tl::expected<std::size_t, Trouble> companion(const DatasetKey& key);
  [[nodiscard]] const Companion& companion_at(std::size_t number) const { return companions_[number]; }

  /// The accumulator that gathers this; one with equal parameters under the same filter is shared.
  template <class A>
  const A& metric(std::size_t filter, std::unique_ptr<A> wanted, std::vector<std::size_t> companions = {}) {
    return static_cast<const A&>(add_metric({filter, std::move(companions), std::move(wanted)}));
  }

  [[nodiscard]] bool finished() const noexcept { return finished_; }
  /// Reads one dataset once for several scans of it or of parts of it; those that have run are left alone. Never throws
  /// for what the data hold.
  static void run(const std::vector<Scan*>& scans, const EvaluationOptions& options);
  /// Why what was gathered under the filter (and from the companions) is of no use, if so.
  [[nodiscard]] std::optional<Trouble> trouble(std::size_t filter,
                                               const std::vector<std::size_t>& companions = {}) const;

 private:
  friend class ScanRun;
  const Accumulator& add_metric(ScanMetric metric);
  static void allow_memory(const std::vector<Scan*>& scans);

  DatasetKey key_;
  Structure structure_;
  FindStructure find_;
  std::deque<Companion> companions_;  ///< their structures are pointed to
  std::vector<ScanFilter> filters_;
  std::vector<ScanMetric> metrics_;
  std::optional<Trouble> trouble_;  ///< of the dataset itself
  bool finished_ = false;
};

}  // namespace assay::expect::detail
