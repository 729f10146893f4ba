#include <assay/run/capture.hpp>

#include <gmock/gmock.h>

#include <chrono>

namespace assay::run {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(Capture, GathersOutputAndStatus) {
  const auto captured = capture({"sh", "-c", "echo out; echo err >&2; exit 3"}, 60s);
  ASSERT_TRUE(captured.has_value()) << captured.error();
  EXPECT_EQ(captured->output, "out\n");
  EXPECT_EQ(captured->status, 3);
}

TEST(Capture, ASignalIsAStatusToo) { EXPECT_EQ(capture({"sh", "-c", "kill -9 $$"}, 60s)->status, 128 + 9); }

TEST(Capture, AProgramThatIsNotThereIsASentence) {
  EXPECT_THAT(capture({"/no/such/program"}, 60s).error(), HasSubstr("/no/such/program cannot be started"));
}

TEST(Capture, AProgramThatDoesNotEndIsKilled) {
  EXPECT_THAT(capture({"sleep", "1000"}, 100ms).error(), HasSubstr("sleep has not ended within 100 ms"));
}

TEST(Capture, AProgramThatNeverStopsPrintingIsKilledToo) {
  EXPECT_THAT(capture({"yes"}, 200ms).error(), HasSubstr("yes has not ended"));
}

TEST(Capture, MuchOutputIsCut) {
  const auto captured = capture({"head", "-c", "3000000", "/dev/zero"}, 60s);
  ASSERT_TRUE(captured.has_value()) << captured.error();
  EXPECT_EQ(captured->output.size(), kMostCaptured);
}

TEST(Capture, AChildThatHoldsThePipeIsNotWaitedFor) {
  // Were the end of the pipe awaited, this would take the whole limit and be an error.
  const auto captured = capture({"sh", "-c", "echo out; sleep 100 & exit 0"}, 50s);
  ASSERT_TRUE(captured.has_value()) << captured.error();
  EXPECT_EQ(captured->output, "out\n");
}

}  // namespace
}  // namespace assay::run
