// The end of the runner is the end of everything it started.
#include <assay/run/guard.hpp>

#include "guarded_run.hpp"
#include "marked_processes.hpp"
#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::run {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

class GuardRunner : public GuardedRun {
 protected:
  /// Starts the runner program on these cases, all of its processes marked, and waits until a worker hangs.
  pid_t start_runner(const std::vector<std::string>& names) {
    std::vector<std::string> arguments = {program("ASSAY_TEST_RUNNER"), program("ASSAY_TEST_GUARD"),
                                          program("ASSAY_TEST_FAKE_WORKER"), folder()};
    for (const std::string& name : names) {
      arguments.push_back("s.test.F." + name);
    }
    std::vector<char*> pointers;
    for (std::string& argument : arguments) {
      pointers.push_back(argument.data());
    }
    pointers.push_back(nullptr);
    ::setenv(kMarkVariable, mark().c_str(), 1);
    pid_t pid = 0;
    EXPECT_EQ(::posix_spawn(&pid, pointers[0], nullptr, nullptr, pointers.data(), environ), 0);
    ::unsetenv(kMarkVariable);
    EXPECT_TRUE(holds_within(60s, [this] { return std::filesystem::exists(folder() / "ready"); }));
    return pid;
  }

  static int wait_for(pid_t pid) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    return status;
  }

  [[nodiscard]] bool nothing_is_alive() const { return marked_processes(mark()).empty(); }

  /// Kills a runner with at least so many processes. All must end always, and within two seconds once in three times: a
  /// machine that is busy with other work may be late.
  bool is_quick_to_end(const std::vector<std::string>& names, std::size_t processes) {
    for (int attempt = 0; attempt < 3; ++attempt) {
      std::filesystem::remove(folder() / "ready");
      const pid_t runner = start_runner(names);
      EXPECT_GE(marked_processes(mark()).size(), processes);
      ::kill(runner, SIGKILL);
      wait_for(runner);
      if (holds_within(2s, [this] { return nothing_is_alive(); })) {
        return true;
      }
      EXPECT_TRUE(holds_within(60s, [this] { return nothing_is_alive(); }))
          << testing::PrintToString(marked_processes(mark()));
    }
    return false;
  }
};

TEST_F(GuardRunner, KillingTheRunnerLeavesNothingAliveTwoSecondsLater) {
  EXPECT_TRUE(is_quick_to_end({"pass_1", "family_2", "pass_3"}, 5)) << "runner, guard, worker, daemon, child";
}

TEST_F(GuardRunner, KillingTheRunnerEndsATreeThatIgnoresTermination) {
  EXPECT_TRUE(is_quick_to_end({"stubborn_1"}, 4)) << "runner, guard, worker, daemon";
}

TEST_F(GuardRunner, AnInterruptedRunnerReportsWhatWasDone) {
  for (const int signal : {SIGINT, SIGTERM}) {
    std::filesystem::remove(folder() / "ready");
    const pid_t runner = start_runner({"pass_1", "family_2", "pass_3"});
    ::kill(runner, signal);
    const int status = wait_for(runner);
    EXPECT_TRUE(nothing_is_alive()) << "when the runner has ended, so has all else";
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 3);
    const RunRecord record = to_record(events());
    EXPECT_THAT(verdicts(record), ElementsAre("passed", "cancelled", "cancelled"));
    EXPECT_THAT(record.cases[1].reason, HasSubstr("while this case ran"));
    EXPECT_EQ(events(EventKind::kRunFinished).size(), 1U);
  }
}

TEST_F(GuardRunner, TheSignalMaskIsAsItWasAfterARun) {
  sigset_t before;
  ASSERT_EQ(::pthread_sigmask(SIG_SETMASK, nullptr, &before), 0);
  static_cast<void>(run(plan({"pass_1"})));
  sigset_t after;
  ASSERT_EQ(::pthread_sigmask(SIG_SETMASK, nullptr, &after), 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) {
    EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal)) << signal;
  }
}

TEST_F(GuardRunner, AnOrderThatCannotBeReadIsRefused) {
  TemporaryFolder orders;
  EXPECT_EQ(guard_main(orders.path() / "missing"), 3);
  EXPECT_EQ(guard_main(orders.append("order", "{}")), 3);
  EXPECT_EQ(guard_main(orders.append("stranger",
                                     R"({"schema":1,"runner":1,"program":"/bin/true","batch":"/b","events":"/e"})")),
            3)
      << "a guard whose runner is not its parent";
}

}  // namespace
}  // namespace assay::run
