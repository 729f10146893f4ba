#include <assay/report/console.hpp>
#include <assay/report/junit_xml.hpp>
#include <assay/report/results_json.hpp>

#include "sample_record.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace assay::golden {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

/// The lines between the common beginning and the common end: of the approved text with `-`, of the new one with `+`.
std::string difference(const std::string& approved, const std::string& rendered) {
  constexpr std::size_t kMostLines = 40;
  const std::vector<std::string> before = lines_of(approved);
  const std::vector<std::string> after = lines_of(rendered);
  const auto first = static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
  std::size_t last = 0;
  while (last + first < std::min(before.size(), after.size()) &&
         before[before.size() - 1 - last] == after[after.size() - 1 - last]) {
    ++last;
  }
  std::ostringstream text;
  text << "line " << first + 1 << '\n';
  const auto show = [&text, first, last](char sign, const std::vector<std::string>& lines) {
    const std::size_t end = lines.size() - last;
    for (std::size_t i = first; i < std::min(end, first + kMostLines); ++i) {
      text << sign << lines[i] << '\n';
    }
    if (end > first + kMostLines) {
      text << sign << "... (" << end - first - kMostLines << " more lines)\n";
    }
  };
  show('-', before);
  show('+', after);
  return text.str();
}

/// Compares with the approved file, or approves when `ASSAY_APPROVE` is set.
void expect_approved(const std::string& rendered, const std::string& name) {
  const char* folder = std::getenv("ASSAY_GOLDEN");
  ASSERT_NE(folder, nullptr)
      << "ASSAY_GOLDEN must name the folder of approved reports; run this through ctest or tools/approve";
  const std::filesystem::path file = std::filesystem::path(folder) / name;
  if (std::getenv("ASSAY_APPROVE") != nullptr) {
    std::ofstream(file, std::ios::binary) << rendered;
    return;
  }
  std::ifstream stream(file, std::ios::binary);
  ASSERT_TRUE(stream) << file << " is not there; tools/approve writes it";
  const std::string approved(std::istreambuf_iterator<char>(stream), {});
  EXPECT_TRUE(approved == rendered) << "The report differs from " << file << ":\n"
                                    << difference(approved, rendered)
                                    << "If the new one is better, tools/approve accepts it.";
}

TEST(Golden, ConsoleOfAGoodDay) {
  expect_approved(report::console_text(passing_record(), {.colour = false, .width = 80}), "passing_80.txt");
}

TEST(Golden, ConsoleOfEverything) {
  expect_approved(report::console_text(sample_record(), {.colour = false, .width = 80}), "everything_80.txt");
}

TEST(Golden, ConsoleOfEverythingWideAndColoured) {
  expect_approved(report::console_text(sample_record(), {.colour = true, .width = 120}), "everything_120_colour.txt");
}

TEST(Golden, ConsoleOfHostileTexts) {
  expect_approved(report::console_text(hostile_record(), {.colour = false, .width = 80}), "hostile_80.txt");
}

TEST(Golden, ConsoleOfNothing) {
  expect_approved(report::console_text(run::RunRecord{}, {.colour = false, .width = 80}), "nothing_80.txt");
}

TEST(Golden, ResultsJson) { expect_approved(report::results_json(sample_record()), "everything.json"); }

TEST(Golden, Junit) { expect_approved(report::junit_xml(sample_record()), "everything.xml"); }

}  // namespace
}  // namespace assay::golden
