#include <assay/base/file_descriptor.hpp>
#include <assay/run/event_log.hpp>

#include "temporary_folder.hpp"
#include <gmock/gmock.h>

#include <fcntl.h>
#include <thread>

namespace assay::run {
namespace {

std::string started(const std::string& name) {
  return R"({"schema":1,"event":"case_started","case":")" + name + "\"}\n";
}

std::vector<std::string> names(const std::vector<Event>& events) {
  std::vector<std::string> result;
  for (const Event& event : events) {
    result.push_back(event.case_name);
  }
  return result;
}

base::FileDescriptor open_log(const std::filesystem::path& file) {
  return base::FileDescriptor(::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT, 0600));
}

TEST(EventTail, YieldsEachEventOnce) {
  const TemporaryFolder folder;
  EventTail tail(folder.path() / "log");
  EXPECT_TRUE(tail.read_new().empty()) << "the file is not there yet";
  folder.append("log", started("a") + started("b"));
  EXPECT_THAT(names(tail.read_new()), testing::ElementsAre("a", "b"));
  EXPECT_TRUE(tail.read_new().empty());
  folder.append("log", started("c"));
  EXPECT_THAT(names(tail.read_new()), testing::ElementsAre("c"));
}

TEST(EventTail, WaitsForTheRestOfATornLine) {
  const TemporaryFolder folder;
  EventTail tail(folder.path() / "log");
  const std::string line = started("a");
  folder.append("log", line.substr(0, 20));
  EXPECT_TRUE(tail.read_new().empty());
  EXPECT_EQ(tail.broken_lines(), 0U);
  folder.append("log", line.substr(20));
  EXPECT_THAT(names(tail.read_new()), testing::ElementsAre("a"));
}

TEST(EventTail, CountsForeignLinesAndReadsOn) {
  const TemporaryFolder folder;
  folder.append("log", "hello\n" + started("a") + "\n{\"schema\":1,\"event\":\"weather\"}\n" +
                           std::string("\0\xff\n", 3) + started("b"));
  EventTail tail(folder.path() / "log");
  EXPECT_THAT(names(tail.read_new()), testing::ElementsAre("a", "b"));
  EXPECT_EQ(tail.broken_lines(), 2U) << "an unknown kind and an empty line are not broken";
}

TEST(EventTail, ALineWithoutEndDoesNotFillTheMemory) {
  const TemporaryFolder folder;
  folder.append("log", std::string(40'000'000, 'x'));
  EventTail tail(folder.path() / "log");
  EXPECT_TRUE(tail.read_new().empty());
  folder.append("log", "\n" + started("a"));
  EXPECT_THAT(names(tail.read_new()), testing::ElementsAre("a"));
  EXPECT_EQ(tail.broken_lines(), 1U);
}

TEST(EventWriter, StampsRunAndTimeAndAppends) {
  const TemporaryFolder folder;
  folder.append("log", started("first"));
  const base::FileDescriptor file = open_log(folder.path() / "log");
  const EventWriter writer(file.get(), "r7");
  EXPECT_TRUE(writer.active());
  Event event;
  event.kind = EventKind::kPhase;
  event.phase = "scan";
  writer.write(event);
  EventTail tail(folder.path() / "log");
  const std::vector<Event> events = tail.read_new();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[1].run, "r7");
  EXPECT_EQ(events[1].phase, "scan");
  EXPECT_GT(events[1].monotonic_ns, 0);
}

TEST(EventWriter, ClosesItsDescriptorOnExec) {
  const TemporaryFolder folder;
  const base::FileDescriptor file = open_log(folder.path() / "log");
  ASSERT_EQ(::fcntl(file.get(), F_GETFD) & FD_CLOEXEC, 0);
  const EventWriter writer(file.get(), "r");
  EXPECT_NE(::fcntl(file.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(EventWriter, WithoutADescriptorNothingIsWritten) {
  const EventWriter writer;
  EXPECT_FALSE(writer.active());
  writer.write({});
  EventWriter(987'654, "r").write({});
}

TEST(EventWriter, LinesOfManyThreadsStayWhole) {
  const TemporaryFolder folder;
  const base::FileDescriptor file = open_log(folder.path() / "log");
  const EventWriter writer(file.get(), "r");
  constexpr int kThreads = 4;
  constexpr int kEach = 500;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&writer] {
      for (int k = 0; k < kEach; ++k) {
        Event event;
        event.kind = EventKind::kPhase;
        event.detail = std::string(300, 'd');
        writer.write(event);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EventTail tail(folder.path() / "log");
  EXPECT_EQ(tail.read_new().size(), std::size_t{kThreads} * kEach);
  EXPECT_EQ(tail.broken_lines(), 0U);
}

}  // namespace
}  // namespace assay::run
