#include <assay/run/detail/case_clock.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace assay::run::detail {

CaseClock::CaseClock(std::vector<OrderedCase> cases, std::int64_t now_ns)
    : cases_(std::move(cases)), was_started_(cases_.size(), false), since_ns_(now_ns) {
  for (std::size_t i = 0; i < cases_.size(); ++i) index_.emplace(cases_[i].name, i);
}

void CaseClock::add(const Event& event, std::int64_t now_ns) {
  if (event.kind == EventKind::kWorkerFinished && !in_flight_ && !finished_) {
    finished_ = true;
    since_ns_ = now_ns;
    return;
  }
  if (event.kind != EventKind::kCaseStarted && event.kind != EventKind::kCaseFinished) return;
  const auto found = index_.find(event.case_name);
  if (found == index_.end()) return;
  const std::size_t index = found->second;
  if (event.kind == EventKind::kCaseStarted && !was_started_[index]) {
    was_started_[index] = true;
    while (next_ < cases_.size() && was_started_[next_]) ++next_;
    in_flight_ = index;
    since_ns_ = now_ns;
  } else if (event.kind == EventKind::kCaseFinished && in_flight_ == index) {
    last_case_ = event.case_name;
    in_flight_.reset();
    since_ns_ = now_ns;
  }
}

std::optional<base::Duration> CaseClock::limit() const {
  if (in_flight_) return cases_[*in_flight_].limit;
  return done() ? std::optional(kEndLimit) : cases_[next_].limit;
}

std::optional<std::int64_t> CaseClock::deadline_ns() const {
  const std::optional<base::Duration> limit = this->limit();
  if (!limit) return std::nullopt;
  const std::int64_t room = std::numeric_limits<std::int64_t>::max() - since_ns_;
  return since_ns_ + std::min<std::int64_t>(limit->count(), room);
}

std::string CaseClock::expired_text() const {
  const std::string limit = base::to_text(this->limit().value_or(base::Duration::zero()));
  if (in_flight_) return fmt::format("the case did not end within {}", limit);
  if (done()) return fmt::format("the worker did not end within {} after its last case", limit);
  if (last_case_.empty()) return fmt::format("the worker did not come to its first case within {}", limit);
  return fmt::format("the worker did not come to its next case within {}", limit);
}

}  // namespace assay::run::detail
