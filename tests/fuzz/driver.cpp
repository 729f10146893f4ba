// Runs LLVMFuzzerTestOneInput on damaged copies of the files it is given, each in a process of its own, and counts
// whose fault it is when one does not end as it should: ours, or that of the library in whose code it happened.
//
//   fuzz_hdf5 --keep DIR [--count N] [--seconds S] [--series K] [--only INDEX] FILE...
//
// Prints one line of JSON. Exit code 1 when Assay is at fault, 2 for a mistake on the command line.
#include "input.hpp"
#include "mutation.hpp"
#include "victim.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assay::fuzz {
namespace {

struct Options {
  std::filesystem::path keep;
  std::uint64_t count = 1000;
  std::uint64_t first = 0;
  std::chrono::seconds limit{3600};
  std::uint64_t series = 0;
  std::vector<Bytes> seeds;
};

Bytes read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::invalid_argument(path.string() + ": cannot be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

Options parse(const std::vector<std::string>& words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = [&] {
      if (i + 1 == words.size()) throw std::invalid_argument(words[i] + ": a value is missing");
      return words[++i];
    };
    if (words[i] == "--keep") {
      options.keep = value();
    } else if (words[i] == "--count") {
      options.count = std::stoull(value());
    } else if (words[i] == "--seconds") {
      options.limit = std::chrono::seconds(std::stoull(value()));
    } else if (words[i] == "--series") {
      options.series = std::stoull(value());
    } else if (words[i] == "--only") {
      options.first = std::stoull(value());
      options.count = 1;
    } else {
      options.seeds.push_back(read_file(words[i]));
    }
  }
  if (options.seeds.empty() || options.keep.empty()) {
    throw std::invalid_argument("--keep DIR and at least one file to begin with");
  }
  std::filesystem::create_directories(options.keep);
  return options;
}

void keep(const Options& options, std::uint64_t index, const Bytes& input, const Ending& ending) {
  const std::string name = ending.kind + "-" + std::to_string(options.series) + "-" + std::to_string(index);
  std::ofstream file(options.keep / name, std::ios::binary);
  file.write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(input.size()));
  std::ofstream(options.keep / (name + ".txt")) << ending.report;
}

int run(const Options& options) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + options.limit;
  std::map<std::string, std::uint64_t> counts{{"assay", 0}, {"library", 0}, {"hang", 0}};
  std::uint64_t done = 0;
  for (; done < options.count && Clock::now() < end; ++done) {
    const std::uint64_t index = options.first + done;
    const Bytes input = mutated(options.seeds, options.series, index);
    const Ending ending = run_apart([&input] { LLVMFuzzerTestOneInput(input.data(), input.size()); });
    if (ending.kind.empty()) continue;
    ++counts[ending.kind];
    keep(options, index, input, ending);
  }
  std::printf("{\"inputs\": %llu, \"assay\": %llu, \"library\": %llu, \"hang\": %llu}\n",
              static_cast<unsigned long long>(done), static_cast<unsigned long long>(counts["assay"]),
              static_cast<unsigned long long>(counts["library"]), static_cast<unsigned long long>(counts["hang"]));
  return counts["assay"] == 0 ? 0 : 1;
}

}  // namespace
}  // namespace assay::fuzz

int main(int argc, char** argv) {
  try {
    return assay::fuzz::run(assay::fuzz::parse({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
