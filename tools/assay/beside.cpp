#include "beside.hpp"

#include <assay/base/error.hpp>
#include <assay/base/utf8.hpp>

#include "terminal.hpp"
#include <fmt/core.h>

#include <csignal>

namespace assay::tools {
namespace {

/// True for signals by which a program that went wrong ends itself; others come from outside.
bool is_crash(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
    case SIGABRT:
    case SIGFPE:
    case SIGILL:
    case SIGTRAP:
    case SIGSYS:
      return true;
    default:
      return false;
  }
}

base::ExitCode exit_code_of(const std::string& program, int status) {
  using base::ExitCode;
  for (const ExitCode code :
       {ExitCode::kPassed, ExitCode::kFailed, ExitCode::kUserError, ExitCode::kInfrastructure, ExitCode::kNothingRan}) {
    if (static_cast<int>(code) == status) {
      return code;
    }
  }
  throw base::InfrastructureError(fmt::format(
      "{} ended with status {}; a shared library that it needs may be missing (see `ldd`)", program, status));
}

[[noreturn]] void throw_for_signal(const std::string& program, const run::ForegroundEnd& end,
                                   const std::string& whose_fault) {
  const std::string signal = run::signal_name(end.code);
  if (end.code == SIGPIPE) {
    throw base::InfrastructureError("what read the output ended before all was written");
  }
  if (!is_crash(end.code)) {
    throw base::InfrastructureError(
        fmt::format("{} was ended by {}{}", program, signal,
                    end.code == SIGKILL ? "; the kernel's out-of-memory killer may have sent it (see `dmesg`)" : ""));
  }
  if (!end.reading.empty()) {
    throw base::UserError(base::to_printable(
        fmt::format("HDF5 crashed reading {} ({}): the file is damaged; take a sound copy or write it again",
                    end.reading, signal)));
  }
  const std::string sentence = fmt::format("{} crashed with {}", program, signal);
  if (whose_fault.empty()) {
    throw base::InternalError(sentence);
  }
  throw base::InfrastructureError(sentence + whose_fault);
}

}  // namespace

base::ExitCode run_beside(const run::ForegroundTask& task, const std::string& whose_fault) {
  const std::string program = task.program.filename().native();
  const run::ForegroundEnd end = run::run_in_foreground(task);
  switch (end.kind) {
    case run::ForegroundEnd::Kind::kExited:
      return exit_code_of(program, end.code);
    case run::ForegroundEnd::Kind::kSignalled:
      throw_for_signal(program, end, whose_fault);
    case run::ForegroundEnd::Kind::kHung:
      throw base::UserError(base::to_printable(
          fmt::format("HDF5 hung reading {}: it took longer than {}, and {} was killed; the file is damaged, or its "
                      "disk does not answer",
                      end.reading, end.detail, program)));
    case run::ForegroundEnd::Kind::kCancelled:
      throw base::InfrastructureError(fmt::format("interrupted by {}", run::signal_name(end.code)));
    case run::ForegroundEnd::Kind::kNotStarted:
      break;
  }
  throw base::InfrastructureError(end.detail);
}

base::ExitCode run_on_data(const run::ForegroundTask& task) {
  try {
    return run_beside(task);
  } catch (const base::UserError& damage) {
    print_mistakes(damage);
    return base::ExitCode::kFailed;
  }
}

}  // namespace assay::tools
