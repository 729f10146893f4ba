#include <assay/base/error.hpp>
#include <assay/expect/detail/step_reader.hpp>
#include <assay/hdf5/file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::expect::detail {

StepReader::StepReader(const Structure& leader, std::vector<const Structure*> companions,
                       const EvaluationOptions& options)
    : options_(options) {
  sources_.push_back({&leader, {}, {}, {}});
  for (const Structure* companion : companions) sources_.push_back({companion, {}, {}, {}});
}

void StepReader::open_source(Source& source) {
  source.blocks.reset();
  source.dataset.reset();
  if (source.trouble) return;
  const Shard& shard = source.structure->shards[shard_];
  if (options_.on_read) options_.on_read(shard.file, source.structure->path);
  const auto file = hdf5::File::open(shard.file);
  if (!file) {
    source.trouble = trouble_of(file.error());
    return;
  }
  auto dataset = file->dataset(source.structure->path);
  if (!dataset) {
    source.trouble = trouble_of(dataset.error());
  } else if (dataset->shape() != shard.shape || !same_elements(dataset->type(), source.structure->type)) {
    source.trouble = Trouble{Trouble::Kind::kUnreadable, fmt::format("{} in {} changed while it was being checked",
                                                                     source.structure->path, shard.file.string())};
  } else {
    source.dataset = std::move(*dataset);
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
    for (std::size_t i = 1; i < sources_.size(); ++i) {
      Source& companion = sources_[i];
      if (!companion.trouble) {
        auto beside = companion.blocks->next();
        if (!beside) {
          companion.trouble = trouble_of(beside.error());
        } else if (!*beside || (*beside)->rows() != step.leader->rows()) {
          throw base::InternalError("datasets of one length gave blocks of unlike rows: " + companion.structure->path);
        } else {
          step.companions[i - 1] = std::move(**beside);
        }
      }
      step.companion_troubles[i - 1] = companion.trouble;
    }
    return true;
  }
  return false;
}

}  // namespace assay::expect::detail
