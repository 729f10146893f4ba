#include <assay/base/utf8.hpp>
#include <assay/expect/detail/growing_numbers.hpp>
#include <assay/expect/detail/loose_limits.hpp>
#include <assay/expect/detail/suggestion.hpp>
#include <assay/expect/detail/toml_text.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::expect::detail {

namespace {

constexpr std::uint64_t kLeastRows = 30;
constexpr std::uint64_t kMostClasses = 50;
constexpr std::uint64_t kLeastOfAClass = 5;

/// A bare key made of the path's letters and digits, unlike those before.
std::string case_name(const std::string& path, std::set<std::string>& taken) {
  std::string name;
  for (const char character : path.substr(path.starts_with('/') ? 1 : 0)) {
    name += std::isalnum(static_cast<unsigned char>(character)) != 0 ? character : '_';
  }
  if (name.empty()) name = "data";
  std::string unlike = name;
  for (int number = 2; !taken.insert(unlike).second; ++number) unlike = fmt::format("{}_{}", name, number);
  return unlike;
}

/// Writes the case of one column.
class CaseWriter {
 public:
  CaseWriter(const ColumnProfile& column, std::string name) : column_(column), name_(std::move(name)) {}

  std::string text() {
    structure();
    if (const std::string why = no_values(); !why.empty()) {
      comment(why);
    } else if (column_.kind == ColumnKind::kText) {
      texts();
    } else {
      numbers();
    }
    std::string text;
    for (const std::string& line : comments_) text += "# " + line + "\n";
    if (checks_.empty()) return text;
    text += fmt::format("[expect.{}]\ndata = \"source\"\ndataset = {}\n", name_, toml_text(column_.path.substr(1)));
    for (const std::string& option : options_) text += option + "\n";
    for (const std::string& check : checks_) text += check + "\n";
    return text;
  }

 private:
  void comment(std::string_view sentence) {
    comments_.push_back(base::to_printable(fmt::format("{}: {}", column_.path, sentence)));
  }
  void check(std::string_view key, const std::optional<std::string>& value) {
    if (value) checks_.push_back(fmt::format("{} = {}", key, *value));
  }

  void structure() {
    constexpr auto kWords = std::to_array<std::string_view>({"int8", "int16", "int32", "int64", "uint8", "uint16",
                                                             "uint32", "uint64", "float16", "bfloat16", "float32",
                                                             "float64", "bool", "string", "compound", "enum", "vlen"});
    if (column_.unreadable) return;
    if (std::find(kWords.begin(), kWords.end(), column_.type) != kWords.end()) check("dtype", toml_text(column_.type));
    if (column_.scalar) return check("shape", "[]");
    if (column_.elements == 0 && column_.rows == 0 && column_.row_shape.empty()) return;
    std::string shape = "[\"*\"";
    for (const std::uint64_t length : column_.row_shape) shape += fmt::format(", {}", length);
    check("shape", shape + "]");
    if (column_.rows >= kLeastRows) check("rows", fmt::format("\">= {}\"", column_.rows / 2));
  }

  /// Why no limit on values can be given; empty when it can.
  [[nodiscard]] std::string no_values() const {
    if (column_.unreadable) return "left out, it cannot be read: " + column_.note;
    if (column_.kind == ColumnKind::kOther) return "no limits on values, " + column_.note;
    if (column_.valueless > 0) return "no limits on values, some were never written and have no fill value";
    if (column_.rows < kLeastRows) {
      return fmt::format("no limits on values, {} {} too few to learn from", count_text(column_.rows, "row"),
                         column_.rows == 1 ? "is" : "are");
    }
    if (column_.present() == 0) return "no limits on values, all are missing";
    return {};
  }

  void missing() {
    if (column_.nans == 0) return;
    options_.emplace_back("missing = \"nan\"");
    check("missing_share", loose_share(column_.missing_share()));
  }

  [[nodiscard]] std::string class_text(const base::Number& number) const {
    if (column_.type != "bool") return base::to_text(number);
    return base::compare(number, std::int64_t{0}) == base::Order::kEqual ? "false" : "true";
  }

  void numbers() {
    missing();
    if (column_.smallest && base::compare(*column_.smallest, *column_.largest) == base::Order::kEqual) {
      return comment(fmt::format("no limits on values, all are {}", class_text(*column_.smallest)));
    }
    const bool labels = column_.kind != ColumnKind::kReal && column_.values.exact() &&
                        column_.values.entries().size() <= kMostClasses && enough_of_each_number();
    if (labels) return number_classes();
    if (column_.kind == ColumnKind::kNamed) return comment("no limits on shares, some values are too rare");
    if (column_.kind == ColumnKind::kReal && column_.infinities() == 0) check("finite", "true");
    if (column_.infinities() > 0) {
      comment("no limits on range, mean and deviation, there are infinities");
      check("inf_count", fmt::format("[0, {}]", 2 * column_.infinities()));
    }
    if (const std::string why = why_it_may_grow(column_); !why.empty()) {
      comment(why + ": no limits on range, mean and deviation, to which the next ones need not keep");
    } else {
      check("values", loose_values(column_));
      check("mean", loose_mean(column_));
      check("std", loose_deviation(column_));
    }
    unique();
  }

  [[nodiscard]] bool enough_of_each_number() const {
    return std::all_of(column_.values.entries().begin(), column_.values.entries().end(),
                       [](const ValueCounts::Entry& entry) { return entry.times >= kLeastOfAClass; });
  }

  void number_classes() {
    std::vector<std::pair<std::string, std::uint64_t>> classes;
    std::string set;
    for (const ValueCounts::Entry& entry : column_.values.entries()) {
      const base::Number value = column_.values.value(entry);
      classes.emplace_back(class_text(value), entry.times);
      set += (set.empty() ? "" : ", ") + bound_text(value);
    }
    const bool in_range = set.find('"') == std::string::npos;  // a literal beyond TOML's range would be text
    if (column_.type != "bool" && in_range) check("in_set", "[" + set + "]");
    shares(classes);
  }

  void texts() {
    if (column_.lengths) {
      check("length", fmt::format("[{}, {}]", column_.lengths->first / 2, column_.lengths->second * 2));
    }
    const auto distinct = column_.distinct();
    if (distinct == 1) return comment("no limits on values, all are the same text");
    std::vector<std::pair<std::string, std::uint64_t>> classes;
    std::string set;
    for (const TextSample::Kept& kept : column_.texts.kept()) {
      if (!distinct || *distinct > kMostClasses || kept.times < kLeastOfAClass || class_name(kept.name) != kept.name) {
        return unique();
      }
      classes.emplace_back(kept.name, kept.times);
      set += (set.empty() ? "" : ", ") + toml_text(kept.name);
    }
    check("in_set", "[" + set + "]");
    shares(classes);
  }

  void shares(const std::vector<std::pair<std::string, std::uint64_t>>& classes) {
    constexpr auto kOptions = std::to_array<std::string_view>({"in", "mostly", "unit", "allow_empty"});
    std::string table;
    for (const auto& [name, times] : classes) {
      if (std::find(kOptions.begin(), kOptions.end(), name) != kOptions.end()) {
        return comment(fmt::format("no limits on shares, the class '{}' is called as an option of checks", name));
      }
      if (name.empty()) return comment("no limits on shares, a class without a name is no key of TOML");
      const double share = static_cast<double>(times) / static_cast<double>(column_.present());
      table += fmt::format("{}{} = {}", table.empty() ? "" : ", ", toml_text(name), loose_share(share));
    }
    check("class_share", "{ " + table + " }");
  }

  void unique() {
    if (column_.row_shape.empty() && column_.kind != ColumnKind::kReal && column_.distinct() == column_.elements) {
      check("unique", "true");
    }
  }

  const ColumnProfile& column_;
  std::string name_;
  std::vector<std::string> comments_;
  std::vector<std::string> options_;
  std::vector<std::string> checks_;
};

std::string head(const DataProfile& profile, const SuggestionSource& source) {
  std::uint64_t rows = 0;
  for (const ColumnProfile& column : profile.columns) rows = std::max(rows, column.rows);
  std::string text = base::to_printable(fmt::format("# Suggested by {} on {} from {}, with up to {} rows.", source.tool,
                                                    source.date, source.shown, rows));
  text += fmt::format(
      "\n"
      "# Every limit holds on that file, and is loose by these rules; tighten what you know better.\n"
      "#   rows            at least half as many\n"
      "#   values          the range, a tenth wider on each side; never past 0 or the ends of the type\n"
      "#   mean            within a quarter of a standard deviation\n"
      "#   std             half to twice\n"
      "#   in_set          the values of labels: at most {} different ones, each there {} times or more\n"
      "#   class_share     half to twice the share, and 0.01 more; missing_share the same\n"
      "#   length          half to twice the characters\n"
      "#   inf_count       up to twice as many\n"
      "#   unique          where nothing stands twice\n"
      "# Nothing is suggested from fewer than {} rows, from constants, or where nothing is present; no range, mean or\n"
      "# deviation from numbers that count rows or of which each stands there once.\n",
      kMostClasses, kLeastOfAClass, kLeastRows);
  return text;
}

}  // namespace

Suggestion suggest_suite(const DataProfile& profile, const SuggestionSource& source) {
  Suggestion suggestion{head(profile, source), 0};
  std::string& text = suggestion.text;
  text += fmt::format("\n[data]\nsource = {}\n", toml_text(source.data));
  std::set<std::string> taken;
  for (const ColumnProfile& column : profile.columns) {
    // A bracket would be read as a selection.
    if (column.path.find('[') < column.path.size() - column.part.size()) {
      text +=
          fmt::format("\n# {}: left out, a suite cannot name a path with a bracket\n", base::to_printable(column.path));
      continue;
    }
    const std::string written = CaseWriter(column, case_name(column.path, taken)).text();
    suggestion.cases += written.find("[expect.") == std::string::npos ? 0U : 1U;
    text += "\n" + written;
  }
  return suggestion;
}

}  // namespace assay::expect::detail
