#include <assay/config/document.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace assay::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Node::Table& table_of(const Node& node) { return std::get<Node::Table>(node.content); }

std::vector<std::string> keys_of(const Node& node) {
  std::vector<std::string> keys;
  for (const Entry& entry : table_of(node)) {
    keys.push_back(entry.key);
  }
  return keys;
}

base::Mistake mistake_of(std::string text) {
  const auto document = parse_document(std::move(text), "f.toml");
  return document ? base::Mistake{} : document.error();
}

TEST(Document, KeepsTheOrderOfTheFile) {
  const auto document = parse_document("z = 1\n[m]\nb = 1\na = 2\n[c]\n[a]\nx = { q = 1, k = 2 }\n", "f.toml");
  ASSERT_TRUE(document);
  EXPECT_THAT(keys_of(document->root), ElementsAre("z", "m", "c", "a"));
  EXPECT_THAT(keys_of(*find(table_of(document->root), "m")), ElementsAre("b", "a"));
  EXPECT_THAT(keys_of(*find(table_of(*find(table_of(document->root), "a")), "x")), ElementsAre("q", "k"));
}

TEST(Document, KnowsWhereKeysAndValuesStand) {
  const auto document = parse_document("# first\n[expect.images]\n  shape = [\"*\", 28]\nb.c = \"é\"\n", "f.toml");
  ASSERT_TRUE(document);
  const Entry& images = table_of(table_of(document->root)[0].value)[0];
  EXPECT_EQ(images.position, (Position{2, 9}));
  EXPECT_EQ(images.value.position, (Position{2, 1}));
  const Entry& shape = table_of(images.value)[0];
  EXPECT_EQ(shape.position, (Position{3, 3}));
  EXPECT_EQ(shape.value.position, (Position{3, 11}));
  EXPECT_EQ(std::get<Node::List>(shape.value.content)[1].position, (Position{3, 17}));
}

TEST(Document, TakesEveryFormOfValue) {
  const auto document = parse_document(
      "a = true\nb = -9223372036854775808\nc = nan\nd = 'x'\ne = 2027-03-01\nf = 07:32:00\ng = 1979-05-27T07:32:00Z\n"
      "h = []\ni = {}\n",
      "f.toml");
  ASSERT_TRUE(document);
  std::vector<std::string> seen;
  for (const Entry& entry : table_of(document->root)) {
    seen.push_back(describe(entry.value));
  }
  EXPECT_THAT(seen, ElementsAre("the truth value true", "the number -9223372036854775808", "the number nan",
                                "the text \"x\"", "the date 2027-03-01", "the time 07:32:00",
                                "the time 1979-05-27T07:32:00Z", "an empty list", "a table"));
}

TEST(Document, TakesCarriageReturns) {
  const auto document = parse_document("[a]\r\nb = 1\r\n\r\nc = 2\r\n", "f.toml");
  ASSERT_TRUE(document);
  EXPECT_EQ(table_of(table_of(document->root)[0].value)[1].position, (Position{4, 1}));
}

struct Broken {
  std::string text;
  int line;
  std::string part;
};

class BrokenDocument : public testing::TestWithParam<Broken> {};

TEST_P(BrokenDocument, SaysWhere) {
  const auto mistake = mistake_of(GetParam().text);
  EXPECT_EQ(mistake.place.file, "f.toml");
  EXPECT_EQ(mistake.place.line, GetParam().line) << mistake.message;
  EXPECT_THAT(mistake.message, HasSubstr(GetParam().part));
}

INSTANTIATE_TEST_SUITE_P(Kinds, BrokenDocument,
                         testing::Values(Broken{"a = 1\nb = [0, 1\nc = 2\n", 3, "not TOML"},  // a bracket left open
                                         Broken{"a = 1\n\n[b]\nx = 1\n[c]\n[b]\n", 6, "redefine"},   // a table twice
                                         Broken{"[b]\nx = 1\ny = 2\nx = 3\n", 4, "redefine"},        // a key twice
                                         Broken{"a = 9223372036854775808\n", 1, "64 bits"},          // beyond int64
                                         Broken{std::string("a = 1\nb = \0\n", 12), 2, "not TOML"},  // a NUL byte
                                         Broken{"a = \"\xff\"\n", 1, "utf-8"},                       // no UTF-8
                                         Broken{"a = \"\xc0\x80\"\n", 1, "utf-8"},                   // an overlong NUL
                                         Broken{"a = 2027-02-30\n", 1, "not TOML"},                  // no such day
                                         Broken{"a = 1\n[=]\n", 2, "not TOML"},  // no key in a header
                                         Broken{"a = \"x\n", 1, "not TOML"}));   // a text left open

TEST(Document, RefusesDeepNestingOfEveryKind) {
  const auto many = [](const std::string& part, std::size_t times) {
    std::string text;
    for (std::size_t i = 0; i < times; ++i) {
      text += part;
    }
    return text;
  };
  for (const std::size_t depth : {std::size_t{100}, std::size_t{1'000'000}}) {
    EXPECT_THAT(mistake_of("x = 1\na" + many(".a", depth) + " = 1\n").message, HasSubstr("nested deeper")) << depth;
    EXPECT_THAT(mistake_of("[a" + many(".a", depth) + "]\n").message, HasSubstr("nested deeper")) << depth;
    EXPECT_THAT(mistake_of("a = " + many("[", depth)).message, HasSubstr("nested deeper")) << depth;
  }
  EXPECT_THAT(mistake_of("a = " + many("{a=", 1000) + "1" + many("}", 1000)).message, HasSubstr("nested deeper"));
  EXPECT_THAT(mistake_of("a = " + many("{'a'.\"b\".c=", 31) + many("[", 31)).message, HasSubstr("nested deeper"));
  EXPECT_EQ(mistake_of("x = 1\n  a" + many(".a", 40) + " = 1\n").place.line, 2);
}

TEST(Document, DotsAndBracketsInTextsAndCommentsAreNoNesting) {
  const std::string dots(1000, '.');
  const std::string brackets(1000, '[');
  EXPECT_TRUE(parse_document("a = \"" + dots + brackets + "\" # " + dots + brackets + "\n", "f"));
  EXPECT_TRUE(parse_document("a = '" + dots + brackets + "'\nb = 1\n", "f"));
  EXPECT_TRUE(parse_document("a = '''\n" + dots + "\n''" + brackets + "'''\nb = 1\n", "f"));
  EXPECT_TRUE(parse_document("a = \"\"\"" + brackets + "\\\"\"\" " + dots + "\"\"\"\nb = \"\\\\\"\n", "f"));
}

TEST(Document, AListOfManyNumbersIsNoNesting) {
  std::string text = "a = [";
  for (int i = 0; i < 10'000; ++i) {
    text += "0.5, ";
  }
  EXPECT_TRUE(parse_document(text + "]\n", "f"));
}

TEST(Document, RefusesLargeTextsAndTakesThousandsOfKeys) {
  EXPECT_THAT(mistake_of(std::string(kMostBytes + 1, '\n')).message, HasSubstr("larger than"));
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    text += "key_" + std::to_string(i) + " = 1\n";
  }
  const auto document = parse_document(text, "f");
  ASSERT_TRUE(document);
  EXPECT_EQ(table_of(document->root).size(), 20'000U);
  EXPECT_EQ(table_of(document->root)[19'999].key, "key_19999");
}

TEST(Document, AFileThatIsNotThereOrIsAFolderIsNamed) {
  const auto missing = read_document("/no/such/file.toml", "file.toml");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().place.file, "file.toml");
  EXPECT_FALSE(missing.error().message.empty());
  EXPECT_FALSE(read_document("/tmp", "tmp"));
}

TEST(Node, DefaultsAddWhatIsLackingAndMergeNamedTables) {
  const auto own = parse_document("[metric.loss]\nlast = 1\n[env]\nA = 'own'\n", "f");
  const auto defaults =
      parse_document("tier = 'pr'\n[metric.loss]\nmax = 2\n[metric.accuracy]\nlast = 3\n[env]\nB = 'b'\n", "f");
  ASSERT_TRUE(own && defaults);
  const Node merged = with_defaults(own->root, defaults->root, {"metric"});
  const auto& metric = table_of(*find(table_of(merged), "metric"));
  ASSERT_EQ(metric.size(), 2U);
  EXPECT_THAT(keys_of(*find(metric, "loss")), ElementsAre("last"));  // the own entry wins whole
  EXPECT_NE(find(metric, "accuracy"), nullptr);
  EXPECT_THAT(keys_of(*find(table_of(merged), "env")), ElementsAre("A"));  // not named, so the own table wins
  EXPECT_NE(find(table_of(merged), "tier"), nullptr);
}

TEST(Node, LongTextsAreCutAtWholeCharacters) {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "é";
  }
  std::string sixty;
  for (int i = 0; i < 60; ++i) {
    sixty += "é";
  }
  EXPECT_EQ(shown(text), sixty + "...");
  EXPECT_EQ(shown("a\x1b[31mb\n"), "a\\x1b[31mb\\n");
}

}  // namespace
}  // namespace assay::config
