#include <assay/run/detail/process_table.hpp>

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::run::detail {
namespace {

/// proc(5): pid (comm) state ppid ... starttime is field 22, rss (pages) field 24.
std::string stat_line(const std::string& name) {
  return "4711 (" + name +
         ") S 42 4711 4711 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 987654 1000 25 18446744073709551615\n";
}

TEST(ProcessTable, ReadsTheFieldsOfStat) {
  const auto process = parse_stat(stat_line("cat"), 4096);
  ASSERT_TRUE(process.has_value());
  EXPECT_EQ(process->pid, 4711);
  EXPECT_EQ(process->parent, 42);
  EXPECT_EQ(process->state, 'S');
  EXPECT_EQ(process->start_time, 987654U);
  EXPECT_EQ(process->memory, 25U * 4096);
  EXPECT_EQ(process->name, "cat");
}

TEST(ProcessTable, NamesMayHoldAnything) {
  for (const std::string name : {"", "a b", "a) S 1 (b", ")", "(", ") ", "x\ny", "\xff\xfe"}) {
    const auto process = parse_stat(stat_line(name), 4096);
    ASSERT_TRUE(process.has_value()) << name;
    EXPECT_EQ(process->name, name);
    EXPECT_EQ(process->parent, 42);
  }
}

TEST(ProcessTable, OtherTextIsNoProcess) {
  for (const char* text : {"", "4711", "4711 (cat)", "4711 (cat) S", "x (cat) S 42", ") 4711 (",
                           "4711 (cat) S x 4711 4711 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 1 0 987654 1000 25"}) {
    EXPECT_FALSE(parse_stat(text, 4096).has_value()) << text;
  }
}

/// A child that waits for ever, ended with it.
class Child {
 public:
  explicit Child(const char* name) : pid_(start(name)) {}
  ~Child() { end(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  [[nodiscard]] pid_t pid() const noexcept { return pid_; }
  void end() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    pid_ = 0;
  }

 private:
  static pid_t start(const char* name) {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::prctl(PR_SET_NAME, name);
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (::write(ready[1], "x", 1) == 1) {
        for (;;) {
          ::pause();
        }
      }
      ::_exit(1);
    }
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
    return pid;
  }

  pid_t pid_;
};

TEST(ProcessTable, FindsItsOwnChildren) {
  const Child child("odd) (name\n");
  const std::vector<Process> found = descendants_of(::getpid());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].pid, child.pid());
  EXPECT_EQ(found[0].parent, ::getpid());
  EXPECT_EQ(found[0].name, "odd) (name\n");
  EXPECT_GT(found[0].memory, 0U);
}

TEST(ProcessTable, SignalsExactlyTheProcessThatWasSeen) {
  Child child("c");
  const auto seen = read_process(child.pid());
  ASSERT_TRUE(seen.has_value());
  Process other = *seen;
  other.start_time += 1;
  EXPECT_FALSE(send_signal(other, SIGKILL)) << "the number belongs to another process now";
  EXPECT_TRUE(read_process(child.pid()).has_value());
  EXPECT_TRUE(send_signal(*seen, SIGKILL));
  child.end();
  EXPECT_FALSE(send_signal(*seen, SIGKILL));
  EXPECT_FALSE(read_process(seen->pid).has_value());
}

TEST(ProcessTable, SharedMemoryOfOneProcessIsAboutItsResidentMemory) {
  const auto self = read_process(::getpid());
  ASSERT_TRUE(self.has_value());
  const std::uint64_t shared = shared_memory_of({*self});
  EXPECT_GT(shared, 100'000U);
  EXPECT_LE(shared, 2 * self->memory + 10'000'000);
}

TEST(ProcessTable, AProcessThatHasEndedHoldsNothing) {
  Child child("c");
  const auto seen = read_process(child.pid());
  ASSERT_TRUE(seen.has_value());
  EXPECT_GT(shared_memory_of({*seen}), 0U);
  child.end();
  EXPECT_EQ(shared_memory_of({*seen}), 0U);
}

}  // namespace
}  // namespace assay::run::detail
