#pragma once

#include <assay/base/scalar.hpp>

#include <cstdint>
#include <memory>

namespace assay::expect::detail {

/// A value and how often it stands in a sample.
struct CountedNumber {
  base::Number value;
  std::uint64_t times = 0;
};

/// Walks the values of a sample upwards, each once; no NaN.
class NumberStream {
 public:
  NumberStream() = default;
  NumberStream(const NumberStream&) = delete;
  NumberStream& operator=(const NumberStream&) = delete;
  virtual ~NumberStream() = default;
  /// The next one; false at the end.
  virtual bool next(CountedNumber& entry) = 0;
};

/// All numbers of one dataset, or of a profile of it; may be walked as often as wanted.
class NumberSample {
 public:
  NumberSample() = default;
  NumberSample(const NumberSample&) = delete;
  NumberSample& operator=(const NumberSample&) = delete;
  virtual ~NumberSample() = default;

  [[nodiscard]] virtual std::unique_ptr<NumberStream> open() const = 0;
  [[nodiscard]] virtual std::uint64_t numbers() const noexcept = 0;  ///< without NaN
  [[nodiscard]] virtual std::uint64_t nans() const noexcept = 0;
};

}  // namespace assay::expect::detail
