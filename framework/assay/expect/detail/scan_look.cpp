#include <assay/expect/detail/scan_run.hpp>
#include <assay/expect/detail/scan_step.hpp>

#include <algorithm>
#include <utility>

namespace assay::expect::detail {

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

}  // namespace assay::expect::detail
