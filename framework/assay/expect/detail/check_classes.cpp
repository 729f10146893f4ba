#include <assay/expect/detail/class_counts.hpp>
#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/extremes.hpp>
#include <assay/expect/detail/literal.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

/// The number that a TOML key writes: a whole number, a real one, or a truth value.
std::optional<base::Number> parse_class(std::string_view key) {
  if (key == "true") return base::Number{std::int64_t{1}};
  if (key == "false") return base::Number{std::int64_t{0}};
  const char* end = key.data() + key.size();
  const auto parsed = [&]<class Value>(Value value) -> std::optional<base::Number> {
    const auto [rest, error] = std::from_chars(key.data(), end, value);
    if (error != std::errc{} || rest != end) return std::nullopt;
    return base::Number{value};
  };
  if (const auto whole = parsed(std::int64_t{})) return whole;
  if (const auto large = parsed(std::uint64_t{})) return large;
  return parsed(double{});
}

/// One class that is judged.
template <class T>
struct JudgedClass {
  std::string name;
  std::optional<T> value;  ///< none: no element of this type can have it
  suite::Bound bound;
};

template <class T>
tl::expected<std::vector<JudgedClass<T>>, Trouble> listed_classes(const DataQuestion& data) {
  const hdf5::ElementType& type = data.structure.type;
  std::vector<JudgedClass<T>> classes;
  const auto* shares = std::get_if<suite::ClassShares>(&data.question.check->argument);
  if (shares == nullptr) return classes;
  for (const auto& [key, bound] : shares->listed) {
    if constexpr (kIsText<T>) {
      classes.push_back({key, key, bound});
    } else {
      const auto number = parse_class(key);
      if (!number) {
        return tl::unexpected(
            Trouble{Trouble::Kind::kMistake, fmt::format("class_share names the class '{}', but {} holds {}", key,
                                                         data.structure.place(), type.name())});
      }
      classes.push_back({key, literal_value<T>(*number, float_format(type)), bound});
    }
  }
  return classes;
}

/// All classes that occur, in the order of their values.
template <class T>
std::vector<JudgedClass<T>> every_class(const ClassTotals<T>& totals, const suite::Bound& bound,
                                        hdf5::ElementKind kind) {
  std::vector<T> values;
  values.reserve(totals.counts.size());
  for (const auto& [value, times] : totals.counts) values.push_back(value);
  std::sort(values.begin(), values.end());
  std::vector<JudgedClass<T>> classes;
  classes.reserve(values.size());
  for (const T& value : values) classes.push_back({base::to_text(to_element_scalar(value, kind)), value, bound});
  return classes;
}

template <class T>
void judge_classes(const Structure& structure, const std::vector<JudgedClass<T>>& classes, const ClassTotals<T>& totals,
                   std::uint64_t total, base::CheckResult& result) {
  constexpr std::size_t kMostMetrics = 100;
  constexpr std::size_t kMostFailures = 20;
  std::uint64_t outside = 0;
  for (const JudgedClass<T>& judged : classes) {
    const auto found = judged.value ? totals.counts.find(*judged.value) : totals.counts.end();
    const std::uint64_t times = found == totals.counts.end() ? 0 : found->second;
    const double share = static_cast<double>(times) / static_cast<double>(total);
    if (result.metrics.size() < kMostMetrics) {
      result.metrics.push_back({fmt::format("class_share.{}", judged.name), share, "ratio", ""});
    }
    if (judged.bound.contains(share)) continue;
    ++outside;
    if (result.failures.size() >= kMostFailures) continue;
    fail(result, {.message = fmt::format("class {} has {} of {} of {}, a share of {}; expected {}",
                                         value_text(base::Scalar{judged.name}), times, count_text(total, "element"),
                                         structure.place(), share_text(share), judged.bound.to_text()),
                  .expected = judged.bound.to_text(),
                  .observed = share,
                  .total = total});
  }
  add_count(result, "unexpected", outside);
  add_count(result, "total", total);
  if (outside == 0) {
    result.verdict = base::Verdict::kPassed;
  } else if (outside > 1) {
    result.reason += fmt::format(" ({} classes are outside in all)", outside);
  }
}

/// False, and the result says why, when the classes cannot be judged.
template <class T>
bool can_judge(const Question& question, const Structure& structure, const ClassTotals<T>& totals, std::uint64_t nans,
               std::uint64_t total, base::CheckResult& result) {
  if (totals.too_many) {
    apply({Trouble::Kind::kMistake, fmt::format("{} has more than {} different values; {} is for labels",
                                                structure.place(), ClassTotals<T>::kMostClasses, question.check->key)},
          result);
    return false;
  }
  if (nans == 0) return true;
  add_count(result, "unexpected", nans);
  add_count(result, "total", total);
  fail(result, {.message = fmt::format("{} of {} of {} {} NaN and in no class", nans, count_text(total, "element"),
                                       structure.place(), nans == 1 ? "is" : "are"),
                .unexpected = nans,
                .total = total});
  return false;
}

/// The largest class over the smallest one that occurs.
template <class T>
void judge_ratio(const Question& question, const Structure& structure, const ClassTotals<T>& totals,
                 std::uint64_t total, base::CheckResult& result) {
  // Of equally frequent classes the lower one is named, wherever it stands in the table.
  auto largest = totals.counts.begin();
  auto smallest = largest;
  for (auto each = totals.counts.begin(); each != totals.counts.end(); ++each) {
    const auto instead = [&](const auto& other, bool better) {
      return better || (each->second == other->second && each->first < other->first);
    };
    if (instead(largest, each->second > largest->second)) largest = each;
    if (instead(smallest, each->second < smallest->second)) smallest = each;
  }
  const double ratio = static_cast<double>(largest->second) / static_cast<double>(smallest->second);
  const auto& limit = std::get<base::Number>(question.check->argument);
  result.metrics.push_back({question.check->key, ratio, "ratio", "lower"});
  add_count(result, "unexpected", 0);
  add_count(result, "total", total);
  const base::Order order = base::compare(ratio, limit);
  if (order == base::Order::kLess || order == base::Order::kEqual) {
    result.verdict = base::Verdict::kPassed;
    return;
  }
  const auto name = [&](const T& value) { return value_text(to_element_scalar(value, structure.type.kind)); };
  fail(result, {.message = fmt::format(
                    "class {} of {} has {} and class {} has {}, {} times as many; expected at most {}",
                    name(largest->first), structure.place(), count_text(largest->second, "element"),
                    name(smallest->first), smallest->second, base::to_text(base::Number{ratio}), base::to_text(limit)),
                .expected = "<= " + base::to_text(limit),
                .observed = ratio,
                .total = total});
}

template <class T>
void finish(const Question& question, const Structure& structure, const std::vector<JudgedClass<T>>& listed,
            const ClassTotals<T>& totals, std::uint64_t nans, std::uint64_t total, base::CheckResult& result) {
  if (!can_judge(question, structure, totals, nans, total, result)) return;
  const auto* shares = std::get_if<suite::ClassShares>(&question.check->argument);
  if (shares == nullptr) return judge_ratio(question, structure, totals, total, result);
  judge_classes(structure, shares->every ? every_class(totals, *shares->every, structure.type.kind) : listed, totals,
                total, result);
}

/// How many NaN there are, once the scan has run.
template <class T>
std::function<std::uint64_t()> nan_counter(const DataQuestion& data) {
  if constexpr (std::is_floating_point_v<T>) {
    const auto& extremes = data.scan.metric(data.filter, std::make_unique<Extremes<T>>());
    return [&extremes] { return extremes.state().nans; };
  } else {
    return [] { return std::uint64_t{0}; };
  }
}

template <class T>
tl::expected<Finish, Trouble> prepare_for(const DataQuestion& data) {
  auto listed = listed_classes<T>(data);
  if (!listed) return tl::unexpected(listed.error());
  const auto& classes = data.scan.metric(data.filter, std::make_unique<ClassCounts<T>>());
  return [&question = data.question, &structure = data.structure, listed = std::move(*listed), &classes,
          nans = nan_counter<T>(data)](const FilterCounts& counts, base::CheckResult& result) {
    finish(question, structure, listed, classes.state(), nans(), counts.present(), result);
  };
}

tl::expected<Finish, Trouble> prepare_classes(const DataQuestion& data) {
  if (!is_number(data.structure.type) && !is_text(data.structure.type)) {
    return tl::unexpected(wrong_type(data.question, data.structure, "numbers or text"));
  }
  return with_element_type(data.structure.type, [&]<class T>(std::type_identity<T>) { return prepare_for<T>(data); });
}

}  // namespace

Judge plan_classes(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_classes);
}

}  // namespace assay::expect::detail
