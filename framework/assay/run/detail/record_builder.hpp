#pragma once

#include <assay/run/detail/attempt.hpp>
#include <assay/run/event.hpp>
#include <assay/run/run_record.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assay::run::detail {

/// Makes a RunRecord from events as they come, without keeping them. Events of cases that were not planned leave a
/// warning.
class RecordBuilder {
 public:
  void add(const Event& event);

  [[nodiscard]] RunRecord record() const;

  /// The last attempt at a planned case, judged by itself; none when there was no attempt.
  [[nodiscard]] std::optional<CaseRecord> last_attempt(const std::string& case_name) const;

 private:
  struct PlannedAttempts {
    PlannedCase planned;
    std::vector<Attempt> attempts;
  };

  [[nodiscard]] Attempt& open_attempt(PlannedAttempts& item, const Event& event);
  void add_to_case(PlannedAttempts& item, const Event& event);
  void warn_of_ending(const Event& event);

  std::string run_;
  std::string started_;
  std::optional<double> seconds_;
  std::optional<std::int64_t> first_ns_;
  std::int64_t last_ns_ = 0;
  std::vector<PlannedAttempts> cases_;
  std::map<std::string, std::size_t> index_;
  std::vector<std::string> warnings_;
  std::size_t unplanned_ = 0;
  std::string first_unplanned_;
};

}  // namespace assay::run::detail
