#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace assay::tools {

/// What `profile` is asked for; `assay` and `assay-data` take the same, as with the others here.
struct ProfileOptions {
  std::string file;
  std::string dataset;             ///< empty: all
  std::vector<std::string> merge;  ///< profiles, or data to profile, that are added
  std::string out;
  bool json = false;

  void add_to(CLI::App& verb);
  /// The command line of `assay-data` that asks for this.
  [[nodiscard]] std::vector<std::string> arguments() const;
};

/// What `suggest` is asked for.
struct SuggestOptions {
  std::string file;
  std::string out;  ///< empty: standard output

  void add_to(CLI::App& verb);
  [[nodiscard]] std::vector<std::string> arguments() const;
};

/// What `drift` is asked for.
struct DriftOptions {
  std::string before;
  std::string now;
  double level = 0.01;
  double effect = 0.1;
  double missing = 0.05;
  bool json = false;

  void add_to(CLI::App& verb);
  [[nodiscard]] std::vector<std::string> arguments() const;
};

}  // namespace assay::tools
