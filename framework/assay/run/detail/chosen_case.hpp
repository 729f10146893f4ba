#pragma once

#include <assay/base/error.hpp>
#include <assay/base/place.hpp>
#include <assay/run/plan.hpp>
#include <assay/suite/project.hpp>

#include <map>
#include <string>
#include <vector>

namespace assay::run::detail {

/// A case of a suite file or a C++ test, as far as planning asks.
struct ChosenCase {
  std::string name;  ///< full name
  const suite::Suite* suite = nullptr;
  const suite::Case* item = nullptr;  ///< of a C++ test: its `[test.*]` table, or none
  suite::Kind kind = suite::Kind::kExpect;
  suite::CaseOptions options;
  std::vector<std::string> checks;
  base::Place place;
  const WorkerProgram* program = nullptr;  ///< none when it is not known
  std::string needs;                       ///< full name of the case that has to run before; empty without
};

/// All cases of the project in the order of suites and files, C++ tests after the others of their suite. Adds a mistake
/// for each `[test.*]` table that fits no test of its program.
[[nodiscard]] std::vector<ChosenCase> all_cases(const suite::Project& project,
                                                const std::map<std::string, WorkerProgram>& programs,
                                                std::vector<base::Mistake>& mistakes);

/// The tiers that a selection runs, as positions in `Project::tiers`. A tier that is not there is a mistake.
[[nodiscard]] std::vector<std::size_t> chosen_tiers(const suite::Project& project, const Selection& selection,
                                                    std::vector<base::Mistake>& mistakes);

/// Whether the case at this position among the chosen ones belongs to a shard (1..shards).
[[nodiscard]] bool is_in_shard(std::size_t position, unsigned shard, unsigned shards) noexcept;

/// Whether GoogleTest would leave a test of this name (`Fixture.name`) out because of `DISABLED_`.
[[nodiscard]] bool is_disabled(std::string_view test) noexcept;

/// The command line that runs just this case, from the current folder.
[[nodiscard]] std::string reproduce_command(const ChosenCase& chosen, const std::string& first_tier);

/// The text as one word of a shell, quoted where needed.
[[nodiscard]] std::string shell_word(const std::string& text);

}  // namespace assay::run::detail
