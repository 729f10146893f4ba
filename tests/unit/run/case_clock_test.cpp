#include <assay/run/detail/case_clock.hpp>

#include <gmock/gmock.h>

namespace assay::run::detail {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::int64_t kSecond = 1'000'000'000;

Event event(EventKind kind, const std::string& name = "") {
  Event result;
  result.kind = kind;
  result.case_name = name;
  return result;
}

/// Case a may take 2 s, b 5 s, c as long as it likes.
CaseClock clock_of_three() {
  return CaseClock({{"a", 2s, std::nullopt}, {"b", 5s, 1000}, {"c", std::nullopt, std::nullopt}}, 100 * kSecond);
}

TEST(CaseClock, TheLimitOfTheFirstCaseHoldsForTheStart) {
  const CaseClock clock = clock_of_three();
  EXPECT_EQ(clock.deadline_ns(), 102 * kSecond);
  EXPECT_EQ(clock.in_flight(), nullptr);
  EXPECT_THAT(clock.expired_text(), HasSubstr("did not come to its first case within 2"));
}

TEST(CaseClock, EachCaseHasItsOwnTime) {
  CaseClock clock = clock_of_three();
  clock.add(event(EventKind::kCaseStarted, "a"), 101 * kSecond);
  EXPECT_EQ(clock.deadline_ns(), 103 * kSecond);
  ASSERT_NE(clock.in_flight(), nullptr);
  EXPECT_EQ(clock.in_flight()->name, "a");
  EXPECT_THAT(clock.expired_text(), HasSubstr("the case did not end within 2"));
  clock.add(event(EventKind::kCaseFinished, "a"), 102 * kSecond);
  EXPECT_EQ(clock.in_flight(), nullptr);
  EXPECT_EQ(clock.last_case(), "a");
  EXPECT_EQ(clock.deadline_ns(), 107 * kSecond) << "the next case's limit";
  EXPECT_THAT(clock.expired_text(), HasSubstr("its next case within 5"));
  clock.add(event(EventKind::kCaseStarted, "b"), 103 * kSecond);
  EXPECT_EQ(clock.in_flight()->memory, 1000U);
  clock.add(event(EventKind::kCaseFinished, "b"), 104 * kSecond);
  clock.add(event(EventKind::kCaseStarted, "c"), 104 * kSecond);
  EXPECT_EQ(clock.deadline_ns(), std::nullopt);
}

TEST(CaseClock, AWorkerHasThirtySecondsToEnd) {
  CaseClock clock({{"a", std::nullopt, std::nullopt}}, 0);
  EXPECT_EQ(clock.deadline_ns(), std::nullopt);
  clock.add(event(EventKind::kCaseStarted, "a"), kSecond);
  clock.add(event(EventKind::kCaseFinished, "a"), 2 * kSecond);
  EXPECT_EQ(clock.deadline_ns(), 32 * kSecond);
  clock.add(event(EventKind::kWorkerFinished), 3 * kSecond);
  EXPECT_EQ(clock.deadline_ns(), 33 * kSecond);
  clock.add(event(EventKind::kWorkerFinished), 20 * kSecond);
  EXPECT_EQ(clock.deadline_ns(), 33 * kSecond) << "saying it again wins no time";
  EXPECT_THAT(clock.expired_text(), HasSubstr("did not end within 30"));
}

TEST(CaseClock, AWorkerThatFinishesEarlyHasThirtySecondsToo) {
  CaseClock clock = clock_of_three();
  clock.add(event(EventKind::kWorkerFinished), 101 * kSecond);
  EXPECT_EQ(clock.deadline_ns(), 131 * kSecond);
}

TEST(CaseClock, WhatDoesNotFitMovesNothing) {
  CaseClock clock = clock_of_three();
  clock.add(event(EventKind::kCaseStarted, "stranger"), 101 * kSecond);
  EXPECT_EQ(clock.in_flight(), nullptr);
  clock.add(event(EventKind::kCaseStarted, "a"), 101 * kSecond);
  clock.add(event(EventKind::kCaseStarted, "a"), 102 * kSecond);
  clock.add(event(EventKind::kPhase, "a"), 102 * kSecond);
  clock.add(event(EventKind::kCaseFinished, "b"), 102 * kSecond);
  clock.add(event(EventKind::kWorkerFinished), 102 * kSecond);
  EXPECT_EQ(clock.deadline_ns(), 103 * kSecond);
  EXPECT_EQ(clock.in_flight()->name, "a");
}

TEST(CaseClock, AVeryLongLimitDoesNotOverflow) {
  const CaseClock clock({{"a", base::Duration::max(), std::nullopt}}, 100 * kSecond);
  EXPECT_GT(*clock.deadline_ns(), 100 * kSecond);
}

}  // namespace
}  // namespace assay::run::detail
