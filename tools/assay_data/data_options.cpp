#include "data_options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace assay::tools {
namespace {

/// A name that starts with a dash would be taken for an option.
std::string as_file(const std::string& name) { return name.starts_with('-') ? "./" + name : name; }

}  // namespace

void ProfileOptions::add_to(CLI::App& verb) {
  verb.add_option("FILE", file, "HDF5 file, or a profile of one");
  verb.add_option("DATASET", dataset, "Only this dataset, or one member of it (table.age)");
  verb.add_option("--merge", merge, "Add the profiles (or data) of other parts, as of shards");
  verb.add_option("--out", out, "Store the profile: HDF5 where the name ends in .h5, else JSON");
  verb.add_flag("--json", json, "Machine-readable");
}

std::vector<std::string> ProfileOptions::arguments() const {
  std::vector<std::string> arguments{"profile"};
  if (!out.empty()) arguments.push_back("--out=" + out);
  if (json) arguments.emplace_back("--json");
  if (!file.empty()) arguments.push_back(as_file(file));
  if (!dataset.empty()) arguments.push_back(as_file(dataset));
  for (const std::string& each : merge) arguments.push_back("--merge=" + each);
  return arguments;
}

void SuggestOptions::add_to(CLI::App& verb) {
  verb.add_option("FILE", file, "HDF5 file to learn from")->required();
  verb.add_option("--out", out, "Write the suite to this file (default: standard output)");
}

std::vector<std::string> SuggestOptions::arguments() const {
  std::vector<std::string> arguments{"suggest", as_file(file)};
  if (!out.empty()) arguments.push_back("--out=" + out);
  return arguments;
}

void DriftOptions::add_to(CLI::App& verb) {
  verb.add_option("OLD", before, "The earlier data (HDF5), or a profile of them")->required();
  verb.add_option("NEW", now, "The later data (HDF5), or a profile of them")->required();
  verb.add_option("--level", level, "Level of the tests, corrected for their number (0.01)")
      ->check(CLI::Range(0.0, 1.0));
  verb.add_option("--effect", effect,
                  "Least effect that counts: KS statistic, or share that moved to other classes (0.1)")
      ->check(CLI::Range(0.0, 1.0));
  verb.add_option("--missing", missing, "Least change of the missing share that counts (0.05)")
      ->check(CLI::Range(0.0, 1.0));
  verb.add_flag("--json", json, "Machine-readable");
}

std::vector<std::string> DriftOptions::arguments() const {
  std::vector<std::string> arguments{"drift", fmt::format("--level={}", level), fmt::format("--effect={}", effect),
                                     fmt::format("--missing={}", missing)};
  if (json) arguments.emplace_back("--json");
  arguments.push_back(as_file(before));
  arguments.push_back(as_file(now));
  return arguments;
}

}  // namespace assay::tools
