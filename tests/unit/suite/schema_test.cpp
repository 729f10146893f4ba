#include <assay/suite/load.hpp>

#include "suite_folder.hpp"
#include "whole_suite.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace assay::suite {
namespace {

struct Judgement {
  int exit = -1;
  std::string output;
};

/// What Python makes of a schema and of files that it must accept and refuse.
Judgement judged(const std::string& schema, const std::vector<std::string>& accepted,
                 const std::vector<std::string>& refused) {
  const SuiteFolder folder;
  std::string command = "python3 " SCHEMA_CHECK " " + folder.write("schema.json", schema).string();
  int number = 0;
  for (const auto& text : accepted) {
    command += " " + folder.write("accepted_" + std::to_string(number++) + ".toml", text).string();
  }
  command += " --";
  for (const auto& text : refused) {
    command += " " + folder.write("refused_" + std::to_string(number++) + ".toml", text).string();
  }
  Judgement judgement;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) {
    return judgement;
  }
  std::array<char, 4096> buffer{};
  while (const std::size_t read = fread(buffer.data(), 1, buffer.size(), pipe)) {
    judgement.output.append(buffer.data(), read);
  }
  const int status = pclose(pipe);
  judgement.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return judgement;
}

void expect_agreement(const Judgement& judgement) {
  if (judgement.exit == 77 || judgement.exit == 127) {
    GTEST_SKIP() << "python3 with the module jsonschema is not here; only the structure was looked at";
  }
  EXPECT_EQ(judgement.exit, 0) << judgement.output;
}

TEST(Schema, OfSuitesAgreesWithTheReader) {
  const std::string head = "[expect.a]\ndata = 'd.h5'\ndataset = 'x'\n";
  const std::vector<std::string> refused = {
      "[expects.a]\n",
      "[suite]\nowners = 'v'\n",
      "[data]\nd = 3\n",
      "[expect.my-case]\n",
      head + "valeus = 1\n",
      head + "values = true\n",
      head + "values = [0, 1, 2]\n",
      head + "values = { in = [0, 1], mosty = 0.9 }\n",
      head + "values = { in = [0, 1], mostly = 95 }\n",
      head + "values = { in = [0, 1], unit = 'rows' }\n",
      head + "increasing = 'strictly'\n",
      head + "finite = 1\n",
      head + "in_set = []\n",
      head + "dtype = 'float63'\n",
      head + "timeout = '5 minutes'\n",
      head + "threads = 0\n",
      head + "shape = [-1]\n",
      "[defaults.expect]\nmeen = 1\n",
      "[train.a]\nmetric.loss.lats = 1\n",
      "[train.a]\ngap = { train = 'l' }\n",
      "[memorize.a]\nchecks = { isolaton = false }\n",
      "[parity.a]\nbetween = ['cpu']\n",
  };
  for (const auto& text : refused) {
    EXPECT_THAT(mistakes_of(text), testing::Not(testing::IsEmpty())) << text;
  }
  expect_agreement(judged(suite_schema(), {whole_suite(), ""}, refused));
}

TEST(Schema, OfProjectsAgreesWithTheReader) {
  expect_agreement(judged(project_schema(),
                          {"",
                           "[project]\nname = 'x'\nbuild = 'make'\n[tier.pr]\nbudget = '10m'\nper_case = '2m'\n"
                           "device = 'cpu'\ncadence = 'pr'\n[history]\nfile = 'h'\nkeep = '400d'\nsuspect = 'warn'\n"
                           "[notify.team]\nurl_env = 'URL'\n[[suite]]\npath = 'a'\n"},
                          {"[projects]\n", "[tier.pr]\nbudget = 10\n", "[tier.my-tier]\n", "[notify.x]\n",
                           "[[suite]]\n", "suite = 'a'\n", "[history]\nsuspect = 'panic'\n"}));
}

}  // namespace
}  // namespace assay::suite
