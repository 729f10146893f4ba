#include <assay/base/error.hpp>
#include <assay/expect/detail/step_reader.hpp>

#include <algorithm>
#include <utility>

namespace assay::expect::detail {

StepReader::StepReader(const Structure& leader, const std::vector<const Structure*>& companions, IsWanted is_wanted,
                       const EvaluationOptions& options)
    : is_wanted_(std::move(is_wanted)), options_(options) {
  sources_.push_back({&leader, {}, {}, {}});
  for (const Structure* companion : companions) sources_.push_back({companion, {}, {}, {}});
}

void StepReader::open_source(Source& source) {
  source.blocks.reset();
  source.dataset.reset();
  if (source.trouble) return;
  auto dataset = open_unchanged(*source.structure, shard_, options_.on_read);
  if (dataset) {
    source.dataset = std::move(*dataset);
  } else {
    source.trouble = dataset.error();
  }
}

void StepReader::open_shard() {
  for (std::size_t i = sources_.size(); i > 0; --i) open_source(sources_[i - 1]);
  if (sources_.front().trouble) return;
  std::uint64_t rows = hdf5::BlockSource::natural_rows(*sources_.front().dataset);
  for (const Source& source : sources_) {
    // A text is many times larger than a number of the same row: then the text sets the step.
    if (source.dataset && source.dataset->type().size == 0) {
      rows = std::min(rows, hdf5::BlockSource::natural_rows(*source.dataset));
    }
  }
  if (options_.rows_per_block > 0) rows = options_.rows_per_block;
  for (Source& source : sources_) {
    if (source.dataset) source.blocks.emplace(*source.dataset, rows);
  }
  open_ = true;
}

void StepReader::read_beside(Source& companion, std::size_t number, RawStep& step) {
  const std::uint64_t rows = step.leader->rows();
  if (!companion.trouble) {
    auto block = companion.blocks->next();
    if (!block) {
      companion.trouble = trouble_of(block.error());
    } else if (!*block || (*block)->rows() != rows) {
      throw base::InternalError("datasets of one length gave blocks of unlike rows: " + companion.structure->path);
    } else {
      step.companions[number] = std::move(**block);
    }
  }
  step.companion_troubles[number] = companion.trouble;
}

bool StepReader::next(RawStep& step) {
  step.leader.reset();
  step.trouble.reset();
  step.companions.clear();
  step.companions.resize(sources_.size() - 1);
  step.companion_troubles.assign(sources_.size() - 1, std::nullopt);
  Source& leader = sources_.front();
  while (!ended_) {
    if (!open_) {
      if (shard_ == leader.structure->shards.size()) break;
      open_shard();
    }
    if (leader.trouble) {
      step.trouble = leader.trouble;
      ended_ = true;
      return true;
    }
    auto block = leader.blocks->next();
    if (!block) {
      leader.trouble = trouble_of(block.error());
      continue;
    }
    if (!*block) {
      open_ = false;
      ++shard_;
      continue;
    }
    step.shard = shard_;
    step.leader = std::move(**block);
    for (std::size_t i = 1; i < sources_.size(); ++i) read_beside(sources_[i], i - 1, step);
    const std::uint64_t first_row = leader.structure->shards[shard_].first_row + step.leader->first_row();
    if (!is_wanted_(first_row, step.leader->rows())) continue;
    return true;
  }
  return false;
}

}  // namespace assay::expect::detail
