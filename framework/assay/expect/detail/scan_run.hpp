#pragma once

#include <assay/expect/detail/scan.hpp>
#include <assay/expect/detail/step_reader.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace assay::expect::detail {

/// Walks one scan: blocks are read by one thread at a time, decoded and looked at by many, merged by one in order.
class ScanRun {
 public:
  ScanRun(Scan& scan, const EvaluationOptions& options);
  ~ScanRun();
  ScanRun(const ScanRun&) = delete;
  ScanRun& operator=(const ScanRun&) = delete;

  /// @param threads 0 counts as 1. At most two blocks a thread are in memory.
  void run(unsigned threads);

 private:
  struct Step;

  [[nodiscard]] Step* read();
  void look(Step& step);
  void merge(Step& step);
  [[nodiscard]] bool usable(const Step& step, const std::vector<std::size_t>& companions) const;

  Scan& scan_;
  StepReader reader_;
  std::atomic<bool> stopped_ = false;  ///< the scanned dataset cannot be decoded: nothing further is read
  std::mutex mutex_;                   ///< of the two lists
  std::vector<std::unique_ptr<Step>> steps_;
  std::vector<Step*> free_;
};

}  // namespace assay::expect::detail
