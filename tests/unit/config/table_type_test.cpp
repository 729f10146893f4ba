#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/config/table_type.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace assay::config {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Gap {
  std::string train;
  std::optional<double> below;
};

struct Settings {
  std::uint64_t batch_size = 7;
  std::optional<Gap> gap;
  std::vector<std::string> tags;
  std::vector<std::pair<std::string, double>> limits;
};

Table<Settings> run_table() {
  Table<Gap> gap("a table { train, below }");
  gap.key("train", "metric of the training data", text("a metric"), &Gap::train)
      .required()
      .key("below", "largest difference", number(0), &Gap::below);
  Table<Settings> run("a run");
  run.key("batch_size", "examples in a batch", count(1), &Settings::batch_size)
      .key("gap", "distance of two metrics", gap.type(), &Settings::gap)
      .key("tags", "words", list_of(text(), "a list of words"), &Settings::tags)
      .key("limits", "by name", map_of("a table of numbers", number(), name_key()), &Settings::limits)
      .rule([](const Settings&, const TableView& keys, Reader& reader) {
        if (keys.has("gap") && !keys.has("tags")) {
          reader.report(keys.position("gap"), reader.subject() + " needs tags beside gap");
        }
      });
  return run;
}

struct Outcome {
  Settings run;
  std::vector<std::string> mistakes;
};

Outcome read(const std::string& text, bool whole = true) {
  const auto document = parse_document(text, "f.toml");
  EXPECT_TRUE(document) << text;
  Outcome outcome;
  Reader reader(*document);
  run_table().read_into(outcome.run, document->root, reader, whole);
  for (const auto& mistake : reader.mistakes()) {
    outcome.mistakes.push_back(mistake.to_text());
  }
  return outcome;
}

TEST(Table, FillsWhatIsWrittenAndKeepsTheRest) {
  const auto outcome = read("tags = ['a', 'b']\ngap = { train = 'loss' }\nlimits = { z = 1, a = 2.5 }\n");
  EXPECT_THAT(outcome.mistakes, IsEmpty());
  EXPECT_EQ(outcome.run.batch_size, 7U);
  EXPECT_THAT(outcome.run.tags, ElementsAre("a", "b"));
  EXPECT_EQ(outcome.run.gap->train, "loss");
  EXPECT_FALSE(outcome.run.gap->below);
  EXPECT_THAT(outcome.run.limits, ElementsAre(testing::Pair("z", 1.0), testing::Pair("a", 2.5)));
}

TEST(Table, ReportsAllMistakesInTheOrderOfTheFile) {
  EXPECT_THAT(read("batchsize = 1\nbatch_size = 0\ngap = { below = -1 }\ntags = [1, 'x', 2]\n").mistakes,
              ElementsAre("f.toml:1:1: unknown key `batchsize`; did you mean `batch_size`?",
                          "f.toml:2:14: `batch_size` must be a whole number of at least 1, not the number 0",
                          "f.toml:3:7: `gap` needs the key `train`: metric of the training data",
                          "f.toml:3:17: `gap.below` must be a finite number of at least 0, not the number -1",
                          "f.toml:4:9: entry 1 of `tags` must be a text, not the number 1",
                          "f.toml:4:17: entry 3 of `tags` must be a text, not the number 2"));
}

TEST(Table, AKeyThatIsLikeNoneGetsTheListOfKeys) {
  EXPECT_THAT(read("qqqqqqqqqq = 1\n").mistakes,
              ElementsAre("f.toml:1:1: unknown key `qqqqqqqqqq`; known are `batch_size`, `gap`, `tags`, `limits`"));
}

TEST(Table, AKeyOfHugeLengthIsCutAndNotCompared) {
  const auto mistakes = read(std::string(1'000'000, 'x') + " = 1\n").mistakes;
  ASSERT_EQ(mistakes.size(), 1U);
  EXPECT_LT(mistakes[0].size(), 300U);
}

TEST(Table, RulesBetweenKeysAreAsked) {
  EXPECT_THAT(read("gap = { train = 'x' }\n").mistakes, ElementsAre("f.toml:1:7: the file needs tags beside gap"));
}

TEST(Table, DefaultsAreNotAskedForRequiredKeysAndRules) {
  EXPECT_THAT(read("gap = { train = 'x' }\n", false).mistakes, IsEmpty());
  EXPECT_THAT(read("batch_size = 0\n", false).mistakes, testing::SizeIs(1));
}

TEST(Table, NamesMustBeLettersDigitsAndUnderscores) {
  EXPECT_THAT(read("limits = { my-name = 1, ok_1 = 2 }\n").mistakes,
              ElementsAre("f.toml:1:12: the name `my-name` must be letters, digits and `_` only"));
}

TEST(Table, WhatIsInheritedIsReadInSilence) {
  const auto own = parse_document("limits = { a = 1 }\n", "f.toml");
  const auto defaults = parse_document("batch_size = 0\nwrong = 1\ntags = ['d']\nlimits = { b = 'x' }\n", "f.toml");
  const Node merged = with_defaults(own->root, defaults->root, {"limits"});
  Reader reader(*own);
  Settings run;
  run_table().read_into(run, merged, reader);
  EXPECT_THAT(reader.mistakes(), IsEmpty());
  EXPECT_THAT(run.tags, ElementsAre("d"));
  EXPECT_THAT(run.limits, ElementsAre(testing::Pair("a", 1.0)));
}

TEST(Reader, BoundsTheListOfMistakes) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    text += "wrong_" + std::to_string(i) + " = 1\n";
  }
  const auto mistakes = read(text).mistakes;
  ASSERT_EQ(mistakes.size(), Reader::kMostMistakes + 1);
  EXPECT_EQ(mistakes.back(), "f.toml: 19500 more mistakes are not listed");
}

TEST(Reader, FindsPlacesWithinATextOnOneLine) {
  const auto document = parse_document(
      "a = \"é == x\"\nb = 'k < 3'\nc = \"\\u00e9 == x\"\nd = '''k < 3'''\ne = '''\nk < 3'''\n", "f.toml");
  ASSERT_TRUE(document);
  const Reader reader(*document);
  const auto& table = std::get<Node::Table>(document->root.content);
  EXPECT_EQ(reader.within_text(table[0].value, 3), (Position{1, 8}));  // bytes 0-1 are é, so `==` is character 2
  EXPECT_EQ(reader.within_text(table[1].value, 2), (Position{2, 8}));
  EXPECT_EQ(reader.within_text(table[2].value, 3), (Position{3, 5}));  // an escape: the value's own place
  EXPECT_EQ(reader.within_text(table[3].value, 2), (Position{4, 10}));
  EXPECT_EQ(reader.within_text(table[4].value, 2), (Position{5, 5}));
  EXPECT_EQ(reader.within_text(table[1].value, 100), (Position{2, 11}));  // beyond the text: its end
}

TEST(Schema, ComesFromTheSameDescription) {
  const std::string schema = to_schema_text("Run", run_table().schema());
  EXPECT_EQ(schema, R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Run",
  "type": "object",
  "properties": {
    "batch_size": {
      "type": "integer",
      "minimum": 1,
      "title": "a whole number of at least 1",
      "description": "examples in a batch"
    },
    "gap": {
      "type": "object",
      "properties": {
        "train": {
          "type": "string",
          "minLength": 1,
          "title": "a metric",
          "description": "metric of the training data"
        },
        "below": {
          "type": "number",
          "minimum": 0.0,
          "title": "a finite number of at least 0",
          "description": "largest difference"
        }
      },
      "required": [
        "train"
      ],
      "additionalProperties": false,
      "title": "a table { train, below }",
      "description": "distance of two metrics"
    },
    "tags": {
      "type": "array",
      "items": {
        "type": "string",
        "minLength": 1
      },
      "title": "a list of words",
      "description": "words"
    },
    "limits": {
      "type": "object",
      "properties": {},
      "additionalProperties": {
        "type": "number"
      },
      "propertyNames": {
        "pattern": "^[A-Za-z0-9_]{1,128}$"
      },
      "title": "a table of numbers",
      "description": "by name"
    }
  },
  "additionalProperties": false
}
)");
}

TEST(Schema, NamedPartsAreWrittenOnce) {
  const auto bound = number().named("bound");
  Table<Gap> table;
  table.key("a", "one", bound, [](Gap&, double) {}).key("b", "two", bound, [](Gap&, double) {});
  const std::string schema = to_schema_text("T", table.schema());
  EXPECT_THAT(schema, testing::HasSubstr("\"a\": {\n      \"$ref\": \"#/$defs/bound\",\n      \"title\": \"a finite "
                                         "number\",\n      \"description\": \"one\""));
  EXPECT_THAT(schema, testing::HasSubstr("\"$defs\": {\n    \"bound\": {\n      \"type\": \"number\""));
}

}  // namespace
}  // namespace assay::config
