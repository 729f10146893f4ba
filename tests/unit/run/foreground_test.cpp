// Programs in the foreground, played by shell scripts that say what they read as a real one does.
#include <assay/run/detail/process_table.hpp>
#include <assay/run/foreground.hpp>

#include "temporary_folder.hpp"
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace assay::run {
namespace {

using namespace std::chrono_literals;
using Kind = ForegroundEnd::Kind;
using testing::HasSubstr;

constexpr auto kPatience = 60s;

/// A script whose `say LINE` writes to the descriptor that it was given as its last argument.
ForegroundTask script(const std::string& body) {
  ForegroundTask task;
  task.program = "/bin/sh";
  task.arguments = {"-c", "say() { printf '%s\\n' \"$1\" > /proc/self/fd/${0#--assay_events=}; }\n" + body};
  return task;
}

std::string reading(const std::vector<std::filesystem::path>& files) {
  return "say '" + to_line(reading_event(files)) + "'\n";
}

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

template <class Condition>
bool eventually(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::yield();
  }
  return true;
}

bool is_alive(pid_t pid) {
  const auto process = detail::read_process(pid);
  return process && process->state != 'Z' && process->state != 'X';
}

/// Runs a task in a process of its own, which plays `assay`; its status is the kind of the end.
pid_t play_runner(const ForegroundTask& task) {
  const pid_t runner = ::fork();
  if (runner == 0) ::_exit(static_cast<int>(run_in_foreground(task).kind));
  return runner;
}

TEST(Foreground, AnswersWithTheExitStatus) {
  const ForegroundEnd end = run_in_foreground(script("exit 4"));
  EXPECT_EQ(end.kind, Kind::kExited);
  EXPECT_EQ(end.code, 4);
  EXPECT_EQ(end.reading, "");
}

TEST(Foreground, AProgramThatIsNotThereSaysSo) {
  const ForegroundEnd end = run_in_foreground({.program = "/no/such/program", .arguments = {}});
  EXPECT_EQ(end.kind, Kind::kNotStarted);
  EXPECT_THAT(end.detail, HasSubstr("/no/such/program cannot be started"));
}

TEST(Foreground, ACrashWhileReadingNamesTheFile) {
  const ForegroundEnd end = run_in_foreground(script(reading({"a.h5"}) + reading({"b c.h5"}) + "kill -SEGV $$"));
  EXPECT_EQ(end.kind, Kind::kSignalled);
  EXPECT_EQ(end.code, SIGSEGV);
  EXPECT_EQ(end.reading, "b c.h5");
  EXPECT_EQ(signal_name(end.code), "signal 11 (SIGSEGV)");
}

TEST(Foreground, FilesReadInStepAreNamedTogether) {
  EXPECT_EQ(run_in_foreground(script(reading({"a.h5", "b.h5"}) + "kill -ABRT $$")).reading, "a.h5 or b.h5");
}

TEST(Foreground, ACrashAfterReadingNamesNone) {
  const ForegroundEnd end = run_in_foreground(script(reading({"a.h5"}) + reading({}) + "kill -SEGV $$"));
  EXPECT_EQ(end.kind, Kind::kSignalled);
  EXPECT_EQ(end.reading, "");
}

TEST(Foreground, AHangWhileReadingIsEndedAtTheLimit) {
  ForegroundTask task = script(reading({"a.h5"}) + "exec sleep 1000");
  task.read_limit = 200ms;
  const ForegroundEnd end = run_in_foreground(task);
  EXPECT_EQ(end.kind, Kind::kHung);
  EXPECT_EQ(end.reading, "a.h5");
  EXPECT_EQ(end.detail, "200 ms");
}

TEST(Foreground, TheLimitGrowsWithTheFile) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.append("big.h5", "");
  std::filesystem::resize_file(file, 3'000'000);
  ForegroundTask task = script(reading({file, file}) + "exec sleep 1000");
  task.read_limit = 100ms;
  task.read_limit_per_megabyte = 20ms;
  EXPECT_EQ(run_in_foreground(task).detail, "220 ms");
}

TEST(Foreground, WorkBetweenFilesHasNoLimit) {
  // Were the limit of the first file not lifted, the wait would be taken for a hang.
  ForegroundTask task = script(reading({"a.h5"}) + reading({}) + "sleep 1.3; exit 1");
  task.read_limit = 1s;
  EXPECT_EQ(run_in_foreground(task).kind, Kind::kExited);
}

TEST(Foreground, WhatIsNoEventIsPassedOver) {
  const ForegroundEnd end = run_in_foreground(
      script("say nonsense; head -c 3000000 /dev/zero > /proc/self/fd/${0#--assay_events=}; say ''\n" +
             reading({"a.h5"}) + "kill -SEGV $$"));
  EXPECT_EQ(end.reading, "a.h5");
}

TEST(Foreground, ThereIsNoInputAndTheOutputIsTheCallers) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "out").native();
  const pid_t runner = ::fork();
  if (runner == 0) {
    if (::freopen(file.c_str(), "w", stdout) == nullptr) ::_exit(99);
    ForegroundTask task = script("echo result; echo \"input: $(cat)\"");
    const ForegroundEnd end = run_in_foreground(task);
    task = script("echo diagnostic");
    task.output_is_result = false;
    ::_exit(static_cast<int>(run_in_foreground(task).kind) + end.code);
  }
  int status = -1;
  ::waitpid(runner, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(content(file), "result\ninput: \n");
}

TEST(Foreground, SignalsAreHandedOn) {
  const TemporaryFolder folder;
  const std::filesystem::path ready = folder.path() / "ready";
  const std::filesystem::path caught = folder.path() / "caught";
  for (const int signal : {SIGINT, SIGTERM}) {
    std::filesystem::remove(ready);
    const pid_t runner = play_runner(script("trap 'echo yes > " + caught.native() + "; exit 3' INT TERM; echo > " +
                                            ready.native() + "; while :; do sleep 0.01; done"));
    ASSERT_TRUE(eventually([&] { return std::filesystem::exists(ready); }));
    ::kill(runner, signal);
    int status = -1;
    ::waitpid(runner, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), static_cast<int>(Kind::kExited)) << signal;
    EXPECT_EQ(content(caught), "yes\n") << signal;
    std::filesystem::remove(caught);
  }
}

TEST(Foreground, AProgramThatIsDeafToSignalsIsEnded) {
  const TemporaryFolder folder;
  const std::filesystem::path ready = folder.path() / "ready";
  const pid_t runner =
      play_runner(script("trap '' INT TERM; echo > " + ready.native() + "; while :; do sleep 0.01; done"));
  ASSERT_TRUE(eventually([&] { return std::filesystem::exists(ready); }));
  ::kill(runner, SIGTERM);
  int status = -1;
  ::waitpid(runner, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), static_cast<int>(Kind::kCancelled));
}

TEST(Foreground, TheProgramEndsWithTheRunner) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "pid";
  const pid_t runner = play_runner(script("echo $$ > " + file.native() + ".new; mv " + file.native() + ".new " +
                                          file.native() + "; exec sleep 1000"));
  ASSERT_TRUE(eventually([&] { return std::filesystem::exists(file); }));
  const pid_t program = std::stoi(content(file));
  EXPECT_TRUE(is_alive(program));
  ::kill(runner, SIGKILL);
  ::waitpid(runner, nullptr, 0);
  EXPECT_TRUE(eventually([&] { return !is_alive(program); }));
}

TEST(Foreground, WhatItLeavesInItsGroupEndsWithIt) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "pid";
  EXPECT_EQ(run_in_foreground(script("sleep 1000 & echo $! > " + file.native() + "; exit 0")).kind, Kind::kExited);
  const pid_t left = std::stoi(content(file));
  EXPECT_TRUE(eventually([&] { return !is_alive(left); }));
}

}  // namespace
}  // namespace assay::run
