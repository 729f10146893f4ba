#pragma once

#include <assay/base/file_descriptor.hpp>

#include <csignal>

namespace assay::run::detail {

/// SIGINT, SIGTERM and SIGHUP as a descriptor to read (a signalfd that never waits), as long as it lives. Signals that
/// were not read by then have their usual effect.
class SignalTrap {
 public:
  SignalTrap();
  ~SignalTrap();
  SignalTrap(const SignalTrap&) = delete;
  SignalTrap& operator=(const SignalTrap&) = delete;
  [[nodiscard]] int descriptor() const noexcept { return descriptor_.get(); }

 private:
  sigset_t before_{};
  base::FileDescriptor descriptor_;
};

}  // namespace assay::run::detail
