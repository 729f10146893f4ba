#include <assay/base/scalar.hpp>
#include <assay/base/utf8.hpp>
#include <assay/config/node.hpp>
#include <assay/config/type.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace assay::config {
namespace {

constexpr std::size_t kMostShown = 60;

Node merged_tables(const Node& own, const Node& defaults, const std::vector<std::string>& merged) {
  Node result = own;
  auto& table = std::get<Node::Table>(result.content);
  const std::size_t own_count = table.size();
  for (const Entry& entry : std::get<Node::Table>(defaults.content)) {
    const auto own_end = table.begin() + static_cast<std::ptrdiff_t>(own_count);
    const auto same =
        std::find_if(table.begin(), own_end, [&](const Entry& candidate) { return candidate.key == entry.key; });
    if (same == own_end) {
      Entry taken = entry;
      taken.inherited = true;
      table.push_back(std::move(taken));
    } else if (same->value.is_table() && entry.value.is_table() &&
               std::find(merged.begin(), merged.end(), entry.key) != merged.end()) {
      same->value = merged_tables(same->value, entry.value, {});
    }
  }
  std::stable_sort(table.begin(), table.end(),
                   [](const Entry& left, const Entry& right) { return left.position < right.position; });
  return result;
}

}  // namespace

Form form_of(const Node& node) noexcept {
  constexpr Form kForms[] = {kFlagForm, kIntegerForm, kFloatForm, kTextForm,
                             kDateForm, kMomentForm,  kListForm,  kTableForm};
  return kForms[node.content.index()];
}

std::string shown(const std::string& text) {
  const std::string cut = text.size() > 4 * kMostShown ? text.substr(0, 4 * kMostShown) : text;
  const std::string printable = base::to_printable(cut);
  std::size_t end = 0;
  std::size_t characters = 0;
  while (end < printable.size() && characters < kMostShown) {
    ++end;
    while (end < printable.size() && (static_cast<unsigned char>(printable[end]) & 0xC0U) == 0x80U) {
      ++end;
    }
    ++characters;
  }
  return end < printable.size() || cut.size() < text.size() ? printable.substr(0, end) + "..." : printable;
}

std::string describe(const Node& node) {
  switch (form_of(node)) {
    case kFlagForm:
      return std::get<bool>(node.content) ? "the truth value true" : "the truth value false";
    case kIntegerForm:
      return fmt::format("the number {}", std::get<std::int64_t>(node.content));
    case kFloatForm:
      return fmt::format("the number {}", base::to_text(base::Number(std::get<double>(node.content))));
    case kTextForm: {
      const auto& text = std::get<std::string>(node.content);
      return text.empty() ? "an empty text" : fmt::format("the text \"{}\"", shown(text));
    }
    case kDateForm: {
      const auto& date = std::get<std::chrono::year_month_day>(node.content);
      return fmt::format("the date {:04}-{:02}-{:02}", static_cast<int>(date.year()),
                         static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    }
    case kMomentForm:
      return fmt::format("the time {}", shown(std::get<Moment>(node.content).text));
    case kListForm: {
      const std::size_t size = std::get<Node::List>(node.content).size();
      return size == 0 ? "an empty list" : fmt::format("a list of {}", size);
    }
    default:
      return "a table";
  }
}

const Node* find(const Node::Table& table, std::string_view key) noexcept {
  const auto found = std::find_if(table.begin(), table.end(), [&](const Entry& entry) { return entry.key == key; });
  return found == table.end() ? nullptr : &found->value;
}

Node with_defaults(const Node& own, const Node& defaults, const std::vector<std::string>& merged) {
  return own.is_table() && defaults.is_table() ? merged_tables(own, defaults, merged) : own;
}

std::size_t count_values(const Node& node) noexcept {
  std::size_t total = 1;
  if (const auto* list = std::get_if<Node::List>(&node.content)) {
    for (const Node& entry : *list) {
      total += count_values(entry);
    }
  } else if (const auto* table = std::get_if<Node::Table>(&node.content)) {
    for (const Entry& entry : *table) {
      total += count_values(entry.value);
    }
  }
  return total;
}

}  // namespace assay::config
