#include <assay/base/text_file.hpp>
#include <assay/trajectory/json_lines.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace assay::trajectory {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
constexpr std::size_t kMostNesting = 64;

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.' || c == '_';
}

/// The same line as strict JSON: what Python's `json` writes for non-finite numbers, and numbers too large for a
/// double, become texts. None when it nests deeper than any metric does.
std::optional<std::string> to_strict(std::string_view line) {
  std::string out;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < line.size();) {
    const char c = line[i];
    if (c == '"') {
      const std::size_t start = i++;
      while (i < line.size() && line[i] != '"') {
        i += line[i] == '\\' ? 2U : 1U;
      }
      i = std::min(i + 1, line.size());
      out += line.substr(start, i - start);
    } else if (is_word(c)) {
      const std::size_t start = i;
      while (i < line.size() && is_word(line[i])) {
        ++i;
      }
      const std::string word(line.substr(start, i - start));
      const bool number =
          std::isdigit(static_cast<unsigned char>(word.back())) != 0 && word.find_first_of("0123456789") <= 1;
      if (word == "NaN" || word == "Infinity" || word == "-Infinity" ||
          (number && std::isinf(std::strtod(word.c_str(), nullptr)))) {
        out += word == "NaN" ? "\"nan\"" : word.front() == '-' ? "\"-inf\"" : "\"inf\"";
      } else {
        out += word;
      }
    } else {
      depth += c == '{' || c == '[' ? 1U : 0U;
      if (depth > kMostNesting) {
        return std::nullopt;
      }
      out += c;
      ++i;
    }
  }
  return out;
}

std::optional<double> to_number(const nlohmann::json& value) {
  if (value.is_number()) {
    return value.get<double>();
  }
  if (!value.is_string()) {
    return std::nullopt;
  }
  std::string text = value.get<std::string>();
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.erase(0, 1);
  }
  if (text == "nan") {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (text == "inf" || text == "infinity") {
    return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }
  return std::nullopt;
}

std::optional<std::int64_t> to_step(const nlohmann::json& value) {
  constexpr double kMost = 9007199254740992.0;  // 2^53: beyond it a double no longer tells neighbouring steps apart
  if (!value.is_number()) {
    return std::nullopt;
  }
  const double number = value.get<double>();
  if (!(number >= 0 && number <= kMost) || number != std::floor(number)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(number);
}

/// Adds one line; false when it cannot be read.
bool add_line(std::string_view line, const std::string& step_key,
              std::map<std::string, std::map<std::int64_t, double>>& values, std::set<std::int64_t>& steps) {
  const auto strict = to_strict(line);
  if (!strict) {
    return false;
  }
  const nlohmann::json object = nlohmann::json::parse(*strict, nullptr, false);
  if (object.is_discarded() || !object.is_object()) {
    return false;
  }
  const auto found = object.find(step_key);
  const auto step = found == object.end() ? std::nullopt : to_step(*found);
  if (!step) {
    return true;
  }
  steps.insert(*step);
  for (const auto& [name, value] : object.items()) {
    if (const auto number = to_number(value); number && name != step_key) {
      values[name].insert_or_assign(*step, *number);
    }
  }
  return true;
}

}  // namespace

Trajectory parse_json_lines(std::string_view text, const std::string& step_key) {
  std::map<std::string, std::map<std::int64_t, double>> values;
  std::set<std::int64_t> steps;
  Trajectory trajectory;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    const bool torn = end == std::string_view::npos;
    std::string_view line = text.substr(start, torn ? std::string_view::npos : end - start);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    const bool blank = line.find_first_not_of(" \t") == std::string_view::npos;
    if (!blank && !add_line(line, step_key, values, steps) && !torn) {
      ++trajectory.broken_lines;
    }
    start = torn ? text.size() : end + 1;
  }
  trajectory.steps.assign(steps.begin(), steps.end());
  for (const auto& [name, points] : values) {
    Curve& curve = trajectory.curves[name];
    for (const auto& [step, value] : points) {
      curve.push_back({step, value});
    }
  }
  return trajectory;
}

tl::expected<Trajectory, std::string> read_json_lines(const std::filesystem::path& file, const std::string& step_key) {
  return base::read_text_file(file, kMostBytes).map([&](const std::string& text) {
    return parse_json_lines(text, step_key);
  });
}

}  // namespace assay::trajectory
