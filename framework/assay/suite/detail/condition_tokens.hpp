#pragma once

#include <assay/suite/condition.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assay::suite::detail {

/// One word, sign or text of a condition.
struct Token {
  enum class Kind { kWord, kQuotedName, kText, kOperator, kOpen, kClose, kNot, kAnd, kOr, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;          ///< without the quotes
  std::size_t position = 0;  ///< of its first byte
};

/// Splits a condition: words end at blanks, quotes, round brackets and signs of comparison; square brackets hold
/// together. Texts stand in single quotes (`''` is one quote), a dataset whose name holds such characters in double
/// quotes. @throws ConditionError for a quote or square bracket that is not closed.
class ConditionTokens {
 public:
  explicit ConditionTokens(std::string_view text) : text_(text) { next(); }

  [[nodiscard]] const Token& peek() const noexcept { return token_; }
  void next();

 private:
  void read_quoted(char quote);
  void read_operator();
  void read_word();

  std::string_view text_;
  std::size_t at_ = 0;
  Token token_;
};

/// None for signs that are no comparison, such as `=<` or `=`.
[[nodiscard]] std::optional<Condition::Operator> operator_of(std::string_view sign) noexcept;

}  // namespace assay::suite::detail
