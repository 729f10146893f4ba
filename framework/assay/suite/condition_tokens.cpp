#include <assay/suite/detail/condition_tokens.hpp>

namespace assay::suite::detail {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kSigns = "=!<>";

}  // namespace

void ConditionTokens::next() {
  at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
  token_ = {Token::Kind::kEnd, "", at_};
  if (at_ == text_.size()) {
    return;
  }
  const char c = text_[at_];
  if (c == '(' || c == ')') {
    token_.kind = c == '(' ? Token::Kind::kOpen : Token::Kind::kClose;
    token_.text = c;
    ++at_;
  } else if (c == '\'' || c == '"') {
    read_quoted(c);
  } else if (kSigns.find(c) != std::string_view::npos) {
    read_operator();
  } else {
    read_word();
  }
}

void ConditionTokens::read_quoted(char quote) {
  token_.kind = quote == '\'' ? Token::Kind::kText : Token::Kind::kQuotedName;
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] != quote) {
      token_.text += text_[at_];
    } else if (at_ + 1 < text_.size() && text_[at_ + 1] == quote) {
      token_.text += quote;
      ++at_;
    } else {
      ++at_;
      return;
    }
  }
  throw ConditionError{"this quote is not closed", token_.position};
}

void ConditionTokens::read_operator() {
  token_.kind = Token::Kind::kOperator;
  const auto end = std::min(text_.find_first_not_of(kSigns, at_), text_.size());
  token_.text = text_.substr(at_, end - at_);
  at_ = end;
}

void ConditionTokens::read_word() {
  int brackets = 0;
  const std::size_t start = at_;
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    brackets += c == '[' ? 1 : c == ']' && brackets > 0 ? -1 : 0;
    const bool ends = kBlanks.find(c) != std::string_view::npos || kSigns.find(c) != std::string_view::npos ||
                      c == '(' || c == ')' || c == '\'' || c == '"';
    if (ends && brackets == 0) {
      break;
    }
  }
  if (brackets > 0) {
    throw ConditionError{"a square bracket of this name is not closed", start};
  }
  token_.text = text_.substr(start, at_ - start);
  token_.kind = token_.text == "not"   ? Token::Kind::kNot
                : token_.text == "and" ? Token::Kind::kAnd
                : token_.text == "or"  ? Token::Kind::kOr
                                       : Token::Kind::kWord;
}

std::optional<Condition::Operator> operator_of(std::string_view sign) noexcept {
  using Operator = Condition::Operator;
  if (sign == "==") return Operator::kEqual;
  if (sign == "!=") return Operator::kNotEqual;
  if (sign == "<") return Operator::kLess;
  if (sign == "<=") return Operator::kLessEqual;
  if (sign == ">") return Operator::kGreater;
  return sign == ">=" ? std::optional(Operator::kGreaterEqual) : std::nullopt;
}

}  // namespace assay::suite::detail
