#pragma once

#include <assay/base/duration.hpp>
#include <assay/base/place.hpp>
#include <assay/suite/case.hpp>
#include <assay/suite/suite.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay::suite {

enum class Cadence { kPullRequest, kScheduled, kNightly };

/// `[tier.<name>]`; tiers are ordered as written, and a run of one includes the earlier ones.
struct Tier {
  std::string name;
  std::optional<base::Duration> budget;    ///< of the whole tier; none: unlimited
  std::optional<base::Duration> per_case;  ///< none: unlimited
  Device device = Device::kAny;
  Cadence cadence = Cadence::kPullRequest;
};

/// `[history]`.
struct HistoryOptions {
  std::optional<std::filesystem::path> file;  ///< absolute; none: `.assay/history` beside assay.toml
  base::Duration keep{};                      ///< zero: for ever
  bool suspect_fails = false;
};

/// `[notify.<name>]`; the secret is named, never written.
struct Notification {
  std::string name;
  std::string url_env;
};

/// A project: `assay.toml`, or the defaults without one, and the suites found.
struct Project {
  std::string name;
  std::filesystem::path root;  ///< folder of assay.toml; without one the folder that was asked for
  std::optional<std::filesystem::path> file;
  std::string build;  ///< command that builds a revision; may be empty
  std::vector<Tier> tiers;
  HistoryOptions history;
  std::vector<Notification> notifications;
  std::vector<Suite> suites;  ///< sorted by path; names are unique
};

}  // namespace assay::suite
