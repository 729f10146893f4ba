#pragma once

#include <assay/run/event.hpp>
#include <assay/run/run_record.hpp>

#include <memory>
#include <string>

namespace assay::report {

/// How console text may look.
struct ConsoleStyle {
  bool colour = false;
  unsigned width = 80;  ///< columns; lines are wrapped or cut to it
};

/// The whole run for a person: a block a suite, a line a case with its checks, failures with what was expected, seen,
/// where and how often and the command that reproduces it, then one summary line.
[[nodiscard]] std::string console_text(const run::RunRecord& record, const ConsoleStyle& style);

/// One line that tells how far a run is (`[3/12] fashion_mnist.expect.train_images  read train/images`), rewritten in
/// place on a terminal. Feed it all events; it answers with the bytes to print, empty when nothing changed.
class Progress {
 public:
  explicit Progress(const ConsoleStyle& style);
  ~Progress();
  Progress(Progress&&) noexcept;
  Progress& operator=(Progress&&) noexcept;

  [[nodiscard]] std::string update(const run::Event& event);
  /// The bytes that wipe the line.
  [[nodiscard]] std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::report
