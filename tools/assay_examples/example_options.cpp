#include "example_options.hpp"

#include <assay/base/error.hpp>
#include <assay/base/utf8.hpp>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace assay::tools {
namespace {

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_' || character == '-';
  });
}

void append_option(std::vector<std::string>& arguments, const char* option, const std::string& value) {
  if (!value.empty()) {
    arguments.push_back(fmt::format("{}={}", option, value));
  }
}

}  // namespace

PlaceText PlaceText::parse(const std::string& option, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) {
    throw base::UserError(fmt::format("{} {}: expected FILE:DATASET, as `{} pool.h5:train/images`", option,
                                      base::to_printable(text), option));
  }
  return {text.substr(0, colon), text.substr(colon + 1)};
}

InputText InputText::parse(const std::string& text) {
  const std::size_t equals = text.find('=');
  const bool named = equals != std::string::npos && is_name(std::string_view(text).substr(0, equals));
  InputText input{named ? text.substr(0, equals) : "",
                  PlaceText::parse("--inputs", named ? text.substr(equals + 1) : text)};
  if (named) {
    return input;
  }
  std::string_view path = input.place.dataset;
  while (path.ends_with('/')) {
    path.remove_suffix(1);
  }
  input.name = path.substr(path.rfind('/') + 1);
  if (input.name.empty() || input.name == "." || input.name == "..") {
    throw base::UserError(fmt::format("--inputs {}: the dataset's path gives no name; write NAME=FILE:DATASET",
                                      base::to_printable(text)));
  }
  return input;
}

void ReplayOptions::add_to(CLI::App& verb) {
  verb.add_option("SUITE", suite, "Suite file, such as hard.h5")->required();
  verb.add_option("--predictions", predictions, "Predictions file of the model to judge");
  verb.add_option("--predictions-name", predictions_name)->group("");
  verb.add_option("--baseline", baseline, "Predictions file of the model before, to count flips against");
  verb.add_flag("--json", json, "Machine-readable");
}

std::vector<std::string> ReplayOptions::arguments() const {
  // A name that starts with a dash would be taken for an option.
  std::vector<std::string> arguments{"replay", suite.starts_with('-') ? "./" + suite : suite};
  append_option(arguments, "--predictions", predictions);
  append_option(arguments, "--predictions-name", predictions_name);
  append_option(arguments, "--baseline", baseline);
  if (json) {
    arguments.emplace_back("--json");
  }
  return arguments;
}

void MineOptions::add_to(CLI::App& verb) {
  verb.add_option("--inputs", inputs, "[NAME=]FILE:DATASET of an input of the model; repeatable")
      ->required()
      ->take_all()
      ->allow_extra_args(false);
  verb.add_option("--labels", labels, "FILE:DATASET with one whole number an example")->required();
  verb.add_option("--losses", losses, "FILE:DATASET with the model's loss on each example");
  verb.add_option("--probabilities", probabilities,
                  "FILE:DATASET with out-of-sample probabilities; suspicious labels are quarantined");
  verb.add_option("--count", count, "Take so many examples at most")->required()->check(CLI::PositiveNumber);
  verb.add_option("--per-class", per_class, "Take so many of one label at most")->check(CLI::PositiveNumber);
  verb.add_option("--into", into, "Suite file to write, or to add to")->required();
  verb.add_option("--classes", classes, "FILE:DATASET with the names of the classes (default: 0, 1, ...)");
  verb.add_option("--tag", tags, "Tag of the examples that are added; repeatable")->take_all()->allow_extra_args(false);
  verb.add_option("--name", name, "Name of a new suite (default: that of its file)");
  verb.add_option("--description", description, "Description of a new suite");
  verb.add_flag("--json", json, "Machine-readable");
}

std::vector<std::string> MineOptions::arguments() const {
  std::vector<std::string> arguments{"mine"};
  for (const std::string& input : inputs) {
    append_option(arguments, "--inputs", input);
  }
  append_option(arguments, "--labels", labels);
  append_option(arguments, "--losses", losses);
  append_option(arguments, "--probabilities", probabilities);
  append_option(arguments, "--count", fmt::format("{}", count));
  append_option(arguments, "--per-class", per_class ? fmt::format("{}", *per_class) : "");
  append_option(arguments, "--into", into);
  append_option(arguments, "--classes", classes);
  for (const std::string& tag : tags) {
    append_option(arguments, "--tag", tag);
  }
  append_option(arguments, "--name", name);
  append_option(arguments, "--description", description);
  if (json) {
    arguments.emplace_back("--json");
  }
  return arguments;
}

}  // namespace assay::tools
