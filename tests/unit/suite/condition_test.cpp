#include <assay/suite/condition.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace assay::suite {
namespace {

using Kind = Condition::Kind;
using Operator = Condition::Operator;

/// Fully bracketed, so that precedence shows.
std::string bracketed(const Condition& condition) {
  const std::map<Operator, std::string> signs = {{Operator::kEqual, "=="},  {Operator::kNotEqual, "!="},
                                                 {Operator::kLess, "<"},    {Operator::kLessEqual, "<="},
                                                 {Operator::kGreater, ">"}, {Operator::kGreaterEqual, ">="}};
  if (condition.kind == Kind::kComparison) {
    const bool is_text = std::holds_alternative<std::string>(condition.literal);
    return condition.dataset + signs.at(condition.op) + (is_text ? "'" : "") + base::to_text(condition.literal) +
           (is_text ? "'" : "");
  }
  if (condition.kind == Kind::kNot) {
    return "not(" + bracketed(condition.operands.at(0)) + ")";
  }
  std::string text = "(";
  for (std::size_t i = 0; i < condition.operands.size(); ++i) {
    text += (i == 0 ? "" : condition.kind == Kind::kAnd ? " and " : " or ") + bracketed(condition.operands[i]);
  }
  return text + ")";
}

std::string read(const std::string& text) {
  const auto condition = parse_condition(text);
  return condition ? bracketed(*condition)
                   : std::to_string(condition.error().position) + ": " + condition.error().message;
}

TEST(Condition, ReadsComparisons) {
  EXPECT_EQ(read("k == 1"), "k==1");
  EXPECT_EQ(read("k>-1"), "k>-1");
  EXPECT_EQ(read("x >= 1.5e-3"), "x>=0.0015");
  EXPECT_EQ(read("split != 'train'"), "split!='train'");
  EXPECT_EQ(read("detector/table.grid_j<0"), "detector/table.grid_j<0");
  EXPECT_EQ(read("flag == true"), "flag==true");
  EXPECT_EQ(read("big == 18446744073709551615"), "big==18446744073709551615");
  EXPECT_EQ(read("x[:, 3] <= 2"), "x<=2");
  EXPECT_EQ(parse_condition("x[:, 3] <= 2")->slices,
            (std::vector<Slice>{{}, {.kind = Slice::Kind::kIndex, .index = 3}}));
  EXPECT_EQ(read("\"my set\" == 2"), "my set==2");
  EXPECT_EQ(read("\"not\" == 2"), "not==2");
  EXPECT_EQ(read("a == 'it''s = (fine) or not'"), "a=='it's = (fine) or not'");
  EXPECT_EQ(read("Größe/幅 == 'é'"), "Größe/幅=='é'");
}

TEST(Condition, LiteralsKeepTheirType) {
  EXPECT_EQ(parse_condition("k == 9007199254740993")->literal, base::Scalar(std::int64_t{9007199254740993}));
  EXPECT_EQ(parse_condition("k == 1.0")->literal, base::Scalar(1.0));
  EXPECT_EQ(parse_condition("k == 18446744073709551615")->literal, base::Scalar(std::uint64_t{18446744073709551615U}));
  EXPECT_EQ(parse_condition("k == '1'")->literal, base::Scalar(std::string("1")));
  EXPECT_EQ(parse_condition("k == false")->literal, base::Scalar(false));
}

TEST(Condition, NotBindsBeforeAndBeforeOr) {
  EXPECT_EQ(read("k == 0 or k > 1 and k < 4"), "(k==0 or (k>1 and k<4))");
  EXPECT_EQ(read("(k == 0 or k > 1) and k < 4"), "((k==0 or k>1) and k<4)");
  EXPECT_EQ(read("not a == 1 and b == 2"), "(not(a==1) and b==2)");
  EXPECT_EQ(read("not (a == 1 and not not b == 2)"), "not((a==1 and not(not(b==2))))");
  EXPECT_EQ(read("a == 1 and b == 2 and c == 3 or d == 4 or not e == 5"),
            "((a==1 and b==2 and c==3) or d==4 or not(e==5))");
  EXPECT_EQ(read("((a == 1))"), "a==1");
}

/// The rows 0..7 hold the bits a, b, c; what a condition keeps is compared with C++'s own operators.
TEST(Condition, MeansWhatItSays) {
  struct Bits {
    bool a, b, c;
  };
  const std::vector<std::pair<std::string, bool (*)(const Bits&)>> cases = {
      {"a == 1 or b == 1 and c == 1", [](const Bits& r) { return r.a || (r.b && r.c); }},
      {"not a == 1 or b == 1 and not c == 1", [](const Bits& r) { return !r.a || (r.b && !r.c); }},
      {"not (a == 1 or b == 1) and c == 1", [](const Bits& r) { return !(r.a || r.b) && r.c; }},
      {"(a == 1 or b == 1) and (b == 1 or c == 1)", [](const Bits& r) { return (r.a || r.b) && (r.b || r.c); }},
      {"not not a == 1 and b != 1", [](const Bits& r) { return r.a && !r.b; }},
  };
  struct Evaluate {
    const Bits& row;
    bool operator()(const Condition& condition) const {
      switch (condition.kind) {
        case Kind::kComparison: {
          const bool bit = condition.dataset == "a" ? row.a : condition.dataset == "b" ? row.b : row.c;
          return (condition.op == Operator::kEqual) == bit;
        }
        case Kind::kNot:
          return !(*this)(condition.operands[0]);
        case Kind::kAnd:
          return std::all_of(condition.operands.begin(), condition.operands.end(), *this);
        default:
          return std::any_of(condition.operands.begin(), condition.operands.end(), *this);
      }
    }
  };
  for (const auto& [text, expected] : cases) {
    const auto condition = parse_condition(text);
    ASSERT_TRUE(condition) << text;
    for (int i = 0; i < 8; ++i) {
      const Bits row{(i & 4) != 0, (i & 2) != 0, (i & 1) != 0};
      EXPECT_EQ(Evaluate{row}(*condition), expected(row)) << text << " row " << i;
    }
  }
}

TEST(Condition, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(read("x =< 3"), "2: expected one of == != < <= > >=, not `=<`");
  EXPECT_EQ(read("x = 3"), "2: expected one of == != < <= > >=, not `=`");
  EXPECT_EQ(read("x 3"), "2: expected one of == != < <= > >=, not `3`");
  EXPECT_EQ(read("3 < x"), "0: expected a dataset on the left, and the number on the right, not `3`");
  EXPECT_EQ(read("x == y"), "5: expected a number, true, false or a text in single quotes, not `y`");
  EXPECT_EQ(read("x == nan"), "5: expected a number, true, false or a text in single quotes, not `nan`");
  EXPECT_EQ(read("x =="), "4: expected a number, true, false or a text in single quotes, but the condition ends here");
  EXPECT_EQ(read(""), "0: expected a dataset, but the condition ends here");
  EXPECT_EQ(read("  "), "2: expected a dataset, but the condition ends here");
  EXPECT_EQ(read("(x == 1"), "7: expected `)`, but the condition ends here");
  EXPECT_EQ(read("x == 1)"), "6: expected `and`, `or` or the end, not `)`");
  EXPECT_EQ(read("x == 1 y == 2"), "7: expected `and`, `or` or the end, not `y`");
  EXPECT_EQ(read("x == 'a"), "5: this quote is not closed");
  EXPECT_EQ(read("x[1 == 3"), "0: a square bracket of this name is not closed");
  EXPECT_EQ(read("and == 3"), "0: expected a dataset, not `and`");
  EXPECT_EQ(read("x == 99999999999999999999"),
            "5: expected a number, true, false or a text in single quotes, not `99999999999999999999`");
}

TEST(Condition, IsBounded) {
  std::string deep(5000, '(');
  EXPECT_EQ(read(deep + "x == 1" + std::string(5000, ')')), "0: longer than 10000 characters");
  EXPECT_EQ(read(std::string(3000, '(') + "x == 1" + std::string(3000, ')')),
            "65: brackets and `not` nest at most 64 levels, not `(`");
  std::string nots;
  for (int i = 0; i < 1000; ++i) {
    nots += "not ";
  }
  EXPECT_NE(read(nots + "x == 1").find("nest at most"), std::string::npos);
  std::string wide = "x == 0";
  for (int i = 1; i < 800; ++i) {
    wide += " or x == 0";
  }
  EXPECT_EQ(parse_condition(wide)->operands.size(), 800U);
}

}  // namespace
}  // namespace assay::suite
