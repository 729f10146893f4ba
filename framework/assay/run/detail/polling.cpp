#include <assay/base/clock.hpp>
#include <assay/run/detail/polling.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <unistd.h>

namespace assay::run::detail {

void wait_until(std::span<pollfd> watched, std::int64_t until_ns) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  constexpr std::int64_t kLongest = 3600 * kSecond;
  const std::int64_t now = base::monotonic_ns();
  const std::int64_t rest = until_ns <= now ? 0 : std::min(until_ns - now, kLongest);
  const timespec timeout = {rest / kSecond, rest % kSecond};
  // An interrupted wait leaves `revents` as they were, which must then not be taken for news.
  if (::ppoll(watched.data(), watched.size(), &timeout, nullptr) < 0) {
    for (pollfd& item : watched) item.revents = 0;
  }
}

void discard_input(int descriptor) {
  std::array<char, 4096> buffer;
  while (::read(descriptor, buffer.data(), buffer.size()) > 0) {
  }
}

}  // namespace assay::run::detail
