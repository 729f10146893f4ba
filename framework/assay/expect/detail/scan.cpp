#include <assay/expect/detail/scan.hpp>
#include <assay/expect/detail/scan_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace assay::expect::detail {

Scan::Scan(DatasetKey key, Structure structure, FindStructure find)
    : key_(std::move(key)), structure_(std::move(structure)), find_(std::move(find)) {}

namespace {

bool same_cuts(const Structure& left, const Structure& right) {
  return std::equal(left.shards.begin(), left.shards.end(), right.shards.begin(), right.shards.end(),
                    [](const Shard& one, const Shard& other) { return one.rows == other.rows; });
}

/// Why the rows of the other dataset cannot be walked beside those of the first, if so.
std::optional<Trouble> unlike_rows(const Structure& first, const Structure& other, bool same_files) {
  const bool together = same_files ? same_cuts(first, other) : first.rows == other.rows;
  if (!together) {
    std::size_t shard = 0;
    while (same_files && first.shards[shard].rows == other.shards[shard].rows) ++shard;
    const std::string place =
        same_files ? fmt::format("{} in {}", other.path, other.shards[shard].file.filename().string()) : other.place();
    return Trouble{
        Trouble::Kind::kUnreadable,
        fmt::format("{} has {} rows and {} has {}: they are used together, row by row", place,
                    same_files ? other.shards[shard].rows : other.rows, same_files ? first.path : first.place(),
                    same_files ? first.shards[shard].rows : first.rows)};
  }
  const bool one_fill = std::all_of(other.shards.begin(), other.shards.end(),
                                    [&](const Shard& shard) { return shard.fill == other.shards.front().fill; });
  if (same_cuts(first, other) || one_fill) return std::nullopt;
  return Trouble{Trouble::Kind::kUnreadable,
                 fmt::format("{} has unlike fill values and is cut into files in another way than {}: they cannot be "
                             "used together",
                             other.place(), first.place())};
}

}  // namespace

tl::expected<std::size_t, Trouble> Scan::companion(const DatasetKey& key) {
  const auto known = std::find_if(companions_.begin(), companions_.end(),
                                  [&](const Companion& companion) { return companion.key == key; });
  if (known != companions_.end()) return static_cast<std::size_t>(known - companions_.begin());
  const auto& found = find_(key);
  if (!found) return tl::unexpected(found.error());
  if (const auto obstacle = found->obstacle()) return tl::unexpected(*obstacle);
  if (const auto trouble = unlike_rows(structure_, *found, key.files == key_.files)) return tl::unexpected(*trouble);
  companions_.push_back({key, *found, same_cuts(structure_, *found), std::nullopt});
  return companions_.size() - 1;
}

std::size_t Scan::filter(const FilterSpec& spec) {
  const auto known =
      std::find_if(filters_.begin(), filters_.end(), [&](const ScanFilter& filter) { return filter.spec == spec; });
  if (known != filters_.end()) return static_cast<std::size_t>(known - filters_.begin());
  ScanFilter made;
  made.spec = spec;
  std::unique_ptr<const RowCondition> condition;
  if (spec.where) {
    const auto find = [&](const std::string& path,
                          const std::vector<suite::Slice>& slices) -> tl::expected<ConditionSource, Trouble> {
      const std::string full = path.starts_with('/') ? path : "/" + path;
      if (full == structure_.path && slices == key_.slices) return ConditionSource{std::nullopt, &structure_};
      const auto number = companion(full, slices);
      if (!number) return tl::unexpected(number.error());
      made.companions.push_back(*number);
      return ConditionSource{*number, &companions_[*number].structure};
    };
    auto compiled = RowCondition::compile(*spec.where, spec.missing, find);
    if (compiled) {
      condition = std::move(*compiled);
    } else {
      made.trouble = compiled.error();
    }
  }
  made.filter = std::make_unique<const RowFilter>(spec, structure_, std::move(condition));
  filters_.push_back(std::move(made));
  return filters_.size() - 1;
}

const Accumulator& Scan::add_metric(ScanMetric metric) {
  const auto known = std::find_if(metrics_.begin(), metrics_.end(), [&](const ScanMetric& other) {
    return other.filter == metric.filter && other.companions == metric.companions &&
           other.accumulator->take_over(*metric.accumulator);
  });
  if (known != metrics_.end()) return *known->accumulator;
  metrics_.push_back(std::move(metric));
  return *metrics_.back().accumulator;
}

void Scan::allow_memory(const std::vector<Scan*>& scans) {
  std::size_t sharing = 0;
  for (const Scan* scan : scans) {
    for (const ScanMetric& metric : scan->metrics_) sharing += metric.accumulator->keeps_values() ? 1U : 0U;
  }
  for (const Scan* scan : scans) {
    for (const ScanMetric& metric : scan->metrics_) {
      if (metric.accumulator->keeps_values()) {
        metric.accumulator->allow(kKeptBytes / sharing, scan->structure_.elements());
      }
    }
  }
}

void Scan::run(const std::vector<Scan*>& scans, const EvaluationOptions& options) {
  std::vector<Scan*> asked;
  for (Scan* scan : scans) {
    if (!std::exchange(scan->finished_, true) && !scan->filters_.empty() && scan->structure_.elements() > 0) {
      asked.push_back(scan);
    }
  }
  if (asked.empty()) return;
  const auto fail = [&](const auto& sentence) {
    for (Scan* scan : asked) scan->trouble_ = {Trouble::Kind::kTooLarge, sentence(scan->structure_.place())};
  };
  const auto no_memory = [](const std::string& place) {
    return fmt::format("there is not enough memory to read {}", place);
  };
  try {
    allow_memory(asked);
    ScanRun(asked, options).run(options.threads, [&] {
      for (const Scan* scan : asked) {
        if (scan->trouble_) continue;
        for (const ScanMetric& metric : scan->metrics_) metric.accumulator->finish();
      }
    });
  } catch (const std::system_error& error) {
    fail([&](const std::string& place) {
      return fmt::format("the values of {} could not be put in order: {}", place, error.what());
    });
  } catch (const std::bad_alloc&) {
    fail(no_memory);
  } catch (const std::length_error&) {
    fail(no_memory);
  }
}

std::optional<Trouble> Scan::trouble(std::size_t filter, const std::vector<std::size_t>& companions) const {
  if (trouble_) return trouble_;
  if (filters_[filter].trouble) return filters_[filter].trouble;
  for (const std::size_t number : companions) {
    if (companions_[number].trouble) return companions_[number].trouble;
  }
  for (const std::size_t number : filters_[filter].companions) {
    if (companions_[number].trouble) return companions_[number].trouble;
  }
  return std::nullopt;
}

}  // namespace assay::expect::detail
