#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace assay::expect::detail {

/// As `KeyRuns`, for keys of one or two bytes: a counter for each.
template <class Key>
class KeyTable {
 public:
  void allow(std::size_t, std::uint64_t) noexcept {}
  [[nodiscard]] std::vector<Key>& pending() noexcept { return pending_; }
  void append(std::span<const Key> keys) {
    times_.resize(kKeys);
    for (const Key key : keys) ++times_[key];
    total_ += keys.size();
  }
  void finish() noexcept {}
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }
  [[nodiscard]] std::span<const Key> unsorted() const noexcept { return {}; }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (std::size_t key = 0; key < times_.size(); ++key) {
      if (times_[key] > 0) visitor(static_cast<Key>(key), times_[key]);
    }
  }

  struct Counted {
    Key key;
    std::uint64_t times;
  };

  /// As that of `KeyRuns`.
  class Cursor {
   public:
    explicit Cursor(const KeyTable& keys) : times_(keys.times_) {}
    bool next(Counted& entry) {
      while (key_ < times_.size() && times_[key_] == 0) ++key_;
      if (key_ == times_.size()) return false;
      entry = {static_cast<Key>(key_), times_[key_]};
      ++key_;
      return true;
    }

   private:
    const std::vector<std::uint64_t>& times_;
    std::size_t key_ = 0;
  };

 private:
  static constexpr std::size_t kKeys = std::size_t{std::numeric_limits<Key>::max()} + 1;
  std::vector<Key> pending_;
  std::vector<std::uint64_t> times_;
  std::uint64_t total_ = 0;
};

}  // namespace assay::expect::detail
