#pragma once

#include <assay/base/duration.hpp>
#include <assay/run/event.hpp>

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace assay::run {

/// The event by which a program says that it reads these files from now on, several when it reads them in step; without
/// files, that it reads no longer.
[[nodiscard]] Event reading_event(const std::vector<std::filesystem::path>& files);

/// A program that works for the user in place of the calling one.
struct ForegroundTask {
  std::filesystem::path program;       ///< a path, not looked up
  std::vector<std::string> arguments;  ///< without the program's name
  /// Given as the last argument with the number of a descriptor behind it, to which the program writes `Event`s.
  std::string events_option = "--assay_events=";
  std::vector<std::pair<std::string, std::string>> env;  ///< added to the environment
  bool output_is_result = true;  ///< it prints where the caller prints; else all it prints goes to the caller's stderr
  base::Duration read_limit = std::chrono::seconds(60);  ///< for reading a file, and more for its size:
  base::Duration read_limit_per_megabyte = std::chrono::milliseconds(100);
};

/// How it ended.
struct ForegroundEnd {
  enum class Kind {
    kExited,      ///< by itself, with `code`
    kSignalled,   ///< by the signal `code` that nobody asked for
    kHung,        ///< it read for longer than the limit, and was killed
    kCancelled,   ///< the user's signal `code` was handed on to it
    kNotStarted,  ///< `detail` says why
  };
  Kind kind = Kind::kNotStarted;
  int code = 0;
  std::string reading;  ///< the file that it was reading last of all (`a.h5 or b.h5` for several); empty: none
  std::string detail;   ///< of kHung the limit, of kNotStarted the cause
};

/// Runs a program without a shell and without input, with the caller's output. SIGINT, SIGTERM and SIGHUP go to it,
/// and end it for good after two seconds or when they come again. It ends when the calling process ends, and what it
/// leaves running in its process group ends with it. Only for a process with one thread.
[[nodiscard]] ForegroundEnd run_in_foreground(const ForegroundTask& task);

/// `signal 11 (SIGSEGV)`.
[[nodiscard]] std::string signal_name(int signal);

}  // namespace assay::run
