#pragma once

#include <assay/expect/detail/block_view.hpp>
#include <assay/expect/detail/missing_test.hpp>
#include <assay/expect/detail/structure.hpp>
#include <assay/expect/detail/trouble.hpp>
#include <assay/suite/condition.hpp>
#include <assay/suite/expect_case.hpp>

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay::expect::detail {

/// Where a condition finds a dataset.
struct ConditionSource {
  std::optional<std::size_t> companion;  ///< none: the scanned dataset itself
  const Structure* structure = nullptr;
};

/// Finds a dataset of the case's own data by its path, and the part of it, walked in step with the scanned one.
using FindSource = std::function<tl::expected<ConditionSource, Trouble>(const std::string& path,
                                                                        const std::vector<suite::Slice>& slices)>;

/// A `where` made ready for its datasets. Three-valued: a comparison with a missing value is unknown; `false and
/// unknown` is false, `true or unknown` is true.
class RowCondition {
 public:
  virtual ~RowCondition() = default;
  RowCondition(const RowCondition&) = delete;
  RowCondition& operator=(const RowCondition&) = delete;

  enum Truth : std::uint8_t { kFalse = 0, kTrue = 1, kUnknown = 2 };

  /// One truth a row of the block. @param valueless counts rows whose value was never written and has no fill value.
  [[nodiscard]] virtual std::vector<std::uint8_t> evaluate(const BlockView& block, std::uint64_t& valueless) const = 0;

  /// Trouble: a dataset that is not there or has another number of rows, several values a row, a literal that does not
  /// fit its type.
  [[nodiscard]] static tl::expected<std::unique_ptr<const RowCondition>, Trouble> compile(
      const suite::Condition& condition, const suite::MissingRule& missing, const FindSource& find);

 protected:
  RowCondition() = default;
};

}  // namespace assay::expect::detail
