#pragma once

#include <assay/run/event.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay::run {

/// Writes events to a descriptor, each line whole with one write. Safe from several threads. Without a descriptor it
/// does nothing.
class EventWriter {
 public:
  EventWriter() = default;
  /// Does not own the descriptor. Fills `run` and `monotonic_ns` of each event.
  EventWriter(int descriptor, std::string run);

  void write(Event event) const;
  [[nodiscard]] bool active() const noexcept { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
  std::string run_;
};

/// Reads a log that may still grow: each call yields the events of the whole lines that have come since the last one.
class EventTail {
 public:
  explicit EventTail(std::filesystem::path path);
  [[nodiscard]] std::vector<Event> read_new();
  /// Lines that were no events (a torn last line, foreign text), counted.
  [[nodiscard]] std::size_t broken_lines() const noexcept { return broken_lines_; }

 private:
  std::filesystem::path path_;
  std::uint64_t offset_ = 0;
  std::string rest_;
  std::size_t broken_lines_ = 0;
};

}  // namespace assay::run
