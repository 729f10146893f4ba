#include <assay/base/utf8.hpp>
#include <assay/expect/detail/moment_text.hpp>
#include <assay/expect/detail/profile_json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <variant>

namespace assay::expect::detail {

namespace {

using base::detail::Json;

/// What is wrong, with its place; never leaves this file.
struct Malformed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads the members of one object, and says where it stands.
class ObjectReader {
 public:
  ObjectReader(const Json& json, std::string place) : json_(json), place_(std::move(place)) {
    if (!json.is_object()) throw Malformed(place_ + " is no object");
  }

  [[nodiscard]] const Json* find(const char* key) const {
    const auto found = json_.find(key);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }
  [[nodiscard]] const Json& at(const char* key) const {
    if (const Json* found = find(key)) return *found;
    throw Malformed(fmt::format("{} has no `{}`", place_, key));
  }
  [[nodiscard]] std::string text(const char* key) const {
    if (!at(key).is_string()) fail(key, "text");
    return at(key).get<std::string>();
  }
  [[nodiscard]] bool flag(const char* key) const {
    const Json* found = find(key);
    if (found == nullptr) return false;
    if (!found->is_boolean()) fail(key, "true or false");
    return found->get<bool>();
  }
  [[nodiscard]] std::uint64_t count(const char* key) const {
    if (!at(key).is_number_unsigned()) fail(key, "a count");
    return at(key).get<std::uint64_t>();
  }
  [[nodiscard]] const Json& list(const char* key) const {
    if (!at(key).is_array()) fail(key, "a list");
    return at(key);
  }
  /// A pair of anything and a count above 0.
  [[nodiscard]] std::pair<const Json&, std::uint64_t> pair(const Json& json) const {
    if (!json.is_array() || json.size() != 2 || !json[1].is_number_unsigned() || json[1].get<std::uint64_t>() == 0) {
      throw Malformed(place_ + ": a list of pairs of a value and its count was expected");
    }
    return {json[0], json[1].get<std::uint64_t>()};
  }
  [[nodiscard]] base::Number number(const Json& json) const {
    auto number = base::detail::to_number(json);
    if (!number) throw Malformed(fmt::format("{}: {}", place_, number.error()));
    return *number;
  }
  [[noreturn]] void fail(const char* key, const char* expected) const {
    throw Malformed(fmt::format("{}: `{}` must be {}", place_, key, expected));
  }
  [[nodiscard]] const std::string& place() const noexcept { return place_; }

 private:
  const Json& json_;
  std::string place_;
};

ColumnKind kind_of(const ObjectReader& object) {
  const std::string word = object.text("kind");
  using enum ColumnKind;
  for (const ColumnKind kind : {kWhole, kReal, kNamed, kText, kOther}) {
    if (to_text(kind) == word) return kind;
  }
  object.fail("kind", "whole, real, named, text or other");
}

BigNumber big(const ObjectReader& object, const char* key) {
  auto number = big_number(object.text(key));
  if (!number) object.fail(key, "a whole number in hexadecimal digits");
  return std::move(*number);
}

ValueCounts values_of(const ObjectReader& object, bool whole) {
  constexpr std::uint64_t kMostResolution = 63;
  const std::uint64_t resolution = object.count("resolution");
  if (resolution > kMostResolution) object.fail("resolution", "at most 63");
  ValueCounts scale(whole);
  std::vector<ValueCounts::Entry> entries;
  for (const Json& each : object.list("counts")) {
    const auto [json, times] = object.pair(each);
    const base::Number number = object.number(json);
    const auto* real = std::get_if<double>(&number);
    if (real != nullptr && (!std::isfinite(*real) || whole)) object.fail("counts", "finite numbers of its kind");
    ValueCounts::Entry entry = scale.entry_of(number);
    entry.times = times;
    if (!entries.empty() && entries.back().order(entry) >= 0) object.fail("counts", "ascending");
    entries.push_back(entry);
  }
  if (entries.size() > ValueCounts::kMostValues) object.fail("counts", "no longer than Assay writes it");
  return {whole, static_cast<unsigned>(resolution), std::move(entries)};
}

void read_numbers(const ObjectReader& object, ColumnProfile& column) {
  column.nans = object.count("nan");
  column.positive_infinities = object.count("positive_infinities");
  column.negative_infinities = object.count("negative_infinities");
  column.zeros = object.count("zeros");
  if (const Json* smallest = object.find("min")) column.smallest = object.number(*smallest);
  if (const Json* largest = object.find("max")) column.largest = object.number(*largest);
  const ObjectReader sums(object.at("sum"), object.place() + ": sum");
  const auto unit = object.number(sums.at("unit"));
  constexpr std::int64_t kLowest = -1100;
  const auto* whole = std::get_if<std::int64_t>(&unit);
  if (whole == nullptr || *whole < kLowest || *whole > 0) sums.fail("unit", "within [-1100, 0]");
  column.sums = {big(sums, "sum"), big(sums, "squares"), static_cast<int>(*whole), column.kind != ColumnKind::kReal};
  if (column.sums.squares.negative) sums.fail("squares", "not negative");
  column.values =
      values_of(ObjectReader(object.at("values"), object.place() + ": values"), column.kind != ColumnKind::kReal);
  const std::uint64_t special = column.nans + column.positive_infinities + column.negative_infinities;
  if (column.values.total() > column.elements || column.values.total() + special != column.elements) {
    throw Malformed(object.place() + ": the counts do not add up to the elements");
  }
  if (const Json* names = object.find("names")) {
    if (!names->is_array()) object.fail("names", "a list");
    for (const Json& each : *names) {
      if (!each.is_array() || each.size() != 2 || !each[0].is_string())
        object.fail("names", "pairs of name and number");
      column.names.emplace_back(each[0].get<std::string>(), object.number(each[1]));
    }
  }
}

void read_texts(const ObjectReader& object, ColumnProfile& column) {
  const ObjectReader texts(object.at("texts"), object.place() + ": texts");
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  std::uint64_t total = 0;
  for (const Json& each : texts.list("counts")) {
    const auto [json, times] = texts.pair(each);
    if (!json.is_string() || times > column.elements - total)
      texts.fail("counts", "texts, as many as there are elements");
    counts.emplace_back(json.get<std::string>(), times);
    total += times;
  }
  column.texts = TextSample::stored(counts, texts.flag("complete"));
  if (column.texts.complete() && total != column.elements) {
    throw Malformed(object.place() + ": the counts do not add up to the elements");
  }
  const Json* length = object.find("length");
  if (length == nullptr) return;
  if (!length->is_array() || length->size() != 2 || !(*length)[0].is_number_unsigned() ||
      !(*length)[1].is_number_unsigned()) {
    object.fail("length", "two counts");
  }
  column.lengths.emplace((*length)[0].get<std::uint64_t>(), (*length)[1].get<std::uint64_t>());
}

ColumnProfile column_of(const ObjectReader& object) {
  ColumnProfile column;
  column.path = object.text("path");
  if (object.find("part") != nullptr) column.part = object.text("part");
  if (!column.path.ends_with(column.part)) object.fail("part", "the end of the path");
  column.type = object.text("type");
  column.kind = kind_of(object);
  if (object.find("note") != nullptr) column.note = object.text("note");
  column.unreadable = object.flag("unreadable");
  column.scalar = object.flag("scalar");
  column.rows = object.count("rows");
  for (const Json& length : object.list("row_shape")) {
    if (!length.is_number_unsigned()) object.fail("row_shape", "a list of lengths");
    column.row_shape.push_back(length.get<std::uint64_t>());
  }
  column.elements = object.count("elements");
  column.unwritten = object.count("unwritten");
  column.valueless = object.count("valueless");
  if (column.is_number()) read_numbers(object, column);
  if (column.kind == ColumnKind::kText) read_texts(object, column);
  return column;
}

DataProfile profile_of(const Json& json) {
  const ObjectReader object(json, "the profile");
  if (object.find("format") == nullptr || object.text("format") != "assay-profile") {
    throw Malformed("this is no profile: `format` is not \"assay-profile\"");
  }
  if (object.count("format_version") != 1) {
    throw Malformed(
        fmt::format("its format version is {}, and this version of Assay reads 1; write it again with "
                    "`assay profile`",
                    object.count("format_version")));
  }
  DataProfile profile;
  profile.tool = object.text("tool");
  profile.created = object.text("created");
  for (const Json& source : object.list("sources")) {
    if (!source.is_string()) object.fail("sources", "a list of texts");
    profile.sources.push_back(source.get<std::string>());
  }
  const Json& columns = object.list("columns");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    profile.columns.push_back(column_of(ObjectReader(columns[i], fmt::format("column {}", i + 1))));
  }
  const auto by_path = [](const ColumnProfile& left, const ColumnProfile& right) { return left.path < right.path; };
  std::sort(profile.columns.begin(), profile.columns.end(), by_path);
  for (std::size_t i = 1; i < profile.columns.size(); ++i) {
    if (profile.columns[i].path == profile.columns[i - 1].path) {
      throw Malformed(fmt::format("the column {} stands there twice", profile.columns[i].path));
    }
  }
  return profile;
}

}  // namespace

tl::expected<DataProfile, std::string> profile_of_json(std::string_view text) {
  const auto json = base::detail::parse_json(text);
  if (!json) return tl::unexpected(json.error());
  try {
    return profile_of(*json);
  } catch (const Malformed& malformed) {
    return tl::unexpected(base::to_printable(malformed.what()));
  }
}

}  // namespace assay::expect::detail
