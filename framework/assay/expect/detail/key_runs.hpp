#pragma once

#include <assay/expect/detail/sort_keys.hpp>
#include <assay/expect/detail/spill_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// All keys of any number of blocks, to be looked at in ascending order, each once with how often it was there. What
/// does not fit into the allowed memory is counted when few values repeat, and else lies sorted on the disk; what comes
/// out does not depend on that. @throws std::system_error for the disk.
template <class Key>
class KeyRuns {
 public:
  /// @param bytes of keys in memory; sorting takes as much again. @param expected keys that may come.
  void allow(std::size_t bytes, std::uint64_t expected) noexcept {
    capacity_ = std::max<std::size_t>(bytes / sizeof(Key), kLeast);
    expected_ = expected;
  }

  /// Keys of one block, not yet in order; the caller fills them.
  [[nodiscard]] std::vector<Key>& pending() noexcept { return pending_; }

  void append(std::span<const Key> keys) {
    total_ += keys.size();
    if (pending_.capacity() == 0) pending_.reserve(std::min<std::uint64_t>(capacity_, expected_));
    while (!keys.empty()) {
      if (pending_.size() == capacity_) spill();
      const std::size_t taken = std::min(capacity_ - pending_.size(), keys.size());
      pending_.insert(pending_.end(), keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(taken));
      keys = keys.subspan(taken);
    }
  }

  void finish() {
    std::vector<Key> scratch;
    sort_keys(pending_, scratch);
  }

  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }

  /// Calls `visitor(key, times)` upwards. After `finish`.
  template <class Visitor>
  void visit(Visitor&& visitor) const {
    if (counted_.empty() && runs_.empty()) {
      for (std::size_t i = 0; i < pending_.size();) {
        const std::size_t end = end_of_equal(pending_, i);
        visitor(pending_[i], std::uint64_t{end - i});
        i = end;
      }
    } else {
      visit_merged(std::forward<Visitor>(visitor));
    }
  }

 private:
  static constexpr std::size_t kLeast = std::size_t{1} << 12U;
  static constexpr std::size_t kBuffer = std::size_t{1} << 16U;  ///< keys read back at a time
  struct Counted {
    Key key;
    std::uint64_t times;
  };
  struct Run {
    std::uint64_t place;
    std::uint64_t keys;
  };
  /// Gives the next key of one source and how often it stands there; false at the end.
  using Source = std::function<bool(Counted&)>;

  static std::size_t end_of_equal(std::span<const Key> keys, std::size_t begin) noexcept {
    std::size_t end = begin + 1;
    while (end < keys.size() && keys[end] == keys[begin]) ++end;
    return end;
  }

  void spill() {
    std::vector<Key> scratch;
    sort_keys(pending_, scratch);
    std::size_t distinct = 0;
    for (std::size_t i = 0; i < pending_.size(); i = end_of_equal(pending_, i)) ++distinct;
    if (counted_.size() + distinct <= capacity_ / 32) {
      count();
    } else {
      if (file_ == nullptr) file_ = std::make_unique<SpillFile>();
      runs_.push_back({file_->append(std::as_bytes(std::span<const Key>(pending_))), pending_.size()});
    }
    pending_.clear();
  }

  void count() {
    std::vector<Counted> merged;
    std::size_t old = 0;
    for (std::size_t i = 0; i < pending_.size();) {
      const std::size_t end = end_of_equal(pending_, i);
      while (old < counted_.size() && counted_[old].key < pending_[i]) merged.push_back(counted_[old++]);
      Counted entry{pending_[i], end - i};
      if (old < counted_.size() && counted_[old].key == entry.key) entry.times += counted_[old++].times;
      merged.push_back(entry);
      i = end;
    }
    merged.insert(merged.end(), counted_.begin() + static_cast<std::ptrdiff_t>(old), counted_.end());
    counted_ = std::move(merged);
  }

  [[nodiscard]] Source source_of(const Run& run) const {
    return [this, run = Run{run}, buffer = std::vector<Key>(), next = std::size_t{0}](Counted& entry) mutable {
      entry.times = 0;
      while (true) {
        if (next == buffer.size()) {
          if (run.keys == 0) return entry.times > 0;
          buffer.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kBuffer, run.keys)));
          file_->read(run.place, std::as_writable_bytes(std::span<Key>(buffer)));
          run.place += buffer.size() * sizeof(Key);
          run.keys -= buffer.size();
          next = 0;
        }
        if (entry.times > 0 && buffer[next] != entry.key) return true;
        entry.key = buffer[next++];
        ++entry.times;
      }
    };
  }

  template <class Visitor>
  void visit_merged(Visitor&& visitor) const {
    std::vector<Source> sources;
    sources.push_back([this, i = std::size_t{0}](Counted& entry) mutable {
      if (i == pending_.size()) return false;
      const std::size_t end = end_of_equal(pending_, i);
      entry = {pending_[i], end - i};
      i = end;
      return true;
    });
    sources.push_back([this, i = std::size_t{0}](Counted& entry) mutable {
      if (i == counted_.size()) return false;
      entry = counted_[i++];
      return true;
    });
    for (const Run& run : runs_) sources.push_back(source_of(run));
    std::vector<Counted> heads(sources.size());
    const auto later = [&heads](std::size_t left, std::size_t right) { return heads[right].key < heads[left].key; };
    std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> order(later);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i](heads[i])) order.push(i);
    }
    while (!order.empty()) {
      Counted all{heads[order.top()].key, 0};
      while (!order.empty() && heads[order.top()].key == all.key) {
        const std::size_t source = order.top();
        order.pop();
        all.times += heads[source].times;
        if (sources[source](heads[source])) order.push(source);
      }
      visitor(all.key, all.times);
    }
  }

  std::vector<Key> pending_;
  std::vector<Counted> counted_;
  std::vector<Run> runs_;
  std::unique_ptr<SpillFile> file_;
  std::size_t capacity_ = std::size_t{1} << 24U;
  std::uint64_t expected_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace assay::expect::detail
