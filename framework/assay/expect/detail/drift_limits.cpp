#include <assay/expect/detail/drift_limits.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay::expect::detail {

namespace {

/// One distance and the limit on it.
struct Measured {
  std::string_view key;
  std::string_view name;
  std::optional<double> value;  ///< none: there is no such distance between texts
  std::optional<double> limit;
  bool at_least = false;  ///< the limit is the smallest value that passes
};

std::vector<Measured> distances(const suite::DriftLimits& limits, const DriftMeasures& measures) {
  return {
      {"psi", "population stability index", measures.psi, limits.psi},
      {"js", "Jensen-Shannon divergence", measures.js, limits.js},
      {"ks", "Kolmogorov-Smirnov statistic", measures.ks, limits.ks},
      {"chi2_p", "p of the chi-square test", measures.test.p, limits.chi2_p, true},
      {"wasserstein", "Wasserstein distance", measures.wasserstein, limits.wasserstein},
  };
}

void judge_distance(const Measured& measured, const DriftMeasures& measures, const DriftPlaces& places,
                    base::CheckResult& result) {
  if (!measured.value) return;
  result.metrics.push_back(
      {fmt::format("drift.{}", measured.key), *measured.value, "", measured.at_least ? "higher" : "lower"});
  if (!measured.limit) return;
  // Written so that NaN fails.
  if (measured.at_least ? *measured.value >= *measured.limit : *measured.value <= *measured.limit) return;
  const std::string expected = fmt::format("{} {}", measured.at_least ? ">=" : "<=", *measured.limit);
  fail(result, {.message = fmt::format("the {} of {} of {} from {} of {} is {}; expected {}{}", measured.name,
                                       count_text(measures.sample_elements, "element"), places.sample,
                                       measures.reference_elements, places.reference,
                                       base::to_text(base::Number{*measured.value}), expected, places.reservation),
                .expected = expected,
                .observed = *measured.value,
                .total = measures.sample_elements});
}

std::string names_of(const DriftMeasures& measures) {
  std::string text;
  constexpr std::size_t kMost = 5;
  for (std::size_t i = 0; i < measures.largest_new.size() && i < kMost; ++i) {
    const NewClass& entry = measures.largest_new[i];
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", value_text(entry.value), count_text(entry.times, "element"));
  }
  if (measures.new_classes > kMost) text += fmt::format(" and {} more", measures.new_classes - kMost);
  return text;
}

base::Failure* judge_new_classes(const suite::DriftLimits& limits, const DriftMeasures& measures,
                                 const DriftPlaces& places, base::CheckResult& result) {
  result.metrics.push_back({"drift.new_classes", base::to_scalar(to_number(measures.new_classes)), "count", "lower"});
  if (!limits.new_classes || measures.new_classes <= *limits.new_classes) return nullptr;
  fail(result,
       {.message = fmt::format("{} of {} {} not in {}: {}; expected at most {}",
                               measures.new_classes == 1 ? "1 class" : fmt::format("{} classes", measures.new_classes),
                               places.sample, measures.new_classes == 1 ? "is" : "are", places.reference,
                               names_of(measures), *limits.new_classes),
        .expected = fmt::format("<= {}", *limits.new_classes),
        .observed = base::to_scalar(to_number(measures.new_classes)),
        .unexpected = measures.new_elements,
        .total = measures.sample_elements});
  return &result.failures.back();
}

}  // namespace

NumberKind number_kind(const hdf5::ElementType& type) noexcept {
  switch (type.kind) {
    case hdf5::ElementKind::kBoolean:
    case hdf5::ElementKind::kEnum:
      return NumberKind::kNamed;
    case hdf5::ElementKind::kInteger:
      return NumberKind::kWhole;
    default:
      return NumberKind::kReal;
  }
}

std::optional<Trouble> incomparable(const DataQuestion& data, const hdf5::ElementType& other,
                                    const std::string& place) {
  const hdf5::ElementType& own = data.structure.type;
  if (!is_number(own) && !is_text(own)) return wrong_type(data.question, data.structure, "numbers or text");
  if (is_text(own) ? !is_text(other) : !is_number(other)) {
    return Trouble{Trouble::Kind::kMistake,
                   fmt::format("drift needs numbers on both sides or text on both, but {} holds {} and {} holds {}",
                               data.structure.place(), own.name(), place, other.name())};
  }
  const auto& limits = std::get<suite::DriftLimits>(data.question.check->argument);
  if (is_text(own) && (limits.ks || limits.wasserstein)) {
    return Trouble{Trouble::Kind::kMistake,
                   fmt::format("drift: `{}` needs numbers, but {} holds text; `psi`, `js`, `chi2_p` and `new_classes` "
                               "compare texts",
                               limits.ks ? "ks" : "wasserstein", data.structure.place())};
  }
  return std::nullopt;
}

base::Failure* judge_drift(const Question& question, const DriftMeasures& measures, const DriftPlaces& places,
                           base::CheckResult& result) {
  const auto& limits = std::get<suite::DriftLimits>(question.check->argument);
  if (limits.new_classes && !measures.classes) {
    apply({Trouble::Kind::kMistake,
           fmt::format("drift: `new_classes` needs text, truth values, an enum, or whole numbers with at most {} "
                       "different ones in the reference, which {} has not; its numbers are binned",
                       kMostNumberClasses, places.reference)},
          result);
    return nullptr;
  }
  result.verdict = base::Verdict::kPassed;
  const std::vector<Measured> all = distances(limits, measures);
  for (const Measured& measured : all) judge_distance(measured, measures, places, result);
  return measures.classes ? judge_new_classes(limits, measures, places, result) : nullptr;
}

}  // namespace assay::expect::detail
