#include <assay/base/error.hpp>
#include <assay/examples/detail/column.hpp>
#include <assay/examples/detail/input_walk.hpp>
#include <assay/examples/detail/label_suspects.hpp>
#include <assay/examples/mine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <span>

namespace assay::examples {
namespace {

using detail::refuse;

/// What is known of one distinct input of the pool.
struct Candidate {
  std::uint64_t row = 0;
  double loss = 0;
  std::int64_t label = 0;  ///< of any of its rows
  bool choosable = false;  ///< one of its rows has a finite loss
  bool contradicted = false;
};

struct Pool {
  std::vector<detail::StoredInput> inputs;
  std::vector<std::int64_t> labels;
  std::vector<double> losses;
  std::vector<bool> suspects;  ///< empty without probabilities
};

void tell(const MineRequest& request, const std::vector<std::filesystem::path>& files) {
  if (request.reading) {
    request.reading(files);
  }
}

std::vector<std::filesystem::path> input_files(const MineRequest& request) {
  std::vector<std::filesystem::path> files;
  for (const MineInput& input : request.inputs) {
    if (std::find(files.begin(), files.end(), input.place.file) == files.end()) {
      files.push_back(input.place.file);
    }
  }
  return files;
}

hdf5::Dataset open_place(const MineRequest& request, const DatasetPlace& place) {
  tell(request, {place.file});
  return detail::open_column(detail::open_file(place.file), place.dataset);
}

Pool open_pool(const MineRequest& request) {
  Pool pool;
  if (request.inputs.empty() || request.count == 0) {
    throw base::UserError("mining needs at least one input and a count of at least 1");
  }
  for (const MineInput& input : request.inputs) {
    pool.inputs.push_back({input.name, open_place(request, input.place)});
  }
  std::sort(pool.inputs.begin(), pool.inputs.end(),
            [](const auto& left, const auto& right) { return left.name < right.name; });
  const hdf5::Dataset& first = pool.inputs.front().dataset;
  const std::uint64_t rows = first.rows();
  if (rows > detail::kMostExamples) {
    refuse(first, fmt::format("has {} rows, expected at most {}", rows, detail::kMostExamples));
  }
  for (const auto& input : pool.inputs) {
    detail::expect_input(input.dataset, rows);
  }
  const hdf5::Dataset labels = open_place(request, request.labels);
  pool.labels = detail::read_integers(labels, rows);
  const std::uint64_t most = request.classes.empty() ? detail::kMostNames : request.classes.size();
  for (std::size_t row = 0; row < pool.labels.size(); ++row) {
    if (pool.labels[row] < 0 || static_cast<std::uint64_t>(pool.labels[row]) >= most) {
      refuse(labels, fmt::format("holds the label {} at row {}, expected 0 to {}", pool.labels[row], row, most - 1));
    }
  }
  if (const auto* place = std::get_if<DatasetPlace>(&request.losses)) {
    pool.losses = detail::read_doubles(open_place(request, *place), rows);
  } else {
    pool.losses = std::get<std::vector<double>>(request.losses);
    if (pool.losses.size() != rows) {
      refuse(first, fmt::format("has {} rows, but the model gave {} losses", rows, pool.losses.size()));
    }
  }
  if (request.probabilities) {
    pool.suspects = detail::confident_suspects(open_place(request, *request.probabilities), pool.labels);
  }
  return pool;
}

using Candidates = std::map<base::Digest, Candidate>;

Candidates find_candidates(const Pool& pool, Mined& mined) {
  const detail::RowIds ids = detail::ids_of_rows(pool.inputs, pool.labels.size());
  if (!ids.problem.empty()) {
    throw base::UserError(ids.problem);
  }
  Candidates candidates;
  for (std::uint64_t row = 0; row < pool.labels.size(); ++row) {
    const bool finite = std::isfinite(pool.losses[row]);
    if (!finite) {
      mined.invalid.push_back(row);
    }
    const auto [found, is_new] = candidates.try_emplace(ids.ids[row].value());
    Candidate& candidate = found->second;
    if (is_new) {
      candidate.label = pool.labels[row];
    }
    candidate.contradicted = candidate.contradicted || candidate.label != pool.labels[row];
    if (!finite) {
      continue;
    }
    mined.duplicates += candidate.choosable ? 1 : 0;
    if (!candidate.choosable || pool.losses[row] > candidate.loss) {
      candidate.row = row;
      candidate.loss = pool.losses[row];
    }
    candidate.choosable = true;
  }
  return candidates;
}

void choose(const MineRequest& request, const Pool& pool, const Candidates& candidates, Mined& mined) {
  std::vector<MinedExample> ranked;
  for (const auto& [id, candidate] : candidates) {
    if (candidate.choosable) {
      const bool suspect = candidate.contradicted || (!pool.suspects.empty() && pool.suspects[candidate.row]);
      ranked.push_back({candidate.row, id, candidate.loss, suspect ? Status::kQuarantined : Status::kGate});
    }
  }
  // The candidates come by id, so that a stable sort leaves equal losses in the order of their ids.
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const MinedExample& left, const MinedExample& right) { return left.loss > right.loss; });
  std::map<std::int64_t, std::uint64_t> taken;
  for (const MinedExample& example : ranked) {
    if (mined.examples.size() == request.count) {
      break;
    }
    if (!request.per_class || taken[pool.labels[example.row]]++ < *request.per_class) {
      mined.examples.push_back(example);
    }
  }
}

/// The bytes of the chosen rows, in the order of their ranks.
InputColumn copy_rows(const detail::StoredInput& input, const std::vector<MinedExample>& chosen) {
  std::map<std::uint64_t, std::size_t> rank_of;
  for (std::size_t rank = 0; rank < chosen.size(); ++rank) {
    rank_of.emplace(chosen[rank].row, rank);
  }
  const hdf5::Dataset& dataset = input.dataset;
  InputColumn column{input.name, dataset.type(), dataset.shape(), {}};
  column.shape[0] = chosen.size();
  std::size_t row_bytes = 0;
  detail::for_each_block(dataset, 0, [&](const hdf5::Block& block) {
    if (row_bytes == 0) {
      row_bytes = block.bytes.size() / block.rows;
      if (row_bytes != 0 && chosen.size() > kMostInputBytes / row_bytes) {
        refuse(dataset, fmt::format("has rows of {} bytes: {} of them are more than {} bytes", row_bytes, chosen.size(),
                                    kMostInputBytes));
      }
      column.bytes.resize(chosen.size() * row_bytes);
    }
    const auto end = rank_of.lower_bound(block.first_row + block.rows);
    for (auto at = rank_of.lower_bound(block.first_row); at != end; ++at) {
      std::memcpy(column.bytes.data() + at->second * row_bytes,
                  block.bytes.data() + (at->first - block.first_row) * row_bytes, row_bytes);
    }
  });
  return column;
}

ExampleSuite suite_of(const MineRequest& request, const Pool& pool, const std::vector<MinedExample>& chosen) {
  ExampleSuite suite;
  suite.name = request.suite_name.empty() ? request.into.stem().string() : request.suite_name;
  suite.description = request.description;
  suite.created_at = request.created_at;
  suite.tool_version = request.tool_version;
  suite.classes = request.classes;
  if (suite.classes.empty()) {
    const std::int64_t largest = *std::max_element(pool.labels.begin(), pool.labels.end());
    for (std::int64_t label = 0; label <= largest; ++label) {
      suite.classes.push_back(std::to_string(label));
    }
  }
  suite.tags = request.tags;
  std::vector<std::uint32_t> all_tags(suite.tags.size());
  std::iota(all_tags.begin(), all_tags.end(), 0U);
  for (const MinedExample& one : chosen) {
    Example example;
    example.tags = all_tags;
    example.label = pool.labels[one.row];
    example.status = one.status;
    example.loss_at_add = one.loss;
    example.source_index = static_cast<std::int64_t>(one.row);
    suite.examples.push_back(example);
  }
  return suite;
}

}  // namespace

Mined mine(const MineRequest& request) {
  for (std::size_t i = 0; i < request.tags.size(); ++i) {
    if (std::find(request.tags.begin(), request.tags.begin() + static_cast<std::ptrdiff_t>(i), request.tags[i]) !=
        request.tags.begin() + static_cast<std::ptrdiff_t>(i)) {
      throw base::UserError(fmt::format("the tag {} is given twice", request.tags[i]));
    }
  }
  const Pool pool = open_pool(request);
  Mined mined;
  tell(request, input_files(request));
  choose(request, pool, find_candidates(pool, mined), mined);
  if (mined.examples.empty()) {
    throw base::UserError(
        fmt::format("there is nothing to choose: none of {} rows has a finite loss and an input that "
                    "can be read",
                    pool.labels.size()));
  }
  std::vector<InputColumn> inputs;
  for (const detail::StoredInput& input : pool.inputs) {
    tell(request, {input.dataset.file()});
    inputs.push_back(copy_rows(input, mined.examples));
  }
  tell(request, {});
  ExampleSuite suite = suite_of(request, pool, mined.examples);
  mined.committed = std::filesystem::exists(request.into)
                        ? append_to_suite(request.into, suite, inputs, request.reading)
                        : create_suite(request.into, std::move(suite), std::move(inputs));
  return mined;
}

}  // namespace assay::examples
