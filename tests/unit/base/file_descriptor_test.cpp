#include <assay/base/file_descriptor.hpp>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace assay::base {
namespace {

int open_null() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }
bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }

TEST(FileDescriptor, ClosesAtTheEndOfItsLife) {
  const int raw = open_null();
  {
    const FileDescriptor descriptor{raw};
    EXPECT_TRUE(descriptor);
    EXPECT_EQ(descriptor.get(), raw);
    EXPECT_TRUE(is_open(raw));
  }
  EXPECT_FALSE(is_open(raw));
}

TEST(FileDescriptor, MovesWithoutClosing) {
  FileDescriptor first{open_null()};
  const int raw = first.get();
  FileDescriptor second{std::move(first)};
  EXPECT_EQ(second.get(), raw);
  EXPECT_TRUE(is_open(raw));
}

TEST(FileDescriptor, AssignmentClosesWhatWasHeld) {
  FileDescriptor first{open_null()};
  FileDescriptor second{open_null()};
  const int kept = first.get();
  const int closed = second.get();
  second = std::move(first);
  EXPECT_EQ(second.get(), kept);
  EXPECT_TRUE(is_open(kept));
  EXPECT_FALSE(is_open(closed));
}

TEST(FileDescriptor, AssignmentToItselfChangesNothing) {
  FileDescriptor descriptor{open_null()};
  FileDescriptor& same = descriptor;
  const int raw = descriptor.get();
  descriptor = std::move(same);
  EXPECT_EQ(descriptor.get(), raw);
  EXPECT_TRUE(is_open(raw));
}

TEST(FileDescriptor, ReleaseGivesUpWithoutClosing) {
  FileDescriptor descriptor{open_null()};
  const int raw = descriptor.release();
  EXPECT_FALSE(descriptor);
  EXPECT_TRUE(is_open(raw));
  close(raw);
}

TEST(FileDescriptor, ResetTwiceClosesOnce) {
  FileDescriptor descriptor{open_null()};
  descriptor.reset();
  const int taken = open_null();  // very likely the same number
  descriptor.reset();
  EXPECT_TRUE(is_open(taken));
  close(taken);
}

TEST(FileDescriptor, EmptyIsFalse) { EXPECT_FALSE(FileDescriptor{}); }

}  // namespace
}  // namespace assay::base
