#pragma once

#include <assay/expect/detail/column_profile.hpp>
#include <assay/expect/detail/drift_measures.hpp>
#include <assay/expect/detail/number_sample.hpp>
#include <assay/suite/expect_case.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace assay::expect::detail {

/// The numbers of a profile as a sample, infinities at both ends.
class ProfileSample final : public NumberSample {
 public:
  explicit ProfileSample(ColumnProfile column) : column_(std::move(column)) {}

  [[nodiscard]] std::unique_ptr<NumberStream> open() const override;
  [[nodiscard]] std::uint64_t numbers() const noexcept override { return column_.finite() + column_.infinities(); }
  [[nodiscard]] std::uint64_t nans() const noexcept override { return column_.nans; }
  [[nodiscard]] const ColumnProfile& column() const noexcept { return column_; }

 private:
  ColumnProfile column_;
};

/// A sample seen at the resolution of other counts, so that it can be compared with them.
class CoarseSample final : public NumberSample {
 public:
  /// Both must outlive it.
  CoarseSample(const NumberSample& sample, const ValueCounts& scale) : sample_(sample), scale_(scale) {}

  [[nodiscard]] std::unique_ptr<NumberStream> open() const override;
  [[nodiscard]] std::uint64_t numbers() const noexcept override { return sample_.numbers(); }
  [[nodiscard]] std::uint64_t nans() const noexcept override { return sample_.nans(); }

 private:
  const NumberSample& sample_;
  const ValueCounts& scale_;
};

/// Which numbers of a column are classes.
[[nodiscard]] NumberKind number_kind(ColumnKind kind) noexcept;

/// The column without what a case declares missing, or why a profile cannot tell: NaN are counted apart, other values
/// are known while all different ones are, fill values never.
[[nodiscard]] tl::expected<ColumnProfile, std::string> without_missing(const ColumnProfile& column,
                                                                       const suite::MissingRule& rule);

}  // namespace assay::expect::detail
