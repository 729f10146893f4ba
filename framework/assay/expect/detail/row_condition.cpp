#include <assay/expect/detail/element_tests.hpp>
#include <assay/expect/detail/row_condition.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace assay::expect::detail {

namespace {

using Operator = suite::Condition::Operator;
using Compiled = tl::expected<std::unique_ptr<const RowCondition>, Trouble>;

/// A comparison of one dataset; `compare` says true or false for each element.
class Comparison : public RowCondition {
 public:
  Comparison(ConditionSource source, const suite::MissingRule& missing)
      : source_(source), missing_(missing, *source.structure) {
    for (const Shard& shard : source.structure->shards) has_fill_.push_back(shard.fill ? 1 : 0);
  }

  [[nodiscard]] std::vector<std::uint8_t> evaluate(const BlockView& block, std::uint64_t& valueless) const final {
    const bool own = !source_.companion;
    const Elements& elements = own ? block.elements : block.companions[*source_.companion].elements;
    const Ranges unwritten = own ? block.unwritten : block.companions[*source_.companion].unwritten;
    std::vector<std::uint8_t> truths(block.rows, kFalse);
    compare(elements, truths);
    std::vector<std::uint8_t> present(block.rows, 1);
    missing_.of(block.shard).clear_missing(elements, unwritten, present);
    if (has_fill_[block.shard] == 0) {
      for (const auto& [begin, end] : unwritten) {
        for (std::uint64_t row = begin; row < end; ++row) valueless += present[row];
      }
    }
    for (std::size_t row = 0; row < truths.size(); ++row) {
      if (present[row] == 0) truths[row] = kUnknown;
    }
    return truths;
  }

 protected:
  virtual void compare(const Elements& elements, std::vector<std::uint8_t>& truths) const = 0;

 private:
  ConditionSource source_;
  MissingTests missing_;
  std::vector<std::uint8_t> has_fill_;
};

template <class T, class Test>
class ComparisonOf final : public Comparison {
 public:
  ComparisonOf(ConditionSource source, const suite::MissingRule& missing, Test test)
      : Comparison(source, missing), test_(std::move(test)) {}

 protected:
  void compare(const Elements& elements, std::vector<std::uint8_t>& truths) const override {
    const auto values = std::get<std::span<const T>>(elements);
    for (std::size_t i = 0; i < values.size(); ++i) truths[i] = test_(values[i]) ? kTrue : kFalse;
  }

 private:
  Test test_;
};

/// Text in the order of its bytes.
struct TextTest {
  Operator op;
  std::string literal;
  [[nodiscard]] bool operator()(const std::string& value) const noexcept {
    const int order = value.compare(literal);
    switch (op) {
      case Operator::kEqual:
        return order == 0;
      case Operator::kNotEqual:
        return order != 0;
      case Operator::kLess:
        return order < 0;
      case Operator::kLessEqual:
        return order <= 0;
      case Operator::kGreater:
        return order > 0;
      case Operator::kGreaterEqual:
        break;
    }
    return order >= 0;
  }
};

suite::Bound bound_of(Operator op, const base::Number& literal) {
  suite::Bound bound;
  if (op == Operator::kLess || op == Operator::kLessEqual) {
    bound.high = literal;
    bound.high_open = op == Operator::kLess;
  } else {
    bound.low = literal;
    bound.low_open = op == Operator::kGreater;
  }
  return bound;
}

template <class T, class Test>
Compiled make(ConditionSource source, const suite::MissingRule& missing, Test test) {
  return std::make_unique<const ComparisonOf<T, Test>>(source, missing, std::move(test));
}

Compiled compile_comparison(const suite::Condition& condition, const suite::MissingRule& missing,
                            const FindSource& find) {
  const auto source = find(condition.dataset, condition.slices);
  if (!source) return tl::unexpected(source.error());
  const Structure& structure = *source->structure;
  const auto mistake = [&](const std::string& what) {
    return tl::unexpected(Trouble{Trouble::Kind::kMistake, fmt::format("the condition cannot be judged: {}", what)});
  };
  if (structure.row_elements != 1) {
    return mistake(
        fmt::format("{} has {} values a row, a condition needs one", structure.place(), structure.row_elements));
  }
  if (const auto* text = std::get_if<std::string>(&condition.literal)) {
    if (!is_text(structure.type)) {
      return mistake(fmt::format("{} holds {} and is compared with the text {}", structure.place(),
                                 structure.type.name(), value_text(*text)));
    }
    return make<std::string>(*source, missing, TextTest{condition.op, *text});
  }
  const auto number = number_of(condition.literal);
  if (!number || !is_number(structure.type)) {
    return mistake(fmt::format("{} holds {} and is compared with {}", structure.place(), structure.type.name(),
                               value_text(condition.literal)));
  }
  return with_number_type(structure.type, [&]<class T>(std::type_identity<T>) -> Compiled {
    if (condition.op != Operator::kEqual && condition.op != Operator::kNotEqual) {
      return make<T>(*source, missing, Inside<T>(bound_of(condition.op, *number)));
    }
    std::vector<T> values;
    if (const auto value = literal_value<T>(*number, float_format(structure.type))) values.push_back(*value);
    return make<T>(*source, missing, Member<T>(std::move(values), condition.op == Operator::kEqual));
  });
}

class Negation final : public RowCondition {
 public:
  explicit Negation(std::unique_ptr<const RowCondition> operand) : operand_(std::move(operand)) {}
  [[nodiscard]] std::vector<std::uint8_t> evaluate(const BlockView& block, std::uint64_t& valueless) const override {
    std::vector<std::uint8_t> truths = operand_->evaluate(block, valueless);
    for (std::uint8_t& truth : truths) {
      if (truth != kUnknown) truth = truth == kTrue ? kFalse : kTrue;
    }
    return truths;
  }

 private:
  std::unique_ptr<const RowCondition> operand_;
};

/// `and` (decided by one false) and `or` (decided by one true).
class Junction final : public RowCondition {
 public:
  Junction(std::vector<std::unique_ptr<const RowCondition>> operands, Truth deciding)
      : operands_(std::move(operands)), deciding_(deciding) {}
  [[nodiscard]] std::vector<std::uint8_t> evaluate(const BlockView& block, std::uint64_t& valueless) const override {
    std::vector<std::uint8_t> truths = operands_.front()->evaluate(block, valueless);
    for (std::size_t i = 1; i < operands_.size(); ++i) {
      const std::vector<std::uint8_t> others = operands_[i]->evaluate(block, valueless);
      for (std::size_t row = 0; row < truths.size(); ++row) {
        if (truths[row] == deciding_ || others[row] == deciding_) {
          truths[row] = deciding_;
        } else if (others[row] == kUnknown) {
          truths[row] = kUnknown;
        }
      }
    }
    return truths;
  }

 private:
  std::vector<std::unique_ptr<const RowCondition>> operands_;
  Truth deciding_;
};

}  // namespace

Compiled RowCondition::compile(const suite::Condition& condition, const suite::MissingRule& missing,
                               const FindSource& find) {
  if (condition.kind == suite::Condition::Kind::kComparison) return compile_comparison(condition, missing, find);
  std::vector<std::unique_ptr<const RowCondition>> operands;
  for (const suite::Condition& operand : condition.operands) {
    Compiled compiled = compile(operand, missing, find);
    if (!compiled) return compiled;
    operands.push_back(std::move(*compiled));
  }
  if (condition.kind == suite::Condition::Kind::kNot)
    return std::make_unique<const Negation>(std::move(operands.front()));
  const bool conjunction = condition.kind == suite::Condition::Kind::kAnd;
  return std::make_unique<const Junction>(std::move(operands), conjunction ? kFalse : kTrue);
}

}  // namespace assay::expect::detail
