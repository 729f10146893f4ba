#pragma once

#include "experiment.hpp"
#include "mutations/mutation.hpp"
#include "wilson.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::zoo {

/// What one check said of one mutation.
struct Detection {
  std::size_t seeds = 0;  ///< in how many runs it alarmed
  std::optional<std::uint64_t> first_step;
};

/// One mutation over its seeds.
struct MatrixRow {
  const Mutation* mutation = nullptr;
  std::size_t seeds = 0;
  std::size_t alarmed = 0;  ///< runs with any alarm
  bool naive = false;       ///< the naive test failed in all runs
  bool inert = false;       ///< the first losses are those of the healthy subject, in all runs
  std::map<std::string, Detection> checks;

  /// A fault is caught when every run alarms.
  [[nodiscard]] bool caught() const { return seeds > 0 && alarmed == seeds; }
  /// Checks that alarmed in every run.
  [[nodiscard]] std::vector<std::string> always() const;
  /// The lowest step at which one of these alarmed; none when none names a step.
  [[nodiscard]] std::optional<std::uint64_t> first_step() const;
};

/// How far one check gets: alone, and what nothing else catches.
struct CheckPower {
  std::string check;
  Share alone;
  Share only;
};

/// The detection matrix.
struct Matrix {
  std::vector<std::uint64_t> seeds;
  std::vector<MatrixRow> rows;

  [[nodiscard]] Share caught() const;
  [[nodiscard]] Share naive() const;
  [[nodiscard]] Share controls_alarmed() const;
  /// In the order of Assay's checks, the budgets after them; all that ever alarmed.
  [[nodiscard]] std::vector<CheckPower> by_check() const;
};

/// @param experiments those of the mutations and, for the same seeds, of their healthy subjects.
[[nodiscard]] Matrix make_matrix(std::span<const Mutation* const> chosen, std::span<const std::uint64_t> seeds,
                                 std::span<const Experiment> experiments, std::span<const RunReport> reports);

/// For a terminal, at most 120 columns wide.
[[nodiscard]] std::string to_text(const Matrix& matrix);
/// `schema` 1: rows sorted by name; nothing in it changes from run to run of the same code.
[[nodiscard]] std::string to_json(const Matrix& matrix);

}  // namespace assay::zoo
