#include <assay/expect/detail/literal.hpp>
#include <assay/expect/detail/profile_sample.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace assay::expect::detail {

namespace {

class ProfileStream final : public NumberStream {
 public:
  explicit ProfileStream(const ColumnProfile& column) : column_(column) {}
  bool next(CountedNumber& entry) override {
    const auto& entries = column_.values.entries();
    const std::size_t place = next_++;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (place == 0) {
      entry = {-kInfinity, column_.negative_infinities};
    } else if (place <= entries.size()) {
      entry = {column_.values.value(entries[place - 1]), entries[place - 1].times};
    } else if (place == entries.size() + 1) {
      entry = {kInfinity, column_.positive_infinities};
    } else {
      return false;
    }
    return entry.times > 0 || next(entry);
  }

 private:
  const ColumnProfile& column_;
  std::size_t next_ = 0;
};

class CoarseStream final : public NumberStream {
 public:
  CoarseStream(std::unique_ptr<NumberStream> source, const ValueCounts& scale)
      : source_(std::move(source)), scale_(scale) {
    advance();
  }
  bool next(CountedNumber& entry) override {
    if (!has_head_) return false;
    entry = head_;
    for (advance(); has_head_ && base::compare(head_.value, entry.value) == base::Order::kEqual; advance()) {
      entry.times += head_.times;
    }
    return true;
  }

 private:
  void advance() {
    has_head_ = source_->next(head_);
    if (has_head_ && std::isfinite(to_double(head_.value))) head_.value = scale_.coarse(head_.value);
  }

  std::unique_ptr<NumberStream> source_;
  const ValueCounts& scale_;
  CountedNumber head_;
  bool has_head_ = false;
};

/// Leaves out the numbers that a rule names; true when nothing was left uncertain.
void drop_numbers(const std::vector<base::Scalar>& literals, ColumnProfile& column) {
  std::vector<ValueCounts::Entry> kept;
  std::uint64_t dropped = 0;
  for (const ValueCounts::Entry& entry : column.values.entries()) {
    const base::Number value = column.values.value(entry);
    const bool missing = std::any_of(literals.begin(), literals.end(), [&](const base::Scalar& literal) {
      const auto number = number_of(literal);
      if (!number) return false;
      // As for data, a literal is first rounded to the float type of the column.
      const FloatFormat format = column.type == "float16"    ? FloatFormat::kHalf
                                 : column.type == "bfloat16" ? FloatFormat::kBrain
                                 : column.type == "float32"  ? FloatFormat::kSingle
                                                             : FloatFormat::kDouble;
      const auto rounded =
          column.kind == ColumnKind::kReal ? round_to_format(to_double(*number), format) : std::nullopt;
      if (column.kind == ColumnKind::kReal && !rounded) return false;
      return base::compare(value, rounded ? base::Number{*rounded} : *number) == base::Order::kEqual;
    });
    if (missing) {
      dropped += entry.times;
    } else {
      kept.push_back(entry);
    }
  }
  column.elements -= dropped;
  column.values = ValueCounts(column.values.whole(), 0, std::move(kept));
}

void drop_texts(const std::vector<base::Scalar>& literals, ColumnProfile& column) {
  std::vector<std::pair<std::string, std::uint64_t>> kept;
  for (const TextSample::Kept& each : column.texts.kept()) {
    const bool missing = std::any_of(literals.begin(), literals.end(), [&](const base::Scalar& literal) {
      const auto* text = std::get_if<std::string>(&literal);
      return text != nullptr && class_name(*text) == each.name;
    });
    if (missing) {
      column.elements -= each.times;
    } else {
      kept.emplace_back(each.name, each.times);
    }
  }
  column.texts = TextSample::stored(kept, true);
}

}  // namespace

std::unique_ptr<NumberStream> ProfileSample::open() const { return std::make_unique<ProfileStream>(column_); }

std::unique_ptr<NumberStream> CoarseSample::open() const {
  return std::make_unique<CoarseStream>(sample_.open(), scale_);
}

NumberKind number_kind(ColumnKind kind) noexcept {
  if (kind == ColumnKind::kNamed) return NumberKind::kNamed;
  return kind == ColumnKind::kWhole ? NumberKind::kWhole : NumberKind::kReal;
}

tl::expected<ColumnProfile, std::string> without_missing(const ColumnProfile& column, const suite::MissingRule& rule) {
  if (rule.fill) {
    return tl::unexpected(
        fmt::format("which elements of {} are fill values is not in a profile; compare with the data", column.path));
  }
  ColumnProfile present = column;
  const bool drops_nan = rule.nan || std::any_of(rule.values.begin(), rule.values.end(), [](const base::Scalar& value) {
                           const auto* real = std::get_if<double>(&value);
                           return real != nullptr && std::isnan(*real);
                         });
  if (drops_nan) {
    present.elements -= present.nans;
    present.nans = 0;
  }
  if (rule.values.empty()) return present;
  const bool known = column.kind == ColumnKind::kText ? column.texts.complete() : column.values.exact();
  if (!known) {
    return tl::unexpected(
        fmt::format("{} has too many different values for its profile to tell which are missing; "
                    "compare with the data",
                    column.path));
  }
  if (column.kind == ColumnKind::kText) {
    drop_texts(rule.values, present);
  } else {
    drop_numbers(rule.values, present);
  }
  return present;
}

}  // namespace assay::expect::detail
