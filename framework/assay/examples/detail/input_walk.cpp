#include <assay/base/error.hpp>
#include <assay/examples/content_id.hpp>
#include <assay/examples/detail/column.hpp>
#include <assay/examples/detail/input_walk.hpp>
#include <assay/hdf5/block_source.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace assay::examples::detail {
namespace {

constexpr std::string_view kInputFolder = "/examples/input/";
constexpr std::size_t kMostDatasets = 10000;

/// One pass over all inputs in step, giving ids to rows that have none yet.
class Pass {
 public:
  Pass(std::span<const StoredInput> inputs, std::uint64_t rows_per_block, RowIds& result)
      : inputs_(inputs), result_(result), blocks_(inputs.size()), good_(inputs.size()) {
    for (const StoredInput& input : inputs) {
      sources_.emplace_back(input.dataset, rows_per_block);
    }
  }

  /// False at the end, or when no more can be read.
  bool step() {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      auto raw = sources_[i].next();
      if (!raw) {
        note(raw.error());
        return false;
      }
      if (!*raw) {
        return false;
      }
      first_row_ = (*raw)->first_row();
      rows_ = (*raw)->rows();
      good_[i] = wanted();
      if (!good_[i]) {
        continue;
      }
      if (auto decoded = (*raw)->decode_into(blocks_[i]); !decoded) {
        note(decoded.error());
        good_[i] = false;
      }
    }
    if (std::find(good_.begin(), good_.end(), false) == good_.end()) {
      hash();
    }
    return true;
  }

 private:
  [[nodiscard]] bool wanted() const {
    for (std::uint64_t row = first_row_; row < first_row_ + rows_; ++row) {
      if (!result_.ids[row]) {
        return true;
      }
    }
    return false;
  }

  void note(const hdf5::Problem& problem) {
    if (result_.problem.empty()) {
      result_.problem = problem.message;
    }
  }

  void hash() {
    for (std::uint64_t row = 0; row < rows_; ++row) {
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const hdf5::Dataset& dataset = inputs_[i].dataset;
        const std::size_t bytes = blocks_[i].bytes.size() / rows_;
        id_.add_input(dataset.type(), std::span(dataset.shape()).subspan(1),
                      std::span(blocks_[i].bytes).subspan(row * bytes, bytes));
      }
      result_.ids[first_row_ + row] = id_.finish();
    }
  }

  std::span<const StoredInput> inputs_;
  RowIds& result_;
  std::vector<hdf5::BlockSource> sources_;
  std::vector<hdf5::Block> blocks_;
  std::vector<bool> good_;
  ContentId id_;
  std::uint64_t first_row_ = 0;
  std::uint64_t rows_ = 0;
};

}  // namespace

void expect_input(const hdf5::Dataset& dataset, std::uint64_t rows) {
  expect_rows(dataset, rows, "there are examples");
  using Kind = hdf5::ElementKind;
  const Kind kind = dataset.type().kind;
  const bool numbers = kind == Kind::kInteger || kind == Kind::kFloat || kind == Kind::kBoolean || kind == Kind::kEnum;
  if (!numbers || !dataset.type().unreadable.empty()) {
    refuse(dataset, fmt::format("is of type {}, expected an input of numbers", dataset.type().name()));
  }
}

std::vector<StoredInput> find_inputs(const hdf5::File& suite, std::uint64_t rows) {
  const std::vector<std::string> paths = suite.dataset_paths(kMostDatasets);
  if (paths.size() >= kMostDatasets) {
    refuse(suite.path(), fmt::format("holds {} datasets or more, too many for a suite", kMostDatasets));
  }
  std::vector<StoredInput> inputs;
  for (const std::string& path : paths) {
    if (path.starts_with(kInputFolder)) {
      inputs.push_back({path.substr(kInputFolder.size()), open_column(suite, path)});
      expect_input(inputs.back().dataset, rows);
    }
  }
  std::sort(inputs.begin(), inputs.end(),
            [](const StoredInput& left, const StoredInput& right) { return left.name < right.name; });
  return inputs;
}

RowIds ids_of_rows(std::span<const StoredInput> inputs, std::uint64_t rows) {
  RowIds result;
  result.ids.resize(rows);
  if (inputs.empty() || rows == 0) {
    return result;
  }
  std::uint64_t rows_per_block = hdf5::BlockSource::natural_rows(inputs.front().dataset);
  for (const StoredInput& input : inputs) {
    rows_per_block = std::min(rows_per_block, hdf5::BlockSource::natural_rows(input.dataset));
  }
  Pass pass(inputs, rows_per_block, result);
  while (pass.step()) {
  }
  if (!result.problem.empty()) {
    // A row a block: what is damaged takes nothing sound with it.
    Pass again(inputs, 1, result);
    while (again.step()) {
    }
    if (std::none_of(result.ids.begin(), result.ids.end(), [](const auto& id) { return id.has_value(); })) {
      throw base::UserError(result.problem);
    }
  }
  return result;
}

}  // namespace assay::examples::detail
