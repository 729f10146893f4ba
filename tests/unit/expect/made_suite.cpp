#include "made_suite.hpp"

#include <assay/suite/load.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

namespace assay::expect::tests {

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "assay_expect_XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

namespace {

void run(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>&1").c_str(), "r"), pclose);
  if (pipe == nullptr) throw std::runtime_error("cannot start: " + command);
  std::string output;
  std::array<char, 4096> piece{};
  while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), pipe.get()))
    output.append(piece.data(), count);
  // The exit code travels in the output, so that closing the pipe needs no care.
  if (!output.ends_with("done\n")) throw std::runtime_error(command + ":\n" + output);
}

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char each : word) result += each == '\'' ? std::string("'\\''") : std::string(1, each);
  return result + "'";
}

}  // namespace

void run_script(const std::string& script, const std::vector<std::string>& arguments) {
  std::string command = "/usr/bin/python3 " + quoted(std::string(ASSAY_TEST_FOLDER) + "/" + script);
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  run(command + " && echo done");
}

void make_data(const std::filesystem::path& folder, const std::string& code) {
  const std::filesystem::path script = folder / "make_data.py";
  std::ofstream(script) << "import pathlib, sys\nimport h5py\nimport numpy as np\nd = pathlib.Path(sys.argv[1])\n"
                        << code;
  run("/usr/bin/python3 " + quoted(script.string()) + " " + quoted(folder.string()) + " && echo done");
}

MadeSuite load_made_suite(const std::filesystem::path& folder) {
  const suite::Suite suite = suite::load_suite(folder / "suite.toml", suite::default_tiers());
  std::vector<const suite::Case*> cases;
  for (const suite::Case& item : suite.cases) cases.push_back(&item);
  const auto files = suite::resolve_data(suite, cases);
  if (!files) throw std::runtime_error(files.error().front().to_text());
  MadeSuite made;
  for (const suite::Case& item : suite.cases) {
    made.names.push_back(item.name);
    made.requests.push_back({std::get<suite::ExpectCase>(item.body), *files});
  }
  return made;
}

MadeSuite write_suite(const std::filesystem::path& folder, const std::string& toml) {
  std::ofstream(folder / "suite.toml") << toml;
  return load_made_suite(folder);
}

std::vector<std::vector<base::CheckResult>> evaluate(const MadeSuite& suite, EvaluationOptions options) {
  Evaluation evaluation(suite.requests, std::move(options));
  std::vector<std::vector<base::CheckResult>> results;
  for (std::size_t i = 0; i < suite.requests.size(); ++i) results.push_back(evaluation.results(i));
  return results;
}

base::CheckResult result_of(const MadeSuite& suite, const std::string& name, EvaluationOptions options) {
  const std::string case_name = name.substr(0, name.find('/'));
  const std::string check = name.substr(name.find('/') + 1);
  Evaluation evaluation(suite.requests, std::move(options));
  for (std::size_t i = 0; i < suite.names.size(); ++i) {
    if (suite.names[i] != case_name) continue;
    for (const base::CheckResult& result : evaluation.results(i)) {
      if (result.check == check) return result;
    }
  }
  throw std::runtime_error("there is no check " + name);
}

base::Scalar metric(const base::CheckResult& result, const std::string& name) {
  for (const base::Measurement& measurement : result.metrics) {
    if (measurement.name == name) return measurement.value;
  }
  return {};
}

}  // namespace assay::expect::tests
