#pragma once

#include <assay/expect/detail/row_window.hpp>
#include <assay/expect/detail/scan.hpp>
#include <assay/expect/detail/step_reader.hpp>

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace assay::expect::detail {

/// Walks one dataset for all scans of it and of parts of it: blocks are read by one thread at a time, decoded and
/// looked at by many, merged by one in order.
class ScanRun {
 public:
  /// @param scans of one dataset, at least one.
  ScanRun(const std::vector<Scan*>& scans, const EvaluationOptions& options);
  ~ScanRun();
  ScanRun(const ScanRun&) = delete;
  ScanRun& operator=(const ScanRun&) = delete;

  /// @param threads 0 counts as 1. At most two blocks a thread are in memory.
  /// @param finish what is to be done once all is read, on the same threads.
  void run(unsigned threads, const std::function<void()>& finish);

 private:
  struct Step;
  struct StepPart;

  /// Where a companion's rows come from.
  struct Source {
    enum class Kind {
      kSameBlock,  ///< another part of the scanned dataset, of the same rows
      kInStep,     ///< a dataset that is read in step with the scanned one; `number` is that of the reader
      kWindow,     ///< rows that lie elsewhere: read on their own; `number` is that of the part's window
    };
    Kind kind = Kind::kInStep;
    std::size_t number = 0;
  };
  /// One scan and its companions.
  struct Part {
    Scan* scan = nullptr;
    std::vector<Source> sources;  ///< a companion
    std::deque<RowWindow> windows;
    std::vector<std::optional<Trouble>> window_troubles;
    std::vector<SummaryNeed> needs;     ///< a filter: what its metrics want to know of a block
    std::optional<std::size_t> column;  ///< all that is taken of a row, of every row
    bool told_by_columns = false;       ///< no filter and no metric needs more than the column's summary
  };

  void add_part(Scan& scan, const EvaluationOptions& options);
  [[nodiscard]] static bool is_wanted(const Part& part, std::uint64_t first_row, std::uint64_t rows);
  [[nodiscard]] Step* read();
  void read_windows(Step& step);
  void look(Step& step);
  void summarise_all_columns(Step& step) const;
  void look_at(Step& step, std::size_t number);
  [[nodiscard]] static std::vector<CompanionView> companions_of(Step& step, const Part& part, StepPart& found);
  [[nodiscard]] bool settled_by_column(const Step& step, const Part& part) const;
  void merge(Step& step);
  [[nodiscard]] bool usable(const StepPart& found, const std::vector<std::size_t>& companions) const;

  const Structure& stored_;
  InstructionSet instructions_;
  std::deque<Part> parts_;
  std::vector<const Structure*> in_step_;
  bool by_columns_ = false;
  SummaryNeed column_need_ = SummaryNeed::kNone;
  std::optional<StepReader> reader_;
  std::atomic<bool> stopped_ = false;  ///< the scanned dataset cannot be decoded: nothing further is read
  std::mutex mutex_;                   ///< of the two lists
  std::vector<std::unique_ptr<Step>> steps_;
  std::vector<Step*> free_;
};

}  // namespace assay::expect::detail
