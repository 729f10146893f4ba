#pragma once

#include <assay/base/check_result.hpp>
#include <assay/base/verdict.hpp>

#include <string>

namespace assay::expect::detail {

/// Why a check cannot be judged, and whose business it is.
struct Trouble {
  enum class Kind {
    kFailed,      ///< what the check needs is not there: the check is not met
    kUnreadable,  ///< the data are broken: verdict `error`, fault `data`
    kMistake,     ///< the check asks what these data cannot answer: verdict `error`, fault `user`
    kTooLarge,    ///< more than Assay takes on: verdict `error`, fault `machine`
  };
  Kind kind = Kind::kUnreadable;
  std::string message;  ///< one sentence that names the data

  friend bool operator==(const Trouble&, const Trouble&) = default;
};

/// Puts the trouble into a result.
inline void apply(const Trouble& trouble, base::CheckResult& result) {
  result.reason = trouble.message;
  result.verdict = trouble.kind == Trouble::Kind::kFailed ? base::Verdict::kFailed : base::Verdict::kError;
  switch (trouble.kind) {
    case Trouble::Kind::kFailed:
      result.failures.push_back({.message = trouble.message});
      break;
    case Trouble::Kind::kUnreadable:
      result.fault = base::Fault::kData;
      break;
    case Trouble::Kind::kMistake:
      result.fault = base::Fault::kUser;
      break;
    case Trouble::Kind::kTooLarge:
      result.fault = base::Fault::kMachine;
      break;
  }
}

}  // namespace assay::expect::detail
