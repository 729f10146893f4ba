#pragma once

#include <assay/base/file_descriptor.hpp>
#include <assay/run/detail/record_builder.hpp>
#include <assay/run/event.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace assay::run::detail {

/// The run's own event log: what is added goes to the file, to the record and to the observer, so that they agree.
class JoinedLog {
 public:
  /// Starts the file anew. @throws base::InfrastructureError
  JoinedLog(const std::filesystem::path& file, std::string run, std::function<void(const Event&)> observer);

  /// Stamps the run. @throws base::InfrastructureError when the file cannot be written.
  void add(Event event);
  /// As `add`, for an event of the runner itself: stamps the time too.
  void add_own(Event event);

  [[nodiscard]] const RecordBuilder& record() const noexcept { return record_; }

 private:
  std::filesystem::path path_;
  base::FileDescriptor file_;
  std::string run_;
  std::function<void(const Event&)> observer_;
  RecordBuilder record_;
};

}  // namespace assay::run::detail
