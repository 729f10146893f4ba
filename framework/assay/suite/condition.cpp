#include <assay/suite/condition.hpp>
#include <assay/suite/detail/bound_type.hpp>
#include <assay/suite/detail/condition_tokens.hpp>

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace assay::suite {
namespace {

using detail::Token;

constexpr std::size_t kMostLength = 10'000;
constexpr int kMostLevels = 64;

/// Recursive descent over the tokens; `not` binds before `and`, `and` before `or`.
class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(text) {}

  Condition parse() {
    Condition condition = parse_any(0);
    if (tokens_.peek().kind != Token::Kind::kEnd) {
      fail("expected `and`, `or` or the end");
    }
    return condition;
  }

 private:
  [[noreturn]] void fail(const std::string& message) {
    const Token& token = tokens_.peek();
    throw ConditionError{token.kind == Token::Kind::kEnd ? message + ", but the condition ends here"
                                                         : fmt::format("{}, not `{}`", message, token.text),
                         token.position};
  }

  bool take(Token::Kind kind) {
    if (tokens_.peek().kind != kind) {
      return false;
    }
    tokens_.next();
    return true;
  }

  template <class ParseOperand>
  Condition parse_joined(Condition::Kind kind, Token::Kind joint, ParseOperand parse_operand) {
    Condition first = parse_operand();
    if (tokens_.peek().kind != joint) {
      return first;
    }
    Condition joined;
    joined.kind = kind;
    joined.operands.push_back(std::move(first));
    while (take(joint)) {
      joined.operands.push_back(parse_operand());
    }
    return joined;
  }

  Condition parse_any(int level) {
    return parse_joined(Condition::Kind::kOr, Token::Kind::kOr, [&] {
      return parse_joined(Condition::Kind::kAnd, Token::Kind::kAnd, [&] { return parse_operand(level); });
    });
  }

  Condition parse_operand(int level) {
    if (level > kMostLevels) {
      fail(fmt::format("brackets and `not` nest at most {} levels", kMostLevels));
    }
    if (take(Token::Kind::kNot)) {
      Condition condition;
      condition.kind = Condition::Kind::kNot;
      condition.operands.push_back(parse_operand(level + 1));
      return condition;
    }
    if (take(Token::Kind::kOpen)) {
      Condition condition = parse_any(level + 1);
      if (!take(Token::Kind::kClose)) {
        fail("expected `)`");
      }
      return condition;
    }
    return parse_comparison();
  }

  Condition parse_comparison() {
    Condition condition;
    const Token& dataset = tokens_.peek();
    if (dataset.kind != Token::Kind::kWord && dataset.kind != Token::Kind::kQuotedName) {
      fail("expected a dataset");
    }
    if (dataset.kind == Token::Kind::kWord && detail::parse_number(dataset.text)) {
      fail("expected a dataset on the left, and the number on the right");
    }
    auto reference = parse_dataset_reference(dataset.text);
    if (!reference) throw ConditionError{reference.error(), dataset.position};
    condition.dataset = std::move(reference->dataset);
    condition.slices = std::move(reference->slices);
    tokens_.next();
    condition.op = parse_operator();
    condition.literal = parse_literal();
    return condition;
  }

  Condition::Operator parse_operator() {
    const auto op = detail::operator_of(tokens_.peek().text);
    if (tokens_.peek().kind != Token::Kind::kOperator || !op) {
      fail("expected one of == != < <= > >=");
    }
    tokens_.next();
    return *op;
  }

  base::Scalar parse_literal() {
    const Token token = tokens_.peek();
    base::Scalar literal;
    if (token.kind == Token::Kind::kText) {
      literal = token.text;
    } else if (token.kind == Token::Kind::kWord && (token.text == "true" || token.text == "false")) {
      literal = token.text == "true";
    } else if (const auto number = token.kind == Token::Kind::kWord ? detail::parse_number(token.text) : std::nullopt) {
      literal = base::to_scalar(*number);
    } else {
      fail("expected a number, true, false or a text in single quotes");
    }
    tokens_.next();
    return literal;
  }

  detail::ConditionTokens tokens_;
};

}  // namespace

tl::expected<Condition, ConditionError> parse_condition(std::string_view text) {
  if (text.size() > kMostLength) {
    return tl::unexpected(ConditionError{fmt::format("longer than {} characters", kMostLength), 0});
  }
  try {
    return Parser(text).parse();
  } catch (const ConditionError& error) {
    return tl::unexpected(error);
  }
}

}  // namespace assay::suite
