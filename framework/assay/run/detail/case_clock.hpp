#pragma once

#include <assay/base/duration.hpp>
#include <assay/run/detail/order.hpp>
#include <assay/run/event.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::run::detail {

/// Follows a worker's events and says by when the next must have come. A case's own limit also holds for the time
/// before it starts; after its last case a worker has `kEndLimit` to end. Events that do not fit (foreign cases, a
/// second start of a case) move nothing.
class CaseClock {
 public:
  static constexpr base::Duration kEndLimit = std::chrono::seconds(30);

  CaseClock(std::vector<OrderedCase> cases, std::int64_t now_ns);

  void add(const Event& event, std::int64_t now_ns);

  /// CLOCK_MONOTONIC; none: unlimited.
  [[nodiscard]] std::optional<std::int64_t> deadline_ns() const;
  /// What has not happened in time, in words.
  [[nodiscard]] std::string expired_text() const;

  [[nodiscard]] const OrderedCase* in_flight() const { return in_flight_ ? &cases_[*in_flight_] : nullptr; }
  [[nodiscard]] const std::string& last_case() const noexcept { return last_case_; }

 private:
  [[nodiscard]] std::optional<base::Duration> limit() const;
  [[nodiscard]] bool done() const noexcept { return finished_ || next_ == cases_.size(); }

  std::vector<OrderedCase> cases_;
  std::map<std::string, std::size_t> index_;
  std::vector<bool> was_started_;
  std::size_t next_ = 0;  ///< the first case that was not started
  std::optional<std::size_t> in_flight_;
  std::string last_case_;
  bool finished_ = false;  ///< the worker said that it has done all
  std::int64_t since_ns_;
};

}  // namespace assay::run::detail
