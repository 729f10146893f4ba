#include <assay/report/console.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace assay::report {
namespace {

using run::Event;
using run::EventKind;

Event event_of(EventKind kind, std::string name, std::string phase = {}, std::string detail = {}) {
  Event event;
  event.kind = kind;
  event.case_name = std::move(name);
  event.phase = std::move(phase);
  event.detail = std::move(detail);
  return event;
}

Event planned(const std::string& name, const std::string& skip = {}) {
  Event event = event_of(EventKind::kRunPlanned, name);
  event.planned.emplace();
  event.planned->name = name;
  event.planned->skip = skip;
  return event;
}

Event step(const std::string& name, std::uint64_t number, std::int64_t nanoseconds) {
  Event event = event_of(EventKind::kStep, name);
  event.step = number;
  event.monotonic_ns = nanoseconds;
  return event;
}

/// What a terminal shows of the bytes: a carriage return goes back to the first column.
class Terminal {
 public:
  void print(const std::string& bytes) {
    for (const char byte : bytes) {
      if (byte == '\r') {
        at_ = 0;
      } else {
        line_.resize(std::max(line_.size(), at_ + 1), ' ');
        line_[at_++] = byte;
      }
    }
  }
  [[nodiscard]] std::string line() const { return line_.substr(0, line_.find_last_not_of(' ') + 1); }

 private:
  std::string line_;
  std::size_t at_ = 0;
};

class ProgressTest : public testing::Test {
 protected:
  /// Shows the event and tells what stands on the terminal.
  std::string show(const Event& event) {
    terminal_.print(progress_.update(event));
    return terminal_.line();
  }

  Progress progress_{{.colour = false, .width = 60}};
  Terminal terminal_;
};

TEST_F(ProgressTest, TellsHowFarTheRunIs) {
  EXPECT_EQ(show(planned("s.expect.a")), "");
  EXPECT_EQ(show(planned("s.expect.b")), "");
  EXPECT_EQ(show(planned("s.expect.c", "no CUDA device")), "");
  EXPECT_EQ(show(event_of(EventKind::kCaseStarted, "s.expect.a")), "[1/2] s.expect.a");
  EXPECT_EQ(show(event_of(EventKind::kPhase, "s.expect.a", "read", "train/images")),
            "[1/2] s.expect.a  read train/images");
  show(event_of(EventKind::kCaseFinished, "s.expect.a"));
  EXPECT_EQ(show(event_of(EventKind::kCaseStarted, "s.expect.b")), "[2/2] s.expect.b");
  terminal_.print(progress_.finish());
  EXPECT_EQ(terminal_.line(), "");
}

TEST_F(ProgressTest, APlanToldTwiceCountsOnce) {
  show(planned("s.expect.a"));
  show(planned("s.expect.a"));
  EXPECT_EQ(show(event_of(EventKind::kCaseStarted, "s.expect.a")), "[1/1] s.expect.a");
}

TEST_F(ProgressTest, ARetryIsNoFurtherCase) {
  show(planned("s.expect.a"));
  show(event_of(EventKind::kCaseStarted, "s.expect.a"));
  show(event_of(EventKind::kCaseFinished, "s.expect.a"));
  EXPECT_EQ(show(event_of(EventKind::kCaseStarted, "s.expect.a")), "[1/1] s.expect.a");
}

TEST_F(ProgressTest, WhenACaseEndsAnotherRunningOneIsShown) {
  show(planned("a"));
  show(planned("b"));
  show(event_of(EventKind::kCaseStarted, "a"));
  show(event_of(EventKind::kCaseStarted, "b"));
  EXPECT_EQ(show(event_of(EventKind::kWorkerEnded, "b")), "[2/2] a");
}

TEST_F(ProgressTest, NothingNewPrintsNothing) {
  show(event_of(EventKind::kCaseStarted, "a"));
  EXPECT_EQ(progress_.update(event_of(EventKind::kCaseStarted, "a")), "");
  EXPECT_EQ(progress_.update(event_of(EventKind::kMeasure, "a")), "");
  EXPECT_EQ(progress_.update(event_of(EventKind::kPhase, "")), "");
}

TEST_F(ProgressTest, StepsAreShownTenTimesASecondAtMost) {
  show(event_of(EventKind::kCaseStarted, "a"));
  EXPECT_EQ(show(step("a", 1, 1'000'000'000)), "[1/1] a  step 1");
  EXPECT_EQ(progress_.update(step("a", 2, 1'050'000'000)), "");
  EXPECT_EQ(show(step("a", 3, 1'100'000'000)), "[1/1] a  step 3");
}

TEST_F(ProgressTest, ALongLineIsCutToOneRow) {
  show(event_of(EventKind::kCaseStarted, "a"));
  const std::string bytes = progress_.update(event_of(EventKind::kPhase, "a", "read", std::string(500, 'x')));
  EXPECT_EQ(bytes, "\r[1/1] a  read " + std::string(44, 'x') + "…");  // 59 columns
}

TEST_F(ProgressTest, HostileNamesCannotSteerTheTerminal) {
  EXPECT_EQ(show(event_of(EventKind::kCaseStarted, "a\x1b[2J\n")), "[1/1] a\\x1b[2J\\n");
}

TEST_F(ProgressTest, FinishWithoutALineIsSilent) { EXPECT_EQ(progress_.finish(), ""); }

}  // namespace
}  // namespace assay::report
