#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/element_check.hpp>
#include <assay/expect/detail/element_tests.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

template <class T>
std::optional<T> value_of(const base::Scalar& literal, const hdf5::ElementType& type) {
  if constexpr (kIsText<T>) {
    return std::get<std::string>(literal);
  } else {
    return literal_value<T>(*number_of(literal), float_format(type));
  }
}

tl::expected<Finish, Trouble> prepare_membership(const DataQuestion& data) {
  const hdf5::ElementType& type = data.structure.type;
  if (!is_number(type) && !is_text(type)) {
    return tl::unexpected(wrong_type(data.question, data.structure, "numbers or text"));
  }
  const auto& literals = std::get<suite::ValueSet>(data.question.check->argument).values;
  for (const base::Scalar& literal : literals) {
    if (std::holds_alternative<std::string>(literal) != is_text(type)) {
      return tl::unexpected(
          Trouble{Trouble::Kind::kMistake, fmt::format("{} names {}, but {} holds {}", data.question.check->key,
                                                       value_text(literal), data.structure.place(), type.name())});
    }
  }
  const bool wanted = data.question.check->key == "in_set";
  const std::string list = list_text(literals);
  const std::string or_nan = type.kind == hdf5::ElementKind::kFloat ? " or NaN" : "";
  Wording wording = wanted ? Wording{"is not in " + list, "are not in " + list, "in " + list}
                           : Wording{"is in " + list + or_nan, "are in " + list + or_nan, "not in " + list};
  return with_element_type(type, [&]<class T>(std::type_identity<T>) -> Finish {
    std::vector<T> values;
    for (const base::Scalar& literal : literals) {
      if (auto value = value_of<T>(literal, type)) values.push_back(std::move(*value));
    }
    return count_broken<T>(data, std::move(wording), Member<T>(std::move(values), wanted));
  });
}

tl::expected<Finish, Trouble> prepare_number_kind(const DataQuestion& data) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  const std::string& key = data.question.check->key;
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    if (key == "finite") return count_broken<T>(data, {"is not finite", "are not finite", "finite"}, IsFinite<T>{});
    if (key == "no_nan") return count_broken<T>(data, {"is NaN", "are NaN", "no NaN"}, IsNotNan<T>{});
    if (key == "no_inf") {
      return count_broken<T>(data, {"is infinite", "are infinite", "no infinity"}, IsNotInfinite<T>{});
    }
    return count_broken<T>(data, {"is no whole number", "are no whole numbers", "whole numbers"}, IsWhole<T>{});
  });
}

tl::expected<Finish, Trouble> prepare_values(const DataQuestion& data) {
  if (!is_number(data.structure.type)) return tl::unexpected(wrong_type(data.question, data.structure, "numbers"));
  const auto& bound = std::get<suite::Bound>(data.question.check->argument);
  const std::string text = bound.to_text();
  return with_number_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    return count_broken<T>(data, {"is outside " + text, "are outside " + text, text}, Inside<T>(bound));
  });
}

}  // namespace

Judge plan_values(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_values);
}

Judge plan_membership(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_membership);
}

Judge plan_number_kind(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_number_kind);
}

}  // namespace assay::expect::detail
