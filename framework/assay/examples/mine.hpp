#pragma once

#include <assay/base/sha256.hpp>
#include <assay/examples/dataset_place.hpp>
#include <assay/examples/example_suite.hpp>
#include <assay/examples/reading.hpp>
#include <assay/examples/suite_writer.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay::examples {

struct MineInput {
  std::string name;  ///< below `/examples/input/` of the suite; also the order of the inputs in an id
  DatasetPlace place;
};

/// A pool of examples and how many of its hardest ones are wanted.
struct MineRequest {
  std::vector<MineInput> inputs;
  DatasetPlace labels;                                     ///< whole numbers from 0
  std::variant<DatasetPlace, std::vector<double>> losses;  ///< a dataset, or what a model in this process gave
  std::optional<DatasetPlace> probabilities;  ///< [n, classes], out of sample; rows add up to 1 within 1e-4
  std::uint64_t count = 0;                    ///< at most so many
  std::optional<std::uint64_t> per_class;     ///< at most so many with one label
  std::filesystem::path into;                 ///< a new suite, or one that is added to
  std::vector<std::string> classes;           ///< empty: the decimal numbers of the labels
  std::vector<std::string> tags;              ///< of every example that is added; each once
  std::string suite_name;
  std::string description;
  std::string created_at;
  std::string tool_version;
  Reading reading;  ///< may be empty
};

struct MinedExample {
  std::uint64_t row = 0;  ///< in the pool; of equal inputs the one with the largest loss, then the lowest row
  base::Digest id{};
  double loss = 0;
  Status status = Status::kGate;
};

struct Mined {
  std::vector<MinedExample> examples;  ///< by falling loss, then by id
  std::vector<std::uint64_t> invalid;  ///< rows whose loss is not finite; never chosen
  std::uint64_t duplicates = 0;        ///< rows with a finite loss beyond the first of their input
  Committed committed;
};

/// Takes the examples with the highest losses into a suite. What is chosen depends on the examples alone, not on their
/// order, and at `count` it is a prefix of what it is at `count + 1`.
///
/// One input under two labels, and with probabilities an example that confident learning (Northcutt, Jiang and Chuang,
/// JAIR 2021) counts in another class, is quarantined until someone has looked at its label.
/// @throws base::UserError that names file and dataset: unlike lengths, wrong types, labels below 0 or past the
/// classes, probabilities that are none, nothing to choose; and as create_suite and append_to_suite
[[nodiscard]] Mined mine(const MineRequest& request);

/// What `assay mine --json` prints: `{"schema": 1, "examples": [{"row", "id", "loss", "status"}], "invalid": [rows],
/// "duplicates", "generation", "added"}`.
[[nodiscard]] std::string to_json(const Mined& mined);

}  // namespace assay::examples
