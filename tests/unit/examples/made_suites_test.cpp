// Suites and answers that h5py wrote: read right, and everything that is broken in one of them is caught.
#include <assay/base/error.hpp>
#include <assay/examples/answer_json.hpp>
#include <assay/examples/judge.hpp>
#include <assay/examples/predictions.hpp>
#include <assay/examples/suite_file.hpp>

#include "run_program.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace assay::examples {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::filesystem::path made(const std::string& name) {
  static const tests::TemporaryFolder folder;
  static const std::string output = tests::run_script("make_suites.py", {folder.path().string()});
  return folder / (name + ".h5");
}

std::string refusal(const std::string& name) {
  try {
    static_cast<void>(read_suite(made(name)));
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "it was read";
}

Judgement replayed(const std::string& suite_name, const std::string& answers) {
  const ExampleSuite suite = read_suite(made(suite_name));
  return judge(suite, read_predictions(made(answers), suite), nullptr, "2026-11-30");
}

TEST(made_suites, a_healthy_one_is_read_whole) {
  const ExampleSuite suite = read_suite(made("healthy"));
  EXPECT_EQ(suite.name, "made");
  EXPECT_EQ(suite.generation, 3U);
  EXPECT_EQ(suite.classes, (std::vector<std::string>{"cat", "dog", "ship"}));
  ASSERT_EQ(suite.examples.size(), 6U);
  EXPECT_EQ(suite.examples[2].label, 2);
  EXPECT_EQ(suite.examples[3].tags, (std::vector<std::uint32_t>{0}));
  for (const Example& example : suite.examples) {
    EXPECT_EQ(example.fault, "");
  }
  EXPECT_TRUE(suite.notes.empty());
  EXPECT_TRUE(replayed("healthy", "right").passed);
}

TEST(made_suites, every_refusal_names_file_and_place) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"label_flipped", "content_digest"},
      {"status_changed", "content_digest"},
      {"next_major", "2.0"},
      {"other_format", "other"},
      {"wrong_count", "n_examples"},
      {"says_sealed", "sealed"},
      {"no_label", "/examples/target/label"},
      {"short_label", "/examples/target/label has 5 rows, expected 6"},
      {"text_label", "/examples/target/label is of type string"},
      {"strange_status", "/examples/meta/status holds 9 at row 0"},
      {"plain_status", "/examples/meta/status is of type int8"},
      {"strange_date", "2026-02-30"},
      {"wide_mask", "/examples/meta/tag_mask"},
      {"same_classes", "/classes/names holds the name \"cat\" twice"},
      {"endless", "/examples/id has 1099511627776 rows"},
      {"many_tags", "/tags/names has 5000 rows"},
      {"text", "text.h5"},
      {"not_there", "not_there.h5"}};
  for (const auto& [name, words] : expected) {
    EXPECT_THAT(refusal(name), AllOf(HasSubstr(name + ".h5"), HasSubstr(words)));
  }
}

TEST(made_suites, a_newer_minor_version_is_read_with_a_note) {
  EXPECT_THAT(read_suite(made("next_minor")).notes, ::testing::ElementsAre(HasSubstr("1.9")));
}

TEST(made_suites, a_changed_input_spoils_its_own_example_only) {
  const Judgement judgement = replayed("input_changed", "right");
  EXPECT_EQ(judgement.offenders, (std::vector<std::size_t>{4}));
  EXPECT_EQ(judgement.outcomes[4], Outcome::kInvalid);
}

TEST(made_suites, wrong_and_invalid_answers_are_told_apart) {
  EXPECT_EQ(replayed("healthy", "one_wrong").outcomes[0], Outcome::kFail);
  EXPECT_EQ(replayed("healthy", "one_nan").outcomes[0], Outcome::kInvalid);
  EXPECT_EQ(replayed("healthy", "one_nan").all.pass, 5U);
  for (const char* answers : {"all_nan", "never_written"}) {
    EXPECT_EQ(replayed("healthy", answers).all.invalid, 6U) << answers;
  }
  // Scores and a class that disagree are no answer: class 1 agrees with both.
  EXPECT_EQ(replayed("healthy", "torn").all.invalid, 4U);
}

TEST(made_suites, the_answer_is_json_as_promised) {
  const ExampleSuite suite = read_suite(made("healthy"));
  const Predictions before = read_predictions(made("right"), suite);
  const auto json = nlohmann::json::parse(
      to_json(suite, judge(suite, read_predictions(made("one_wrong"), suite), &before, "2026-11-30")));
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["verdict"], "failed");
  EXPECT_EQ(json["examples"][0]["outcome"], "fail");
  EXPECT_EQ(json["tags"]["night"]["pass"], 1);
  EXPECT_EQ(json["negative_flips"], 1);
  EXPECT_EQ(json["positive_flips"], 0);
  EXPECT_EQ(json["mcnemar_p"], 1.0);
}

}  // namespace
}  // namespace assay::examples
