#include <assay/base/clock.hpp>
#include <assay/base/error.hpp>
#include <assay/examples/mine.hpp>
#include <assay/examples/pool.hpp>

#include "example_verbs.hpp"
#include "mine_text.hpp"
#include "terminal.hpp"
#include <fmt/core.h>

#include <chrono>
#include <unistd.h>

namespace assay::tools {
namespace {

examples::DatasetPlace place_of(const char* option, const std::string& text) {
  const PlaceText place = PlaceText::parse(option, text);
  return {place.file, place.dataset};
}

std::vector<examples::MineInput> inputs_of(const MineOptions& options) {
  std::vector<examples::MineInput> inputs;
  for (const std::string& text : options.inputs) {
    const InputText input = InputText::parse(text);
    for (const examples::MineInput& other : inputs) {
      if (other.name == input.name) {
        throw base::UserError(
            fmt::format("--inputs: two inputs are called {}; name them with NAME=FILE:DATASET", input.name));
      }
    }
    inputs.push_back({input.name, {input.place.file, input.place.dataset}});
  }
  return inputs;
}

}  // namespace

base::ExitCode mine(const MineOptions& options, const examples::Reading& reading) {
  if (options.losses.empty()) {
    throw base::UserError("mine: which losses? Name them with --losses FILE:DATASET");
  }
  examples::MineRequest request;
  request.inputs = inputs_of(options);
  request.labels = place_of("--labels", options.labels);
  request.losses = place_of("--losses", options.losses);
  if (!options.probabilities.empty()) {
    request.probabilities = place_of("--probabilities", options.probabilities);
  }
  if (!options.classes.empty()) {
    const examples::DatasetPlace classes = place_of("--classes", options.classes);
    reading({classes.file});
    request.classes = examples::read_class_names(classes);
  }
  request.count = options.count;
  request.per_class = options.per_class;
  request.into = options.into;
  request.tags = options.tags;
  request.suite_name = options.name;
  request.description = options.description;
  request.created_at = base::to_rfc3339(std::chrono::system_clock::now());
  request.tool_version = "assay " ASSAY_VERSION;
  request.reading = reading;
  const examples::Mined mined = examples::mine(request);
  if (options.json) {
    fmt::print("{}\n", examples::to_json(mined));
  } else {
    fmt::print("{}", mine_text(mined, options.into, request.probabilities.has_value(), style_of(STDOUT_FILENO)));
  }
  return base::ExitCode::kPassed;
}

}  // namespace assay::tools
