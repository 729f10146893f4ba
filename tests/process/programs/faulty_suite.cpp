// A suite whose tests go wrong in every way that a worker can.
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

TEST(Faults, a_passes) {}

TEST(Faults, b_segfaults) { raise(SIGSEGV); }

TEST(Faults, c_aborts) { std::abort(); }

TEST(Faults, d_exits) { std::exit(0); }

TEST(Faults, e_hangs) {
  for (;;) {
    pause();
  }
}

TEST(Faults, f_hangs_deaf_to_termination) {
  std::signal(SIGTERM, SIG_IGN);
  for (;;) {
    pause();
  }
}

TEST(Faults, g_forks_a_daemon) {
  // Closed by the exec: its end tells that the daemon has become `sleep`.
  std::array<int, 2> started{};
  ASSERT_EQ(pipe2(started.data(), O_CLOEXEC), 0);
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      execl("/bin/sleep", "sleep", "600", static_cast<char*>(nullptr));
    }
    _exit(0);
  }
  // Without a wait the middle process could still be the parent when the test ends.
  ASSERT_GT(wait(nullptr), 0);
  close(started[1]);
  char nothing = 0;
  EXPECT_EQ(read(started[0], &nothing, 1), 0);
  close(started[0]);
}

TEST(Faults, h_fills_memory) {
  std::vector<std::vector<char>> kept;
  for (;;) {
    kept.emplace_back(std::size_t{8} << 20U);
    std::memset(kept.back().data(), 1, kept.back().size());
  }
}

TEST(Faults, i_fails) { EXPECT_EQ(1 + 1, 3) << "arithmetic"; }

TEST(Faults, j_throws) { throw std::runtime_error("no such luck"); }

TEST(Faults, k_skips) { GTEST_SKIP() << "needs a telescope"; }

TEST(Faults, l_passes) {}

}  // namespace
