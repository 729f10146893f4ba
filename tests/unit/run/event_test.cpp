#include <assay/run/event.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace assay::run {
namespace {

using testing::HasSubstr;

base::Offender offender(std::uint64_t row, std::vector<std::uint64_t> index, const base::Scalar& value) {
  base::Offender result;
  result.row = row;
  result.index = std::move(index);
  result.value = value;
  return result;
}

base::CheckResult rich_check() {
  base::CheckResult check;
  check.check = "people.age/values";
  check.verdict = base::Verdict::kFailed;
  check.fault = base::Fault::kData;
  check.reason = "two\nlines and a \"quote\"";
  base::Failure failure;
  failure.message = "3 of 10 are outside";
  failure.expected = std::string("[0, 1]");
  failure.observed = 1.5;
  failure.unexpected = 3;
  failure.total = 10;
  failure.files = {{.path = "files/s.expect.a/values.png", .media_type = "image/png", .caption = "rows 7 and 9"}};
  failure.offenders = {offender(7, {7, 2}, std::numeric_limits<std::uint64_t>::max()),
                       offender(9, {}, std::numeric_limits<double>::infinity()),
                       offender(9, {1}, std::string("nan")),
                       offender(9, {1}, true),
                       offender(9, {1}, std::int64_t{-5}),
                       offender(9, {1}, std::monostate())};
  failure.truncated = true;
  check.failures.push_back(failure);
  check.metrics.push_back({.name = "unexpected", .value = std::int64_t{3}, .unit = "count", .direction = "lower"});
  check.metrics.push_back({.name = "mean", .value = 0.1, .unit = "", .direction = ""});
  return check;
}

/// One event of each kind with every field that the kind uses.
std::vector<Event> one_of_each() {
  std::vector<Event> events;
  const auto add = [&events](EventKind kind) -> Event& {
    Event event;
    event.kind = kind;
    event.run = "r1";
    event.case_name = "s.expect.a";
    event.monotonic_ns = 123456789012345678;
    return events.emplace_back(event);
  };
  add(EventKind::kRunPlanned).planned = PlannedCase{.name = "s.expect.a",
                                                    .suite = "s",
                                                    .kind = "expect",
                                                    .tier = "pr",
                                                    .file = "/s/suite.toml",
                                                    .line = 12,
                                                    .checks = {"mean", "people/age.values"},
                                                    .reproduce = "assay run s --filter 's.expect.a'",
                                                    .xfail = "known",
                                                    .xfail_until = "2027-03-01",
                                                    .xfail_expired = true,
                                                    .repeat = 3,
                                                    .retries = 2,
                                                    .skip = "no device",
                                                    .skip_fault = base::Fault::kMachine};
  add(EventKind::kRunStarted).time = "2026-11-30T14:16:35.123Z";
  add(EventKind::kCaseStarted);
  Event& phase = add(EventKind::kPhase);
  phase.phase = "read";
  phase.detail = "a.h5, train/images";
  Event& step = add(EventKind::kStep);
  step.step = std::numeric_limits<std::uint64_t>::max();
  step.loss = std::numeric_limits<double>::infinity();
  add(EventKind::kStep).loss = 0.125;
  add(EventKind::kCheck).check = rich_check();
  add(EventKind::kMeasure).measure = base::Measurement{.name = "loss", .value = 0.25, .unit = "", .direction = "lower"};
  Event& finished = add(EventKind::kCaseFinished);
  finished.verdict = base::Verdict::kError;
  finished.fault = base::Fault::kUser;
  finished.reason = "a mean of text";
  finished.seconds = 1.25;
  add(EventKind::kWorkerFinished);
  Event& ended = add(EventKind::kWorkerEnded);
  ended.ending = Ending::kMemory;
  ended.code = 9;
  ended.peak_memory = 4'100'000'000;
  ended.swept = {"sleep (12)", "odd) name (13)"};
  ended.output = "last words\n";
  ended.detail = "out of memory";
  ended.last_case = "s.expect.before";
  ended.broken_lines = 2;
  Event& run_finished = add(EventKind::kRunFinished);
  run_finished.seconds = 3.5;
  run_finished.time = "2026-11-30T14:17:35.123Z";
  return events;
}

TEST(Event, EveryKindReadsBackAsItWasWritten) {
  for (const Event& event : one_of_each()) {
    const std::string line = to_line(event);
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    const auto read = parse_line(line);
    ASSERT_TRUE(read.has_value()) << read.error() << '\n' << line;
    ASSERT_TRUE(read->has_value()) << line;
    EXPECT_EQ(**read, event) << line;
  }
}

TEST(Event, EveryEndingReadsBack) {
  for (const Ending ending : {Ending::kExited, Ending::kSignalled, Ending::kTimeout, Ending::kBudget, Ending::kMemory,
                              Ending::kCancelled, Ending::kNotStarted}) {
    Event event;
    event.kind = EventKind::kWorkerEnded;
    event.ending = ending;
    EXPECT_EQ((*parse_line(to_line(event)))->ending, ending);
  }
}

// The names that event logs promise, read by another JSON reader than ours.
TEST(Event, LinesCarryTheNamesThatOtherProgramsRelyOn) {
  Event event;
  event.kind = EventKind::kCaseStarted;
  event.run = "r1";
  event.case_name = "s.expect.a";
  event.monotonic_ns = 42;
  const auto json = nlohmann::json::parse(to_line(event));
  EXPECT_EQ(json,
            nlohmann::json::parse(
                R"({"schema": 1, "event": "case_started", "run": "r1", "case": "s.expect.a", "monotonic_ns": 42})"));
}

TEST(Event, NaNStaysANumberAndTheTextNanStaysText) {
  Event event;
  event.kind = EventKind::kMeasure;
  event.measure = base::Measurement{.name = "m", .value = std::nan(""), .unit = "", .direction = ""};
  const base::Scalar number = (*parse_line(to_line(event)))->measure->value;
  ASSERT_TRUE(std::holds_alternative<double>(number));
  EXPECT_TRUE(std::isnan(std::get<double>(number)));
  event.measure->value = std::string("nan");
  EXPECT_EQ((*parse_line(to_line(event)))->measure->value, base::Scalar(std::string("nan")));
}

TEST(Event, IllFormedTextIsEscapedSoThatTheLineIsAlwaysJson) {
  Event event;
  event.kind = EventKind::kWorkerEnded;
  event.output = "a\xff\xfe z";
  event.swept = {"\x80 (1)"};
  const auto json = nlohmann::json::parse(to_line(event));
  EXPECT_EQ(json["output"], "a\\xff\\xfe z");
}

TEST(Event, AnUnknownKindIsPassedOver) {
  const auto read = parse_line(R"({"schema":1,"event":"weather","case":7,"sky":"blue"})");
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_FALSE(read->has_value());
}

TEST(Event, AnUnknownFieldIsPassedOver) {
  const auto read = parse_line(R"({"schema":1,"event":"case_started","case":"a","mood":{"deep":[1,2]}})");
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ((*read)->case_name, "a");
}

TEST(Event, WhatIsNoEventIsASentence) {
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"", ""},
      {"{", ""},
      {"[1]", "an object"},
      {R"({"event":"case_started"})", "`schema` 1, found none"},
      {R"({"schema":2,"event":"case_started"})", "found 2"},
      {R"({"schema":1})", "`event`"},
      {R"({"schema":1,"event":7})", "`event` of an event: expected text"},
      {R"({"schema":1,"event":"step","step":-1})", "`step`"},
      {R"({"schema":1,"event":"step","step":1.5})", "`step`"},
      {R"({"schema":1,"event":"step","monotonic_ns":18446744073709551615})", "2^63"},
      {R"({"schema":1,"event":"worker_ended","code":9999999999})", "`code`"},
      {R"({"schema":1,"event":"worker_ended","ending":"melted"})", "melted"},
      {R"({"schema":1,"event":"worker_ended","swept":"a"})", "a list"},
      {R"({"schema":1,"event":"worker_ended","swept":[1]})", "a list of texts"},
      {R"({"schema":1,"event":"case_finished","verdict":"fine"})", "`fine` is no verdict"},
      {R"({"schema":1,"event":"case_finished","fault":"mine"})", "`mine` is no fault"},
      {R"({"schema":1,"event":"check","check":[]})", "a check"},
      {R"({"schema":1,"event":"check","check":{"check":"a","failures":[{"offenders":[{"index":[-1]}]}]}})", "index"},
      {R"({"schema":1,"event":"measure","measure":{"value":[1]}})", ""},
      {R"({"schema":1,"event":"run_planned","planned":{"checks":{}}})", "`checks`"},
      {R"({"schema":1,"event":"run_planned","planned":{"retries":4294967296}})", "`retries`"},
  };
  for (const auto& [line, expected] : lines) {
    const auto read = parse_line(line);
    ASSERT_FALSE(read.has_value()) << line;
    EXPECT_FALSE(read.error().empty()) << line;
    EXPECT_THAT(read.error(), HasSubstr(expected)) << line;
  }
}

TEST(Event, DeepNestingIsRefusedOrReadWithoutACrash) {
  const std::string deep(100'000, '[');
  EXPECT_FALSE(parse_line(deep).has_value());
  const std::string line = R"({"schema":1,"event":"phase","x":)" + deep + std::string(100'000, ']') + "}";
  const auto read = parse_line(line);
  if (read) {
    EXPECT_TRUE(read->has_value());
  }
}

}  // namespace
}  // namespace assay::run
