// What a thin command around the folder does: `replay SUITE --predictions FILE [--baseline FILE] [--json]` and
// `mine --inputs F:D --labels F:D --losses F:D [--probabilities F:D] --count K [--per-class M] --into FILE [--json]`.
// The tests and the acceptance cases look at it from outside.
#include <assay/base/clock.hpp>
#include <assay/base/error.hpp>
#include <assay/examples/answer_json.hpp>
#include <assay/examples/judge.hpp>
#include <assay/examples/mine.hpp>
#include <assay/examples/predictions.hpp>
#include <assay/examples/suite_file.hpp>

#include <chrono>
#include <iostream>
#include <map>
#include <optional>
#include <string>

namespace {

using Options = std::map<std::string, std::string>;

int replay(const std::string& file, const Options& options) {
  namespace examples = assay::examples;
  const auto suite = examples::read_suite(file);
  for (const std::string& note : suite.notes) {
    std::cerr << "note: " << note << '\n';
  }
  const auto predictions = examples::read_predictions(options.at("--predictions"), suite);
  std::optional<examples::Predictions> baseline;
  if (options.contains("--baseline")) {
    baseline = examples::read_predictions(options.at("--baseline"), suite);
  }
  const std::string today = assay::base::to_rfc3339(std::chrono::system_clock::now()).substr(0, 10);
  const auto judgement = examples::judge(suite, predictions, baseline ? &*baseline : nullptr, today);
  std::cout << examples::to_json(suite, judgement) << '\n';
  if (!judgement.decides) {
    std::cerr << "no example of " << file << " can decide\n";
    return 4;
  }
  return judgement.passed ? 0 : 1;
}

assay::examples::DatasetPlace place(const std::string& text) {
  const auto colon = text.rfind(':');
  return {text.substr(0, colon), text.substr(colon + 1)};
}

int mine(const Options& options) {
  assay::examples::MineRequest request;
  request.inputs = {{"image", place(options.at("--inputs"))}};
  request.labels = place(options.at("--labels"));
  request.losses = place(options.at("--losses"));
  if (options.contains("--probabilities")) {
    request.probabilities = place(options.at("--probabilities"));
  }
  request.count = std::stoull(options.at("--count"));
  if (options.contains("--per-class")) {
    request.per_class = std::stoull(options.at("--per-class"));
  }
  request.into = options.at("--into");
  std::cout << to_json(assay::examples::mine(request)) << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  std::string file;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--json") {
      continue;
    }
    if (word.starts_with("--") && i + 1 < argc) {
      options[word] = argv[++i];
    } else {
      file = word;
    }
  }
  try {
    return std::string(argv[1]) == "mine" ? mine(options) : replay(file, options);
  } catch (const assay::base::UserError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
}
