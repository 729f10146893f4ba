#include <assay/base/clock.hpp>
#include <assay/train/detail/meter.hpp>

#include <time.h>

#include <algorithm>
#include <numeric>
#include <sys/resource.h>

namespace assay::train::detail {
namespace {

constexpr double kSecond = 1e9;

std::int64_t processor_ns() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

base::Measurement in_seconds(const char* name, std::int64_t nanoseconds) {
  return {name, static_cast<double>(nanoseconds) / kSecond, "s", "lower"};
}

}  // namespace

Meter::Meter() : start_ns_(base::monotonic_ns()), cpu_start_ns_(processor_ns()) {}

void Meter::begin_step() { step_start_ns_ = base::monotonic_ns(); }

void Meter::end_step() {
  const std::int64_t now = base::monotonic_ns();
  if (steps_ns_.empty()) {
    first_step_ns_ = now - start_ns_;
  }
  steps_ns_.push_back(now - step_start_ns_);
}

double Meter::seconds() const { return static_cast<double>(base::monotonic_ns() - start_ns_) / kSecond; }

double Meter::steps_per_second() const {
  const std::int64_t total = std::accumulate(steps_ns_.begin(), steps_ns_.end(), std::int64_t{0});
  return total > 0 ? static_cast<double>(steps_ns_.size()) * kSecond / static_cast<double>(total) : 0;
}

double Meter::median_step_seconds() const {
  if (steps_ns_.empty()) {
    return 0;
  }
  std::vector<std::int64_t> later(steps_ns_.begin() + (steps_ns_.size() > 1 ? 1 : 0), steps_ns_.end());
  const auto middle = later.begin() + static_cast<std::ptrdiff_t>(later.size() / 2);
  std::nth_element(later.begin(), middle, later.end());
  return static_cast<double>(*middle) / kSecond;
}

std::vector<base::Measurement> Meter::measurements() const {
  std::vector<base::Measurement> all;
  if (!steps_ns_.empty()) {
    all.push_back(in_seconds("@first_step", first_step_ns_));
    all.push_back({"@step_time", median_step_seconds(), "s", "lower"});
    all.push_back({"@steps_per_second", steps_per_second(), "1/s", "higher"});
  }
  all.push_back({"@wall_time", seconds(), "s", "lower"});
  all.push_back(in_seconds("@cpu_time", processor_ns() - cpu_start_ns_));
  all.push_back({"@peak_memory", peak_memory(), "bytes", "lower"});
  return all;
}

}  // namespace assay::train::detail
