#include <assay/run/detail/signal_trap.hpp>

#include <pthread.h>
#include <sys/signalfd.h>

namespace assay::run::detail {

SignalTrap::SignalTrap() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&watched, signal);
  ::pthread_sigmask(SIG_BLOCK, &watched, &before_);
  descriptor_ = base::FileDescriptor(::signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
}

SignalTrap::~SignalTrap() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace assay::run::detail
