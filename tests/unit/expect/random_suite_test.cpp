// Random data of every type, layout, sharding, missing rule and condition against a second implementation in Python.
#include <assay/base/verdict.hpp>

#include "made_suite.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

namespace assay::expect {
namespace {

using nlohmann::json;

/// A value of expected.json: floats are written by their bits.
base::Scalar scalar_of(const json& value) {
  if (value.is_null()) return {};
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object()) return std::strtod(value.at("float").get<std::string>().c_str(), nullptr);
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{INT64_MAX})
    return value.get<std::uint64_t>();
  return value.get<std::int64_t>();
}

/// Same value: whole numbers exactly, doubles by their bits but for NaN; `steps` doubles apart at most.
bool same(const base::Scalar& wanted, const base::Scalar& seen, std::int64_t steps = 0) {
  const auto* left = std::get_if<double>(&wanted);
  const auto* right = std::get_if<double>(&seen);
  if (left == nullptr || right == nullptr) return wanted == seen;
  if (std::isnan(*left) || std::isnan(*right)) return std::isnan(*left) && std::isnan(*right);
  if (*left == 0 && *right == 0) return true;
  return std::abs(std::bit_cast<std::int64_t>(*left) - std::bit_cast<std::int64_t>(*right)) <= steps;
}

/// How many doubles apart a number may be: those with a square root are not rounded once from exact sums.
std::int64_t steps_of(const std::string& name) {
  if (name == "correlation") return 4;
  return name == "std" || name == "row_std" || name == "row_norm" ? 2 : 0;
}

void compare_metrics(const json& wanted, const base::CheckResult& seen) {
  for (const auto& [name, value] : wanted.items()) {
    const base::Scalar got = tests::metric(seen, name);
    EXPECT_TRUE(same(scalar_of(value), got, steps_of(name)))
        << name << ": wanted " << base::to_text(scalar_of(value)) << ", got " << base::to_text(got);
  }
}

void compare_failure(const json& wanted, const std::string& check, const base::CheckResult& seen) {
  ASSERT_FALSE(seen.failures.empty());
  const base::Failure& failure = seen.failures.front();
  EXPECT_EQ(seen.reason, failure.message);
  if (wanted.contains("unexpected")) {
    EXPECT_EQ(failure.unexpected, wanted.at("unexpected").get<std::uint64_t>());
  }
  EXPECT_EQ(failure.total, wanted.at("total").get<std::uint64_t>());
  if (wanted.contains("observed")) {
    EXPECT_TRUE(same(scalar_of(wanted.at("observed")), failure.observed, steps_of(check)));
  }
  if (!wanted.contains("offenders")) return;
  EXPECT_EQ(failure.truncated, wanted.at("truncated").get<bool>());
  ASSERT_EQ(failure.offenders.size(), wanted.at("offenders").size());
  for (std::size_t i = 0; i < failure.offenders.size(); ++i) {
    const json& offender = wanted.at("offenders")[i];
    EXPECT_EQ(failure.offenders[i].row, offender[0].get<std::uint64_t>());
    EXPECT_EQ(failure.offenders[i].index, offender[1].get<std::vector<std::uint64_t>>());
    EXPECT_TRUE(same(scalar_of(offender[2]), failure.offenders[i].value, steps_of(check)))
        << "offender " << i << ": " << base::to_text(failure.offenders[i].value);
  }
}

void compare_case(const json& wanted, const std::vector<base::CheckResult>& seen) {
  ASSERT_EQ(seen.size(), wanted.size());
  for (const base::CheckResult& result : seen) {
    SCOPED_TRACE(result.check + ": " + result.reason);
    const json& facts = wanted.at(result.check);
    EXPECT_EQ(base::to_text(result.verdict), facts.at("verdict").get<std::string>());
    compare_metrics(facts.at("metrics"), result);
    if (facts.contains("failure")) compare_failure(facts.at("failure"), result.check, result);
    if (facts.contains("reason")) {
      EXPECT_NE(result.reason.find(facts.at("reason").get<std::string>()), std::string::npos) << result.reason;
    }
  }
}

/// As text with all bits of every double, so that two results can be compared as wholes.
std::string bits_of(const std::vector<std::vector<base::CheckResult>>& results) {
  std::string text;
  const auto add = [&text](const base::Scalar& value) {
    if (const auto* real = std::get_if<double>(&value)) {
      text += std::to_string(std::bit_cast<std::uint64_t>(*real)) + ' ';
    } else {
      text += base::to_text(value) + ' ';
    }
  };
  for (const auto& checks : results) {
    for (const base::CheckResult& result : checks) {
      text += result.check + ' ' + std::string(base::to_text(result.verdict)) + ' ' + result.reason + ' ';
      for (const base::Measurement& measurement : result.metrics) {
        text += measurement.name + ' ';
        add(measurement.value);
      }
      for (const base::Failure& failure : result.failures) {
        text += failure.message + ' ';
        add(failure.observed);
        for (const base::Offender& offender : failure.offenders) {
          text += std::to_string(offender.row) + ' ';
          for (const std::uint64_t index : offender.index) text += std::to_string(index) + ' ';
          add(offender.value);
        }
      }
      text += '\n';
    }
  }
  return text;
}

class RandomSuite : public testing::TestWithParam<int> {};

TEST_P(RandomSuite, says_what_a_second_implementation_says) {
  const tests::TemporaryFolder folder;
  tests::run_script("random_suite.py", {folder.path().string(), std::to_string(GetParam()), "36"});
  const tests::MadeSuite suite = tests::load_made_suite(folder.path());
  const json expected = json::parse(std::ifstream(folder.path() / "expected.json"));

  const auto results = tests::evaluate(suite);
  for (std::size_t i = 0; i < results.size(); ++i) {
    SCOPED_TRACE(suite.names[i] + " of seed " + std::to_string(GetParam()));
    compare_case(expected.at(suite.names[i]), results[i]);
  }

  const std::string bits = bits_of(results);
  for (const unsigned threads : {1U, 2U, 8U}) {
    for (const std::uint64_t rows : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{16}}) {
      EXPECT_EQ(bits, bits_of(tests::evaluate(suite, {.threads = threads, .rows_per_block = rows, .on_read = {}})))
          << threads << " threads, " << rows << " rows at a time";
    }
  }
  for (const InstructionSet set : {InstructionSet::kBaseline, InstructionSet::kAvx2, InstructionSet::kAvx512}) {
    if (set > best_instruction_set()) continue;
    EXPECT_EQ(bits, bits_of(tests::evaluate(suite, {.instructions = set}))) << static_cast<int>(set);
  }
  // A case by itself says the same as together with all others.
  for (std::size_t i = 0; i < results.size(); i += 7) {
    const tests::MadeSuite alone{{suite.names[i]}, {suite.requests[i]}};
    EXPECT_EQ(bits_of({results[i]}), bits_of(tests::evaluate(alone)));
  }
}

/// Six, or as many as ASSAY_TEST_SEEDS says, for a longer run by hand.
int seeds() {
  const char* wanted = std::getenv("ASSAY_TEST_SEEDS");
  return wanted == nullptr ? 6 : std::atoi(wanted);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomSuite, testing::Range(1, 1 + seeds()));

}  // namespace
}  // namespace assay::expect
