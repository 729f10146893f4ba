#pragma once

#include <assay/expect/detail/element.hpp>
#include <assay/expect/detail/structure.hpp>
#include <assay/suite/expect_case.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// Half-open ranges of elements of a block.
using Ranges = std::span<const std::pair<std::uint64_t, std::uint64_t>>;

/// Says which elements of one dataset (of one shard: fill values may differ) a case declares missing.
class MissingTest {
 public:
  /// @param fill the dataset's fill value as bytes; none when it has no defined one.
  /// Literals of another kind than the dataset's are passed over: the rule holds for all datasets of a case.
  MissingTest(const suite::MissingRule& rule, const hdf5::ElementType& type,
              const std::optional<std::vector<std::byte>>& fill);
  ~MissingTest();
  MissingTest(MissingTest&&) noexcept;
  MissingTest& operator=(MissingTest&&) noexcept;

  /// False when no element can be missing.
  [[nodiscard]] bool can_match() const noexcept { return never_written_ || values_ != nullptr; }

  /// Sets `present[i]` to 0 for missing elements and leaves the others alone.
  void clear_missing(const Elements& elements, Ranges unwritten, std::span<std::uint8_t> present) const;

 private:
  class Values;
  template <class T>
  class ValuesOf;

  bool never_written_;
  std::unique_ptr<const Values> values_;  ///< null: no value counts as missing
};

/// The tests of all shards of a dataset.
class MissingTests {
 public:
  MissingTests(const suite::MissingRule& rule, const Structure& structure);

  [[nodiscard]] const MissingTest& of(std::size_t shard) const noexcept {
    return tests_[tests_.size() == 1 ? 0 : shard];
  }

 private:
  std::vector<MissingTest> tests_;  ///< one for all when the rule does not look at fill values
};

}  // namespace assay::expect::detail
