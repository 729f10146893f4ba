#include <assay/config/edit.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::config {
namespace {

using testing::HasSubstr;

std::string edited(const std::string& text, std::vector<std::string> table, std::vector<Edit> edits) {
  const auto document = parse_document(text, "suite.toml");
  if (!document) {
    return document.error().to_text();
  }
  const auto made = with_values(*document, table, edits);
  return made ? *made : made.error();
}

TEST(Edit, replaces_a_value_with_its_comment_and_nothing_else) {
  EXPECT_EQ(edited("# a\n[memorize.lenet]   # b\n  loss_below = 0.01 # c\nsteps = [1, 2]  # "
                   "old\n\n[memorize.other]\nsteps = 3\n",
                   {"memorize", "lenet"}, {{"steps", "[8, 120]", "calibrated"}}),
            "# a\n[memorize.lenet]   # b\n  loss_below = 0.01 # c\nsteps = [8, 120]  # calibrated\n\n[memorize.other]\n"
            "steps = 3\n");
}

TEST(Edit, adds_behind_the_last_key_of_the_table) {
  EXPECT_EQ(edited("[m.a]\nx = 1\n# about y\ny = 2\n\n# about b\n[m.b]\nz = 1\n", {"m", "a"},
                   {{"p", "\"q\"", ""}, {"r", "3", "why"}}),
            "[m.a]\nx = 1\n# about y\ny = 2\np = \"q\"\nr = 3  # why\n\n# about b\n[m.b]\nz = 1\n");
  EXPECT_EQ(edited("[m.a]\n[m.a.sub]\nk = 1\n", {"m", "a"}, {{"x", "1", ""}}), "[m.a]\nx = 1\n[m.a.sub]\nk = 1\n");
  EXPECT_EQ(edited("[m.a]", {"m", "a"}, {{"x", "1", ""}}), "[m.a]\nx = 1\n");
}

TEST(Edit, takes_values_of_several_lines_whole) {
  EXPECT_EQ(edited("[m.a]\nsteps = [\n  1,  # low\n  2,\n]\nx = \"\"\"\n[no.header]\n\"\"\"\n", {"m", "a"},
                   {{"steps", "5", ""}}),
            "[m.a]\nsteps = 5\nx = \"\"\"\n[no.header]\n\"\"\"\n");
}

TEST(Edit, leaves_alone_what_it_cannot_change_safely) {
  EXPECT_THAT(edited("m = { a = { x = 1 } }\n", {"m", "a"}, {{"x", "2", ""}}),
              HasSubstr("no table with the header [m.a]"));
  EXPECT_THAT(edited("[m]\na.x = 1\n", {"m", "a"}, {{"x", "2", ""}}), HasSubstr("header [m.a]"));
  EXPECT_THAT(edited("[m.a]\nx.y = 1\n", {"m", "a"}, {{"x", "2", ""}}),
              testing::AnyOf(HasSubstr("cannot be set"), "[m.a]\nx = 2\n"));
  EXPECT_THAT(edited("[m.a]\nx = 1\n", {"m", "b"}, {{"x", "2", ""}}), HasSubstr("no table"));
  EXPECT_THAT(edited("[m.a]\nx = 1\n", {"m", "a"}, {{"x", "[", ""}}), HasSubstr("cannot be set"));
}

}  // namespace
}  // namespace assay::config
