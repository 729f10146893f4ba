#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace assay::run {

/// Names the processes of one test: an environment variable that all of them inherit.
inline constexpr const char* kMarkVariable = "ASSAY_TEST_MARK";

/// Living processes (no zombies) whose environment holds the mark, as `name (pid)`, without this one.
[[nodiscard]] std::vector<std::string> marked_processes(const std::string& mark);

/// Waits until it holds, looking again and again; false when the time is over first.
[[nodiscard]] bool holds_within(std::chrono::milliseconds time, const std::function<bool()>& condition);

}  // namespace assay::run
