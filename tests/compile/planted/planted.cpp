// A program with the fault that its argument names, or `healthy`: the same work done right.
#include <atomic>
#include <climits>
#include <cstddef>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

namespace {

// The compiler cannot know it, so it can neither remove nor foresee a fault.
const volatile int kOne = 1;

int read_at(std::size_t index) {
  const auto numbers = std::make_unique<int[]>(4);
  return numbers[index];
}

int plus_one(int number) { return number + kOne; }

void leave(bool freed) {
  auto numbers = std::make_unique<std::vector<int>>(100);
  if (!freed) static_cast<void>(numbers.release());
}

template <typename Counter>
int count_from_two_threads(Counter& counter) {
  std::thread other([&counter] { ++counter; });
  ++counter;
  other.join();
  return counter;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view fault = count == 2 ? arguments[1] : "";
  const bool healthy = fault == "healthy";
  int result = 0;
  if (healthy || fault == "heap_overflow") result += read_at(static_cast<std::size_t>(healthy ? kOne : 4 * kOne)) & 1;
  if (healthy || fault == "signed_overflow") result += plus_one(healthy ? INT_MAX - kOne : INT_MAX) == 0 ? 1 : 0;
  if (healthy || fault == "leak") leave(healthy);
  if (healthy) {
    std::atomic<int> counter = 0;
    result += count_from_two_threads(counter) - 2;
  } else if (fault == "data_race") {
    int counter = 0;
    result += count_from_two_threads(counter) & 4;
  }
  return result == 0 ? 0 : 1;
}
