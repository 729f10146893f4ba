#pragma once

#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/joined_log.hpp>
#include <assay/run/detail/live_worker.hpp>
#include <assay/run/execute.hpp>
#include <assay/run/plan.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace assay::run::detail {

/// Carries out the jobs of one plan: keeps up to `jobs` workers alive and decides what becomes of what they leave
/// undone. Every worker settles at least one case or all of its cases are given up, so it always comes to an end.
class Execution {
 public:
  /// Does not own the plan, the options, the log or the signalfd of SIGINT and SIGTERM.
  Execution(const Plan& plan, const ExecuteOptions& options, JoinedLog& log, int signals);

  void run();

 private:
  /// Cases for one worker.
  struct Assignment {
    std::size_t job = 0;
    std::vector<std::size_t> tasks;
    bool retry = false;  ///< an attempt at each has been made and stands when there is no other
  };
  struct Running {
    Assignment assignment;
    std::unique_ptr<LiveWorker> worker;
    std::set<std::string> finished;
  };

  /// Whether everything that its cases need is over, or comes before them in the same worker.
  [[nodiscard]] bool is_ready(const Assignment& assignment) const;
  void start_worker(Assignment assignment);
  void wait();
  void read_signals();
  void read_events(Running& running);
  void conclude(Running& running);
  void settle(const Running& running, const std::vector<std::size_t>& done);
  void give_up(std::size_t task, base::Verdict verdict, base::Fault fault, const std::string& reason,
               const std::string& output);
  void give_up_queue();
  [[nodiscard]] bool budget_is_used_up() const;

  const Plan& plan_;
  const ExecuteOptions& options_;
  JoinedLog& log_;
  int signals_;
  base::FileDescriptor changes_;  ///< inotify on the event logs of the workers
  std::int64_t budget_end_ns_ = 0;
  std::deque<Assignment> queue_;
  std::list<Running> running_;
  std::vector<unsigned> repetitions_left_;  ///< by task
  std::vector<unsigned> retries_left_;
  std::set<std::size_t> over_;  ///< tasks that had a first attempt, or never will
  std::size_t workers_ = 0;
  bool cancelled_ = false;
};

}  // namespace assay::run::detail
