#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace assay::tools {

/// `FILE:DATASET` of a command line; the last colon is the one between.
struct PlaceText {
  std::string file;
  std::string dataset;

  /// @throws base::UserError that names the option when there is no such colon or one side is empty.
  [[nodiscard]] static PlaceText parse(const std::string& option, const std::string& text);
};

/// `[NAME=]FILE:DATASET`. A name is made of letters, digits, `_` and `-`; without one it is the last part of the
/// dataset's path.
struct InputText {
  std::string name;
  PlaceText place;

  /// @throws base::UserError as PlaceText, and when the dataset gives no name that an input may have.
  [[nodiscard]] static InputText parse(const std::string& text);
};

/// What `replay` is asked for; `assay` and `assay-examples` take the same.
struct ReplayOptions {
  std::string suite;
  std::string predictions;
  std::string predictions_name;  ///< what a person calls the answers; empty: their file
  std::string baseline;
  bool json = false;

  void add_to(CLI::App& verb);
  /// The command line of `assay-examples` that asks for this.
  [[nodiscard]] std::vector<std::string> arguments() const;
};

/// What `mine` is asked for; `assay` and `assay-examples` take the same.
struct MineOptions {
  std::vector<std::string> inputs;
  std::string labels;
  std::string losses;
  std::string probabilities;
  std::uint64_t count = 0;
  std::optional<std::uint64_t> per_class;
  std::string into;
  std::string classes;
  std::vector<std::string> tags;
  std::string name;
  std::string description;
  bool json = false;

  void add_to(CLI::App& verb);
  /// The command line of `assay-examples` that asks for this.
  [[nodiscard]] std::vector<std::string> arguments() const;
};

}  // namespace assay::tools
