#include <assay/expect/detail/block_elements.hpp>
#include <assay/expect/detail/scan_run.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <utility>

namespace assay::expect::detail {

/// What one scan makes of one step.
struct ScanRun::StepPart {
  Selection::Run rows;     ///< of its dataset, or part of one
  BlockElements selected;  ///< where that is a part
  std::vector<BlockElements> companions;
  std::vector<std::optional<hdf5::Block>> windows;  ///< what those read
  std::vector<std::optional<Trouble>> companion_troubles;
  std::vector<FilteredBlock> filtered;             ///< a filter
  std::vector<BlockSummary> summaries;             ///< a filter
  std::vector<std::unique_ptr<Partial>> partials;  ///< a metric; null where there is trouble
};

/// One step on its way through the pipeline; its memory is used again for later steps.
struct ScanRun::Step {
  RawStep raw;
  std::uint64_t first_row = 0;  ///< of the stored dataset, running through all shards
  BlockElements leader;
  std::vector<BlockElements> in_step;
  std::vector<NumberSummary<float>> columns;  ///< of the leader's; empty where they were not made
  std::vector<StepPart> parts;
};

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

bool ScanRun::usable(const StepPart& found, const std::vector<std::size_t>& companions) const {
  return std::none_of(companions.begin(), companions.end(),
                      [&](std::size_t number) { return found.companion_troubles[number].has_value(); });
}

void ScanRun::look(Step& step) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Scan& scan = *parts_[i].scan;
    step.parts[i].partials.clear();
    step.parts[i].partials.resize(scan.metrics_.size());
    step.parts[i].filtered.assign(scan.filters_.size(), {});
    step.parts[i].summaries.assign(scan.filters_.size(), std::monostate());
  }
  step.columns.clear();
  if (!step.raw.leader) return;
  step.raw.trouble = step.leader.decode(*step.raw.leader, stored_.type);
  if (step.raw.trouble) {
    stopped_ = true;
    return;
  }
  step.in_step.resize(in_step_.size());
  for (std::size_t i = 0; i < in_step_.size(); ++i) {
    if (!step.raw.companions[i]) continue;
    const auto trouble = step.in_step[i].decode(*step.raw.companions[i], in_step_[i]->type);
    if (!trouble) continue;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      for (std::size_t c = 0; c < parts_[part].sources.size(); ++c) {
        const Source& source = parts_[part].sources[c];
        if (source.kind == Source::Kind::kInStep && source.number == i)
          step.parts[part].companion_troubles[c] = trouble;
      }
    }
  }
  if (by_columns_) summarise_all_columns(step);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (step.parts[i].rows.rows > 0) look_at(step, i);
  }
}

void ScanRun::summarise_all_columns(Step& step) const {
  const auto* values = std::get_if<std::span<const float>>(&step.leader.elements());
  // Never-written elements are told apart by place, and the summary tells no places.
  if (values == nullptr || values->empty() || !step.leader.unwritten().empty()) return;
  step.columns.resize(stored_.row_elements);
  summarise_columns(*values, column_need_, instructions_, step.columns);
}

bool ScanRun::settled_by_column(const Step& step, const Part& part) const {
  if (step.columns.empty() || !part.told_by_columns) return false;
  const BlockSummary summary = step.columns[*part.column];
  return std::all_of(part.scan->metrics_.begin(), part.scan->metrics_.end(),
                     [&](const ScanMetric& metric) { return metric.accumulator->settled_by(summary); });
}

std::vector<CompanionView> ScanRun::companions_of(Step& step, const Part& part, StepPart& found) {
  std::vector<CompanionView> views(part.sources.size());
  found.companions.resize(part.sources.size());
  for (std::size_t c = 0; c < part.sources.size(); ++c) {
    if (found.companion_troubles[c]) continue;
    const Structure& structure = part.scan->companions_[c].structure;
    const Source& source = part.sources[c];
    const BlockElements* elements = &found.companions[c];
    if (source.kind == Source::Kind::kWindow) {
      found.companions[c].adopt(std::move(*found.windows[source.number]), structure.type);
    } else {
      const BlockElements& stored = source.kind == Source::Kind::kSameBlock ? step.leader : step.in_step[source.number];
      if (structure.selection == nullptr) {
        elements = &stored;
      } else {
        found.companions[c].select(stored, structure, step.first_row);
      }
    }
    views[c] = {elements->elements(), structure.row_elements, elements->unwritten()};
  }
  return views;
}

void ScanRun::look_at(Step& step, std::size_t number) {
  const Part& part = parts_[number];
  const Scan& scan = *part.scan;
  StepPart& found = step.parts[number];
  const Structure& structure = scan.structure_;
  BlockView block;
  block.structure = &structure;
  block.first_row = found.rows.first;
  block.rows = found.rows.rows;
  block.row_elements = structure.row_elements;
  block.shard = step.raw.shard;
  block.kind = structure.type.kind;
  block.instructions = instructions_;
  const bool settled = settled_by_column(step, part);
  if (structure.selection == nullptr) {
    block.elements = step.leader.elements();
    block.unwritten = step.leader.unwritten();
  } else if (!settled) {
    found.selected.select(step.leader, structure, step.first_row);
    block.elements = found.selected.elements();
    block.unwritten = found.selected.unwritten();
  }
  const std::vector<CompanionView> beside = companions_of(step, part, found);
  block.companions = beside;

  for (std::size_t i = 0; i < scan.filters_.size(); ++i) {
    const ScanFilter& filter = scan.filters_[i];
    if (filter.trouble || !usable(found, filter.companions)) continue;
    found.filtered[i] = filter.filter->apply(block);
    if (part.needs[i] == SummaryNeed::kNone) continue;
    if (settled) {
      found.summaries[i] = step.columns[*part.column];
    } else {
      found.summaries[i] = summary_of_numbers(found.filtered[i].view(block), part.needs[i]);
    }
  }
  for (std::size_t i = 0; i < scan.metrics_.size(); ++i) {
    const ScanMetric& metric = scan.metrics_[i];
    const ScanFilter& filter = scan.filters_[metric.filter];
    if (filter.trouble || !usable(found, filter.companions) || !usable(found, metric.companions)) continue;
    BlockView view = found.filtered[metric.filter].view(block);
    view.summary = &found.summaries[metric.filter];
    found.partials[i] = metric.accumulator->scan(view);
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
