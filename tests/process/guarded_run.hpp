#pragma once

#include <assay/run/execute.hpp>

#include "../unit/run/temporary_folder.hpp"
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::run {

/// Runs cases of the fake worker under the real runner and guard. Whatever a test starts carries its mark, and nothing
/// marked may be alive when it ends.
class GuardedRun : public testing::Test {
 protected:
  GuardedRun();
  void TearDown() override;

  /// A case `s.test.F.<name>`; the first word of the name says what the worker does.
  [[nodiscard]] Task task(const std::string& name) const;

  /// One job with these cases.
  [[nodiscard]] Plan plan_of(const std::vector<Task>& tasks) const;
  [[nodiscard]] Plan plan(const std::vector<std::string>& names) const;

  RunRecord run(const Plan& plan, unsigned jobs = 1);

  [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }
  [[nodiscard]] const std::string& mark() const noexcept { return mark_; }
  [[nodiscard]] std::string content(const std::string& file) const;
  /// All events of the joined log, and of a kind.
  [[nodiscard]] std::vector<Event> events() const;
  [[nodiscard]] std::vector<Event> events(EventKind kind) const;

  /// A program of these tests.
  [[nodiscard]] static std::string program(const char* variable);

 private:
  TemporaryFolder folder_;
  std::string mark_;
};

/// Verdicts as words, in the order of the plan.
[[nodiscard]] std::vector<std::string> verdicts(const RunRecord& record);

}  // namespace assay::run
