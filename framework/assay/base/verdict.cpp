#include <assay/base/verdict.hpp>

#include <array>
#include <utility>

namespace assay::base {
namespace {

constexpr std::array<std::pair<Verdict, std::string_view>, 12> kVerdicts{{
    {Verdict::kPassed, "passed"},
    {Verdict::kFailed, "failed"},
    {Verdict::kSkipped, "skipped"},
    {Verdict::kError, "error"},
    {Verdict::kTimeout, "timeout"},
    {Verdict::kStalled, "stalled"},
    {Verdict::kCrashed, "crashed"},
    {Verdict::kFlaky, "flaky"},
    {Verdict::kXfailed, "xfailed"},
    {Verdict::kXpassed, "xpassed"},
    {Verdict::kCancelled, "cancelled"},
    {Verdict::kNotRun, "not_run"},
}};

constexpr std::array<std::pair<Fault, std::string_view>, 4> kFaults{{
    {Fault::kNone, ""},
    {Fault::kData, "data"},
    {Fault::kMachine, "machine"},
    {Fault::kUser, "user"},
}};

template <typename Table, typename Value>
std::string_view word_of(const Table& table, Value wanted) noexcept {
  for (const auto& [value, word] : table) {
    if (value == wanted) {
      return word;
    }
  }
  return {};
}

template <typename Value, std::size_t N>
std::optional<Value> value_of(const std::array<std::pair<Value, std::string_view>, N>& table,
                              std::string_view wanted) noexcept {
  for (const auto& [value, word] : table) {
    if (word == wanted) {
      return value;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_text(Verdict verdict) noexcept { return word_of(kVerdicts, verdict); }

std::string_view to_text(Fault fault) noexcept { return word_of(kFaults, fault); }

std::optional<Verdict> verdict_of(std::string_view word) noexcept { return value_of(kVerdicts, word); }

std::optional<Fault> fault_of(std::string_view word) noexcept { return value_of(kFaults, word); }

bool is_good(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kPassed:
    case Verdict::kSkipped:
    case Verdict::kFlaky:
    case Verdict::kXfailed:
      return true;
    case Verdict::kFailed:
    case Verdict::kError:
    case Verdict::kTimeout:
    case Verdict::kStalled:
    case Verdict::kCrashed:
    case Verdict::kXpassed:
    case Verdict::kCancelled:
    case Verdict::kNotRun:
      return false;
  }
  return false;
}

}  // namespace assay::base
