#include <assay/expect/detail/scan_run.hpp>
#include <assay/expect/detail/scan_step.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <utility>

namespace assay::expect::detail {

ScanRun::ScanRun(const std::vector<Scan*>& scans, const EvaluationOptions& options)
    : stored_(scans.front()->structure_.stored()), instructions_(options.instructions) {
  for (Scan* scan : scans) add_part(*scan, options);
  // Looking at all columns pays when a fair part of them is asked for.
  const auto columns = static_cast<std::size_t>(
      std::count_if(parts_.begin(), parts_.end(), [](const Part& part) { return part.told_by_columns; }));
  by_columns_ = columns > 1 && 3 * columns >= stored_.row_elements && stored_.row_elements <= kMostColumns;
  reader_.emplace(
      stored_, in_step_,
      [this](std::uint64_t first_row, std::uint64_t rows) {
        return std::any_of(parts_.begin(), parts_.end(),
                           [&](const Part& part) { return is_wanted(part, first_row, rows); });
      },
      options);
}

ScanRun::~ScanRun() = default;

namespace {

/// True when both are cut into files alike, as stored.
bool stored_alike(const Structure& left, const Structure& right) {
  return std::equal(left.shards.begin(), left.shards.end(), right.shards.begin(), right.shards.end(),
                    [](const Shard& one, const Shard& other) { return one.rows == other.rows; });
}

bool same_files(const Structure& left, const Structure& right) {
  return std::equal(left.shards.begin(), left.shards.end(), right.shards.begin(), right.shards.end(),
                    [](const Shard& one, const Shard& other) { return one.file == other.file; });
}

/// True when both take the same rows of what is stored.
bool same_stored_rows(const Structure& left, const Structure& right) {
  if (left.selection == nullptr || right.selection == nullptr) {
    const auto every = [](const Structure& each) {
      return each.selection == nullptr || each.selection->has_every_row(each.stored().rows);
    };
    return every(left) && every(right);
  }
  return left.selection->same_rows(*right.selection);
}

}  // namespace

void ScanRun::add_part(Scan& scan, const EvaluationOptions& options) {
  Part& part = parts_.emplace_back();
  part.scan = &scan;
  const Selection* selection = scan.structure_.selection.get();
  const bool one_row = selection != nullptr && selection->takes_one_row();
  for (const Companion& companion : scan.companions_) {
    const Structure& other = companion.structure;
    const bool beside = same_stored_rows(scan.structure_, other);
    if (beside && companion.key.whole() == scan.key_.whole()) {
      part.sources.push_back({Source::Kind::kSameBlock, 0});
    } else if (beside && stored_alike(stored_, other.stored()) && !one_row) {
      const Structure* stored = &other.stored();
      const auto known = std::find_if(in_step_.begin(), in_step_.end(), [&](const Structure* each) {
        return each->path == stored->path && same_files(*each, *stored);
      });
      part.sources.push_back({Source::Kind::kInStep, static_cast<std::size_t>(known - in_step_.begin())});
      if (known == in_step_.end()) in_step_.push_back(stored);
    } else {
      part.sources.push_back({Source::Kind::kWindow, part.windows.size()});
      part.windows.emplace_back(other, options.on_read);
    }
  }
  part.window_troubles.resize(part.windows.size());
  part.needs.assign(scan.filters_.size(), SummaryNeed::kNone);
  for (const ScanMetric& metric : scan.metrics_) {
    part.needs[metric.filter] = std::max(part.needs[metric.filter], metric.accumulator->summary_need());
  }
  if (selection == nullptr || !selection->has_every_row(stored_.rows) || !selection->column()) return;
  part.column = static_cast<std::size_t>(*selection->column());
  const bool plain = std::all_of(scan.filters_.begin(), scan.filters_.end(),
                                 [](const ScanFilter& filter) { return filter.filter->keeps_all(); });
  const bool told = std::all_of(scan.metrics_.begin(), scan.metrics_.end(), [](const ScanMetric& metric) {
    return metric.accumulator->summary_need() != SummaryNeed::kNone;
  });
  const bool floats = scan.structure_.type.kind == hdf5::ElementKind::kFloat && scan.structure_.type.size <= 4;
  part.told_by_columns = plain && told && floats;
  for (const SummaryNeed need : part.needs) {
    if (part.told_by_columns) column_need_ = std::max(column_need_, need);
  }
}

bool ScanRun::is_wanted(const Part& part, std::uint64_t first_row, std::uint64_t rows) {
  const Selection* selection = part.scan->structure_.selection.get();
  return selection == nullptr || selection->within(first_row, rows).rows > 0;
}

void ScanRun::run(unsigned threads, const std::function<void()>& finish) {
  const int workers = static_cast<int>(std::clamp(threads, 1U, 1024U));
  // As many as were asked for, also on a machine with fewer processors, where TBB would otherwise warn on stderr.
  const oneapi::tbb::global_control most(oneapi::tbb::global_control::max_allowed_parallelism,
                                         static_cast<std::size_t>(workers));
  oneapi::tbb::task_arena arena(workers);
  arena.execute([&] {
    using oneapi::tbb::filter_mode;
    oneapi::tbb::parallel_pipeline(
        static_cast<std::size_t>(2 * workers),
        oneapi::tbb::make_filter<void, Step*>(filter_mode::serial_in_order,
                                              [this](oneapi::tbb::flow_control& flow) -> Step* {
                                                Step* step = read();
                                                if (step == nullptr) flow.stop();
                                                return step;
                                              }) &
            oneapi::tbb::make_filter<Step*, Step*>(filter_mode::parallel,
                                                   [this](Step* step) {
                                                     look(*step);
                                                     return step;
                                                   }) &
            oneapi::tbb::make_filter<Step*, void>(filter_mode::serial_in_order, [this](Step* step) { merge(*step); }));
    finish();
  });
}

ScanRun::Step* ScanRun::read() {
  if (stopped_) return nullptr;
  Step* step = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      steps_.push_back(std::make_unique<Step>());
      steps_.back()->parts.resize(parts_.size());
      free_.push_back(steps_.back().get());
    }
    step = free_.back();
    free_.pop_back();
  }
  if (!reader_->next(step->raw)) return nullptr;
  if (step->raw.leader) {
    step->first_row = stored_.shards[step->raw.shard].first_row + step->raw.leader->first_row();
    read_windows(*step);
  }
  return step;
}

void ScanRun::read_windows(Step& step) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    StepPart& found = step.parts[i];
    const Selection* selection = part.scan->structure_.selection.get();
    const std::uint64_t rows = step.raw.leader->rows();
    found.rows = selection == nullptr ? Selection::Run{step.first_row, rows} : selection->within(step.first_row, rows);
    found.windows.clear();
    found.windows.resize(part.windows.size());
    for (std::size_t window = 0; window < part.windows.size() && found.rows.rows > 0; ++window) {
      if (part.window_troubles[window]) continue;
      auto block = part.windows[window].take(found.rows.rows);
      if (block) {
        found.windows[window] = std::move(*block);
      } else {
        part.window_troubles[window] = block.error();
      }
    }
    found.companion_troubles.assign(part.sources.size(), std::nullopt);
    for (std::size_t c = 0; c < part.sources.size(); ++c) {
      const Source& source = part.sources[c];
      if (source.kind == Source::Kind::kWindow) found.companion_troubles[c] = part.window_troubles[source.number];
      if (source.kind == Source::Kind::kInStep)
        found.companion_troubles[c] = step.raw.companion_troubles[source.number];
    }
  }
}

void ScanRun::merge(Step& step) {
  for (std::size_t number = 0; number < parts_.size(); ++number) {
    Scan& scan = *parts_[number].scan;
    StepPart& found = step.parts[number];
    if (!scan.trouble_) scan.trouble_ = step.raw.trouble;
    if (step.raw.leader) {
      for (std::size_t i = 0; i < scan.companions_.size(); ++i) {
        if (!scan.companions_[i].trouble) scan.companions_[i].trouble = found.companion_troubles[i];
      }
    }
    if (scan.trouble_) continue;
    for (std::size_t i = 0; i < scan.filters_.size(); ++i) scan.filters_[i].counts.add(found.filtered[i].counts);
    for (std::size_t i = 0; i < scan.metrics_.size(); ++i) {
      if (found.partials[i] != nullptr) scan.metrics_[i].accumulator->merge(std::move(found.partials[i]));
    }
  }
  const std::lock_guard lock(mutex_);
  free_.push_back(&step);
}

}  // namespace assay::expect::detail
