// LibTorch's wheel carries headers of fmt 12, Debian's library is fmt 9: a source that sees both must get Debian's.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

namespace {

static_assert(FMT_VERSION < 100000, "these are the headers of LibTorch's fmt, which do not link with libfmt.so.9");

TEST(FmtWithTorch, BothLinkAndRunInOneSource) {
  const torch::Tensor sum = torch::arange(5).sum();
  EXPECT_EQ(fmt::format("{:>4}", sum.item<std::int64_t>()), "  10");
}

}  // namespace
