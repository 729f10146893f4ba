#include "marked_processes.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <unistd.h>

namespace assay::run {

namespace {

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

std::vector<std::string> marked_processes(const std::string& mark) {
  const std::string wanted = std::string(kMarkVariable) + "=" + mark + '\0';
  std::vector<std::string> found;
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc", error), end; !error && entry != end; entry.increment(error)) {
    const std::string pid = entry->path().filename();
    if (pid.find_first_not_of("0123456789") != std::string::npos || pid == std::to_string(::getpid())) {
      continue;
    }
    // The environment of a process that has ended reads as empty.
    if (content_of(entry->path() / "environ").find(wanted) != std::string::npos) {
      found.push_back(content_of(entry->path() / "comm") + "(" + pid + ")");
    }
  }
  return found;
}

bool holds_within(std::chrono::milliseconds time, const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    constexpr int kLookAgain = 5;
    ::poll(nullptr, 0, kLookAgain);
  }
  return true;
}

}  // namespace assay::run
