#pragma once

#include <assay/expect/detail/accumulator.hpp>
#include <assay/expect/detail/missing_test.hpp>
#include <assay/expect/detail/row_hash.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace assay::expect::detail {

/// One dataset that a row's key is made of.
struct KeyPart {
  std::optional<std::size_t> companion;  ///< none: the scanned dataset itself
  std::shared_ptr<const MissingTests> missing;
  std::vector<std::uint8_t> has_fill;  ///< a shard
};

/// Hashes of all judged rows in order.
struct RowKeyList {
  /// 24 bytes a row and 8 for the search afterwards: 1.1 GB.
  static constexpr std::size_t kMostRows = std::size_t{1} << 25U;

  std::vector<RowHash> hashes;
  std::vector<std::uint64_t> rows;  ///< of each hash, running through the shards
  std::uint64_t missing = 0;        ///< elements of kept rows, of all parts
  std::uint64_t unwritten = 0;      ///< elements of kept rows, of all parts
  std::uint64_t valueless = 0;      ///< of those, not missing and without a fill value
  bool too_many = false;            ///< more than `kMostRows`; the list is then of no use

  void add(RowKeyList&& later);
};

/// Collects the content hashes of kept rows. Equal values make equal rows: -0.0 equals 0.0, one NaN another, a missing
/// element another missing one. Rows with nothing present are left out.
class RowKeys final : public AccumulatorOf<RowKeys, RowKeyList> {
 public:
  /// @param widened whole numbers are hashed by value, so that rows of other widths can be equal.
  RowKeys(std::vector<KeyPart> parts, bool widened) : parts_(std::move(parts)), widened_(widened) {}

  [[nodiscard]] RowKeyList measure(const BlockView& block) const;
  [[nodiscard]] bool same_parameters(const RowKeys& other) const noexcept;

 private:
  std::vector<KeyPart> parts_;
  bool widened_;
};

/// Adds row after row of one block's elements to hashers.
class RowContent {
 public:
  virtual ~RowContent() = default;
  RowContent(const RowContent&) = delete;
  RowContent& operator=(const RowContent&) = delete;

  /// @param present 1 = present, for the row's elements; empty: all.
  virtual void add_row(std::uint64_t row, std::span<const std::uint8_t> present, RowHasher& hasher) = 0;

  [[nodiscard]] static std::unique_ptr<RowContent> of(const Elements& elements, std::uint64_t row_elements,
                                                      bool widened);

 protected:
  RowContent() = default;
};

}  // namespace assay::expect::detail
