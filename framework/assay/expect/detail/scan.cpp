#include <assay/expect/detail/scan.hpp>
#include <assay/expect/detail/scan_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <stdexcept>

namespace assay::expect::detail {

Scan::Scan(DatasetKey key, Structure structure, FindStructure find)
    : key_(std::move(key)), structure_(std::move(structure)), find_(std::move(find)) {}

tl::expected<std::size_t, Trouble> Scan::companion(const std::string& path) {
  const auto known = std::find_if(companions_.begin(), companions_.end(),
                                  [&](const Companion& companion) { return companion.structure.path == path; });
  if (known != companions_.end()) return static_cast<std::size_t>(known - companions_.begin());
  const auto& found = find_(path);
  if (!found) return tl::unexpected(found.error());
  if (const auto obstacle = found->obstacle()) return tl::unexpected(*obstacle);
  for (std::size_t shard = 0; shard < structure_.shards.size(); ++shard) {
    if (found->shards[shard].rows == structure_.shards[shard].rows) continue;
    const std::string file = structure_.shards[shard].file.filename().string();
    return tl::unexpected(
        Trouble{Trouble::Kind::kUnreadable,
                fmt::format("{} in {} has {} rows and {} has {}: they are used together, row by row", path, file,
                            found->shards[shard].rows, structure_.path, structure_.shards[shard].rows)});
  }
  companions_.push_back({*found, std::nullopt});
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
    auto compiled = RowCondition::compile(*spec.where, spec.missing,
                                          [&](const std::string& path) -> tl::expected<ConditionSource, Trouble> {
                                            const std::string full = path.starts_with('/') ? path : "/" + path;
                                            if (full == structure_.path)
                                              return ConditionSource{std::nullopt, &structure_};
                                            const auto number = companion(full);
                                            if (!number) return tl::unexpected(number.error());
                                            made.companions.push_back(*number);
                                            return ConditionSource{*number, &companions_[*number].structure};
                                          });
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
    return other.filter == metric.filter && other.accumulator->same_as(*metric.accumulator);
  });
  if (known != metrics_.end()) return *known->accumulator;
  metrics_.push_back(std::move(metric));
  return *metrics_.back().accumulator;
}

void Scan::run(const EvaluationOptions& options) {
  if (finished_) return;
  finished_ = true;
  if (filters_.empty() || structure_.elements() == 0) return;
  try {
    ScanRun(*this, options).run(options.threads);
  } catch (const std::bad_alloc&) {
    trouble_ = {Trouble::Kind::kTooLarge, fmt::format("there is not enough memory to read {}", structure_.place())};
  } catch (const std::length_error&) {
    trouble_ = {Trouble::Kind::kTooLarge, fmt::format("there is not enough memory to read {}", structure_.place())};
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
