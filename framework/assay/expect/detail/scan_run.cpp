#include <assay/expect/detail/block_elements.hpp>
#include <assay/expect/detail/scan_run.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <utility>

namespace assay::expect::detail {

/// One step on its way through the pipeline; its memory is used again for later steps.
struct ScanRun::Step {
  RawStep raw;
  BlockElements leader;
  std::vector<BlockElements> companions;
  std::vector<FilteredBlock> filtered;             ///< a filter
  std::vector<std::unique_ptr<Partial>> partials;  ///< a metric; null where there is trouble
};

namespace {

std::vector<Beside> beside_of(const std::deque<Companion>& companions) {
  std::vector<Beside> beside;
  beside.reserve(companions.size());
  for (const Companion& companion : companions) beside.push_back({&companion.structure, companion.aligned});
  return beside;
}

}  // namespace

ScanRun::ScanRun(Scan& scan, const EvaluationOptions& options)
    : scan_(scan), reader_(scan.structure_, beside_of(scan.companions_), options) {}

ScanRun::~ScanRun() = default;

void ScanRun::run(unsigned threads) {
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
  });
}

ScanRun::Step* ScanRun::read() {
  if (stopped_) return nullptr;
  Step* step = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) {
      steps_.push_back(std::make_unique<Step>());
      free_.push_back(steps_.back().get());
    }
    step = free_.back();
    free_.pop_back();
  }
  return reader_.next(step->raw) ? step : nullptr;
}

bool ScanRun::usable(const Step& step, const std::vector<std::size_t>& companions) const {
  return std::none_of(companions.begin(), companions.end(),
                      [&](std::size_t number) { return step.raw.companion_troubles[number].has_value(); });
}

void ScanRun::look(Step& step) {
  step.partials.clear();
  step.partials.resize(scan_.metrics_.size());
  step.filtered.assign(scan_.filters_.size(), {});
  step.companions.resize(scan_.companions_.size());
  if (!step.raw.leader) return;
  const Structure& structure = scan_.structure_;
  step.raw.trouble = step.leader.decode(*step.raw.leader, structure.type);
  if (step.raw.trouble) {
    stopped_ = true;
    return;
  }

  std::vector<CompanionView> beside(step.companions.size());
  for (std::size_t i = 0; i < step.companions.size(); ++i) {
    const Structure& companion = scan_.companions_[i].structure;
    if (step.raw.decoded[i]) {
      step.companions[i].adopt(std::move(*step.raw.decoded[i]), companion.type);
    } else {
      if (!step.raw.companions[i]) continue;
      step.raw.companion_troubles[i] = step.companions[i].decode(*step.raw.companions[i], companion.type);
      if (step.raw.companion_troubles[i]) continue;
    }
    beside[i] = {step.companions[i].elements(), companion.row_elements, step.companions[i].unwritten()};
  }

  BlockView block;
  const Shard& shard = structure.shards[step.raw.shard];
  block.first_row_in_shard = step.raw.leader->first_row();
  block.first_row = shard.first_row + block.first_row_in_shard;
  block.rows = step.raw.leader->rows();
  block.row_elements = structure.row_elements;
  block.shard = step.raw.shard;
  block.scalar = shard.shape.empty();
  if (!block.scalar) block.row_shape = std::span(shard.shape).subspan(1);
  block.kind = structure.type.kind;
  block.elements = step.leader.elements();
  block.unwritten = step.leader.unwritten();
  block.companions = beside;

  for (std::size_t i = 0; i < scan_.filters_.size(); ++i) {
    const ScanFilter& filter = scan_.filters_[i];
    if (!filter.trouble && usable(step, filter.companions)) step.filtered[i] = filter.filter->apply(block);
  }
  for (std::size_t i = 0; i < scan_.metrics_.size(); ++i) {
    const ScanMetric& metric = scan_.metrics_[i];
    const ScanFilter& filter = scan_.filters_[metric.filter];
    if (filter.trouble || !usable(step, filter.companions) || !usable(step, metric.companions)) continue;
    block.kept_rows = step.filtered[metric.filter].kept_rows;
    block.judged = step.filtered[metric.filter].judged;
    step.partials[i] = metric.accumulator->scan(block);
  }
}

void ScanRun::merge(Step& step) {
  if (!scan_.trouble_) scan_.trouble_ = step.raw.trouble;
  for (std::size_t i = 0; i < scan_.companions_.size(); ++i) {
    if (!scan_.companions_[i].trouble) scan_.companions_[i].trouble = step.raw.companion_troubles[i];
  }
  if (!scan_.trouble_) {
    for (std::size_t i = 0; i < scan_.filters_.size(); ++i) scan_.filters_[i].counts.add(step.filtered[i].counts);
    for (std::size_t i = 0; i < scan_.metrics_.size(); ++i) {
      if (step.partials[i] != nullptr) scan_.metrics_[i].accumulator->merge(std::move(step.partials[i]));
    }
  }
  const std::lock_guard lock(mutex_);
  free_.push_back(&step);
}

}  // namespace assay::expect::detail
