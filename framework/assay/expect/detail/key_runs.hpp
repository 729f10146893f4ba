#pragma once

#include <assay/expect/detail/sort_keys.hpp>
#include <assay/expect/detail/spill_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
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
  [[nodiscard]] LargeList<Key>& pending() noexcept { return pending_; }

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
    LargeList<Key> scratch;
    sort_keys(pending_, scratch);
  }

  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  /// All keys, in no order, where they are in memory; before `finish`. Empty where they are not.
  [[nodiscard]] std::span<const Key> unsorted() const noexcept {
    return counted_.empty() && runs_.empty() ? std::span<const Key>(pending_) : std::span<const Key>();
  }

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
      Cursor cursor(*this);
      for (Counted entry{}; cursor.next(entry);) visitor(entry.key, entry.times);
    }
  }

  struct Counted {
    Key key;
    std::uint64_t times;
  };

  /// Walks the keys upwards, one at a time. After `finish`; the keys must outlive it.
  class Cursor {
   public:
    explicit Cursor(const KeyRuns& keys) {
      sources_.push_back([&keys, i = std::size_t{0}](Counted& entry) mutable {
        if (i == keys.pending_.size()) return false;
        const std::size_t end = end_of_equal(keys.pending_, i);
        entry = {keys.pending_[i], end - i};
        i = end;
        return true;
      });
      if (!keys.counted_.empty()) {
        sources_.push_back([&keys, i = std::size_t{0}](Counted& entry) mutable {
          if (i == keys.counted_.size()) return false;
          entry = keys.counted_[i++];
          return true;
        });
      }
      for (const Run& run : keys.runs_) sources_.push_back(keys.source_of(run));
      heads_.resize(sources_.size());
      for (std::size_t i = 0; i < sources_.size(); ++i) advance(i);
    }

    /// The next key and how often it is there; false at the end.
    bool next(Counted& entry) {
      if (waiting_.empty()) return false;
      entry = {heads_[waiting_.front()].key, 0};
      while (!waiting_.empty() && heads_[waiting_.front()].key == entry.key) {
        const std::size_t source = waiting_.front();
        entry.times += heads_[source].times;
        std::pop_heap(waiting_.begin(), waiting_.end(), Later{this});
        waiting_.pop_back();
        advance(source);
      }
      return true;
    }

   private:
    struct Later {
      const Cursor* cursor;
      bool operator()(std::size_t left, std::size_t right) const {
        return cursor->heads_[right].key < cursor->heads_[left].key;
      }
    };
    void advance(std::size_t source) {
      if (!sources_[source](heads_[source])) return;
      waiting_.push_back(source);
      std::push_heap(waiting_.begin(), waiting_.end(), Later{this});
    }

    std::vector<std::function<bool(Counted&)>> sources_;
    std::vector<Counted> heads_;        ///< the next one of each source
    std::vector<std::size_t> waiting_;  ///< sources that have one, as a heap
  };

 private:
  static constexpr std::size_t kLeast = std::size_t{1} << 12U;
  static constexpr std::size_t kBuffer = std::size_t{1} << 16U;  ///< keys read back at a time
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
    LargeList<Key> scratch;
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

  LargeList<Key> pending_;
  std::vector<Counted> counted_;
  std::vector<Run> runs_;
  std::unique_ptr<SpillFile> file_;
  std::size_t capacity_ = std::size_t{1} << 24U;
  std::uint64_t expected_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace assay::expect::detail
