#pragma once

#include <assay/base/check_result.hpp>
#include <assay/expect/instruction_set.hpp>
#include <assay/suite/expect_case.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::expect {

/// One `expect` case to judge, with the shards of every data name that it uses. Of several samples the first one holds.
struct Request {
  suite::ExpectCase expectation;
  std::map<std::string, std::vector<std::filesystem::path>> files;
};

/// How an evaluation runs.
struct EvaluationOptions {
  unsigned threads = 1;
  /// Rows that are read at a time; 0: what suits the dataset. Results do not depend on it.
  std::uint64_t rows_per_block = 0;
  /// Which inner loops are taken. Results do not depend on it.
  InstructionSet instructions = best_instruction_set();
  /// Told before a file is touched, to look at its structure and again to read it: file and dataset, so that a crash
  /// inside HDF5 can be blamed on them.
  std::function<void(const std::filesystem::path& file, const std::string& dataset)> on_read;
};

/// Judges many cases together: all that ask about one dataset share one pass over it.
///
/// Results do not depend on the number of threads, nor on which other cases are asked for.
class Evaluation {
 public:
  explicit Evaluation(std::vector<Request> requests, EvaluationOptions options = {});
  ~Evaluation();
  Evaluation(Evaluation&&) noexcept;
  Evaluation& operator=(Evaluation&&) noexcept;

  /// The results of one case, a check each in the order of `Case::check_names`; scans what has not been scanned yet.
  /// Never throws for what the data hold: unreadable data are the verdict `error` with fault `data`, a question that
  /// the data cannot answer (the mean of text) `error` with fault `user`.
  [[nodiscard]] const std::vector<base::CheckResult>& results(std::size_t request);

  /// Draws the offenders of a failure as one sheet of small pictures and writes it as a PNG, when the rows of the
  /// check's dataset are pictures: [n, h, w], [n, h, w, c] or [n, c, h, w] of numbers, with sides from 4 to 512 and 1,
  /// 3 or 4 channels. At most 1.5 million pixels.
  /// @param check place among the results of the request
  /// @returns a caption; none when there is nothing to draw; or a sentence that says why it could not be drawn or
  ///          written, which changes no verdict
  [[nodiscard]] tl::expected<std::optional<std::string>, std::string> draw_offenders(std::size_t request,
                                                                                     std::size_t check,
                                                                                     const base::Failure& failure,
                                                                                     const std::filesystem::path& file);

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace assay::expect
