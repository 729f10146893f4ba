#pragma once

#include <assay/run/event.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay::run {

/// Writes events to a descriptor, each line whole with one write. Safe from several threads when the descriptor
/// appends. Without a descriptor it does nothing; a descriptor that cannot be written is passed over in silence.
class EventWriter {
 public:
  EventWriter() = default;
  /// Does not own the descriptor; closes it on exec. Fills `run` and `monotonic_ns` of each event.
  EventWriter(int descriptor, std::string run);

  void write(Event event) const;
  [[nodiscard]] bool active() const noexcept { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
  std::string run_;
};

/// Reads a log that may still grow: each call yields the events of the whole lines that have come since the last one.
/// A file that is not there has no events; events of kinds that this version does not know are passed over.
class EventTail {
 public:
  explicit EventTail(std::filesystem::path path);
  [[nodiscard]] std::vector<Event> read_new();
  /// Whole lines that were no events (foreign text, a line over 16 MiB), counted; a torn last line is none yet.
  [[nodiscard]] std::size_t broken_lines() const noexcept { return broken_lines_; }

 private:
  void add_text(std::string_view text, std::vector<Event>& events);

  std::filesystem::path path_;
  std::uint64_t offset_ = 0;
  std::string rest_;
  bool skipping_ = false;  ///< within a line that is too long
  std::size_t broken_lines_ = 0;
};

}  // namespace assay::run
