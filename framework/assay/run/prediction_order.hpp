#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace assay::run {

/// A dataset of a pool of examples.
struct OrderedDataset {
  std::filesystem::path file;
  std::string dataset;
  friend bool operator==(const OrderedDataset&, const OrderedDataset&) = default;
};

/// What a worker is asked to have a recipe's model answer: either a suite of examples, or an input of a pool. `assay`
/// writes it as a JSON file and starts the worker with `--assay_predict=FILE --assay_events=DESCRIPTOR`; the worker
/// writes a predictions file. Paths are absolute.
struct PredictionOrder {
  std::string recipe;
  std::filesystem::path checkpoint;
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::filesystem::path suite;           ///< empty: a pool
  std::optional<OrderedDataset> inputs;  ///< of a pool
  std::optional<OrderedDataset> labels;  ///< of a pool, for the loss
  bool probabilities = false;            ///< written as well
  std::filesystem::path into;            ///< the predictions file

  friend bool operator==(const PredictionOrder&, const PredictionOrder&) = default;
};

/// Writes the file. @throws base::InfrastructureError when it cannot be written.
void write_prediction_order(const PredictionOrder& order, const std::filesystem::path& file);

/// Reads it, or one sentence that says what is wrong with it; an order is for a suite or a pool, never for both.
[[nodiscard]] tl::expected<PredictionOrder, std::string> read_prediction_order(const std::filesystem::path& file);

}  // namespace assay::run
