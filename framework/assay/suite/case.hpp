#pragma once

#include <assay/base/duration.hpp>
#include <assay/base/place.hpp>
#include <assay/suite/comparison_case.hpp>
#include <assay/suite/examples_case.hpp>
#include <assay/suite/expect_case.hpp>
#include <assay/suite/memorize_case.hpp>
#include <assay/suite/train_case.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay::suite {

/// The kinds of case; `kTest` is a C++ test of the suite's own program.
enum class Kind { kExpect, kMemorize, kTrain, kExamples, kBehave, kResume, kDeterminism, kParity, kTest };

enum class Device { kCpu, kCuda, kAny };

/// The word of the suite file: `expect`, `memorize`, ..., `test`.
[[nodiscard]] std::string_view to_text(Kind kind) noexcept;
/// `cpu`, `cuda`, `any`.
[[nodiscard]] std::string_view to_text(Device device) noexcept;

/// Keys that every case may set.
struct CaseOptions {
  std::string tier;  ///< never empty after loading: the first tier by default
  std::vector<std::string> tags;
  std::optional<base::Duration> timeout;  ///< none: the tier's `per_case`
  std::optional<Device> device;           ///< none: the tier's
  std::uint64_t seed = 0;
  unsigned threads = 1;
  std::optional<std::uint64_t> memory;  ///< bytes
  unsigned gpus = 0;
  bool isolate = false;
  unsigned retries = 0;
  std::vector<std::pair<std::string, std::string>> env;
  std::string xfail;                                 ///< the reason; empty: the case must pass
  std::optional<std::chrono::sys_days> xfail_until;  ///< the last day on which a failure is expected

  friend bool operator==(const CaseOptions&, const CaseOptions&) = default;
};

/// `[test."Fixture.glob*"]`: options of C++ tests, found by their GoogleTest name.
struct TestPattern {
  std::string pattern;
  friend bool operator==(const TestPattern&, const TestPattern&) = default;
};

using CaseBody = std::variant<ExpectCase, MemorizeCase, TrainCase, ExamplesCase, BehaveCase, ResumeCase, ComparisonCase,
                              TestPattern>;

/// One case of a suite file.
struct Case {
  Kind kind = Kind::kExpect;
  std::string name;
  base::Place place;  ///< of the table's header
  CaseOptions options;
  CaseBody body;

  /// Keys of the checks in the order of the file, as results name them (`mean`, `people/age.values` is `age.values`).
  [[nodiscard]] std::vector<std::string> check_names() const;

  /// Name of the `train` case of the same suite whose checkpoint this case uses: it has to run before. None without.
  [[nodiscard]] std::optional<std::string> needs() const;
  /// The recipe that the case's program has to know; empty for cases of data and of answers made elsewhere.
  [[nodiscard]] const std::string& recipe() const noexcept;
  /// Whether it trains an exported model, which any program with the training fixtures can do.
  [[nodiscard]] bool trains_model() const noexcept;
};

/// Of `train.<name>`, as `checkpoint` writes it, the name; none for a file.
[[nodiscard]] std::optional<std::string> trained_case(std::string_view checkpoint);
inline constexpr const char* kCheckpointOfCase = "train.";

}  // namespace assay::suite
