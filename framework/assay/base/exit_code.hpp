#pragma once

namespace assay::base {

/// The exit codes of every `assay` program. With several causes the first of 2, 1, 3, 4 counts.
enum class ExitCode : int {
  kPassed = 0,          ///< everything that was asked for passed
  kFailed = 1,          ///< a case did not pass, or the data under test cannot be read
  kUserError = 2,       ///< the user's mistake: a suite file, a path, an option
  kInfrastructure = 3,  ///< the machine or Assay itself: no device, a program that cannot start, a budget cut
  kNothingRan = 4,      ///< nothing was selected or nothing could run
  kSkipped = 77,        ///< everything was skipped, each with a reason
};

}  // namespace assay::base
