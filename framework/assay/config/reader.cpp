#include <assay/config/reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::config {
namespace {

/// Columns beyond this are not looked up: a file of one long line would make that quadratic.
constexpr int kMostColumns = 2000;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

Reader::Reader(const Document& document) : document_(document) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < document.text.size(); ++i) {
    if (document.text[i] == '\n') {
      line_starts_.push_back(i + 1);
    }
  }
}

void Reader::report(Position position, std::string message) {
  if (silent_ > 0) {
    return;
  }
  if (++count_ <= kMostMistakes) {
    mistakes_.emplace_back(position, std::move(message));
  }
}

void Reader::expected(const Node& node, std::string_view what) {
  report(node.position, fmt::format("{} must be {}, not {}", subject(), what, describe(node)));
}

void Reader::refer(std::string category, std::string name, Position position) {
  if (silent_ == 0) {
    references_.push_back({std::move(category), std::move(name), subject(), position});
  }
}

std::vector<base::Mistake> Reader::mistakes() const {
  auto sorted = mistakes_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& left, const auto& right) { return left.first < right.first; });
  std::vector<base::Mistake> result;
  result.reserve(sorted.size() + 1);
  for (auto& [position, message] : sorted) {
    result.push_back({place(position), std::move(message)});
  }
  if (count_ > kMostMistakes) {
    result.push_back({{document_.file, 0, 0}, fmt::format("{} more mistakes are not listed", count_ - kMostMistakes)});
  }
  return result;
}

base::Place Reader::place(Position position) const { return {document_.file, position.line, position.column}; }

std::string Reader::subject() const {
  std::string path;
  std::string entry;
  for (const Step& step : path_) {
    if (step.key.empty()) {
      entry = fmt::format("entry {} of ", step.index + 1);
    } else {
      path += path.empty() ? shown(step.key) : "." + shown(step.key);
      entry.clear();
    }
  }
  return path.empty() ? "the file" : fmt::format("{}`{}`", entry, path);
}

Position Reader::within_text(const Node& node, std::size_t offset) const {
  const auto& value = std::get<std::string>(node.content);
  const auto line = static_cast<std::size_t>(node.position.line);
  if (line < 1 || line > line_starts_.size() || node.position.column > kMostColumns || offset > kMostColumns) {
    return node.position;
  }
  const std::string_view text = document_.text;
  std::size_t at = line_starts_[line - 1];
  for (int column = 1; column < node.position.column && at < text.size(); ++column) {
    do {
      ++at;
    } while (at < text.size() && continues_character(text[at]));
  }
  if (at >= text.size() || (text[at] != '"' && text[at] != '\'')) {
    return node.position;
  }
  const std::string three(3, text[at]);
  const std::size_t quotes = text.compare(at, 3, three) == 0 && !value.empty() ? 3 : 1;
  // Only where the file shows the same characters as the value, so no escapes and no line ends, a column can be
  // counted.
  const std::string_view before = std::string_view(value).substr(0, offset);
  if (text.compare(at + quotes, before.size(), before) != 0 || before.find('\n') != std::string_view::npos) {
    return node.position;
  }
  const auto characters = std::count_if(before.begin(), before.end(), [](char c) { return !continues_character(c); });
  return {node.position.line, node.position.column + static_cast<int>(quotes) + static_cast<int>(characters)};
}

Reader::Scope::Scope(Reader& reader, const Entry& entry) : Scope(reader, entry.key, entry.inherited) {}

Reader::Scope::Scope(Reader& reader, std::string_view key, bool silent) : reader_(reader), silent_(silent) {
  reader_.path_.push_back({key.empty() ? "\"\"" : std::string(key), 0});
  reader_.silent_ += silent ? 1 : 0;
}

Reader::Scope::Scope(Reader& reader, std::size_t index) : reader_(reader), silent_(false) {
  reader_.path_.push_back({"", index});
}

Reader::Scope::~Scope() {
  reader_.path_.pop_back();
  reader_.silent_ -= silent_ ? 1 : 0;
}

}  // namespace assay::config
