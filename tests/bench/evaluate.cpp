// Judges the expect cases of one suite file again and again within one process, from opening the files to the verdicts.
//
//     bench_evaluate SUITE_FILE THREADS REPETITIONS
//
// prints {"seconds": [...], "passed": n, "checks": n, "peak_mb": n} as one line of JSON.
#include <assay/expect/evaluation.hpp>
#include <assay/suite/load.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <fstream>
#include <iostream>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace {

std::vector<assay::expect::Request> requests_of(const assay::suite::Suite& suite) {
  std::vector<assay::expect::Request> requests;
  for (const assay::suite::Case& item : suite.cases) {
    const assay::suite::Case* pointer = &item;
    auto files = assay::suite::resolve_data(suite, std::span(&pointer, 1));
    if (!files) throw assay::base::UserError(std::move(files.error()));
    requests.push_back({std::get<assay::suite::ExpectCase>(item.body), std::move(*files)});
  }
  return requests;
}

/// Of this program alone; getrusage would also know of who started it.
long peak_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    long kilobytes = 0;
    status >> kilobytes;
    return kilobytes / 1024;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::cerr << "bench_evaluate SUITE_FILE THREADS REPETITIONS\n";
    return 2;
  }
  try {
    const auto suite = assay::suite::load_suite(arguments[1], assay::suite::default_tiers());
    const auto threads = static_cast<unsigned>(std::stoul(arguments[2]));
    nlohmann::json line = {{"seconds", nlohmann::json::array()}, {"passed", 0}, {"checks", 0}};
    for (unsigned long i = std::stoul(arguments[3]); i > 0; --i) {
      const auto begun = std::chrono::steady_clock::now();
      const std::vector<assay::expect::Request> requests = requests_of(suite);
      assay::expect::Evaluation evaluation(requests, {.threads = threads});
      std::size_t passed = 0;
      std::size_t checks = 0;
      for (std::size_t request = 0; request < requests.size(); ++request) {
        for (const auto& result : evaluation.results(request)) {
          ++checks;
          passed += result.verdict == assay::base::Verdict::kPassed ? 1U : 0U;
        }
      }
      line["seconds"].push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
      line["passed"] = passed;
      line["checks"] = checks;
    }
    line["peak_mb"] = peak_megabytes();
    std::cout << line << '\n';
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
