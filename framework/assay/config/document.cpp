#include <assay/base/text_file.hpp>
#include <assay/base/utf8.hpp>
#include <assay/config/detail/nesting.hpp>
#include <assay/config/document.hpp>

#include <fmt/format.h>

// The library asserts, or lets clang assume, what a wrong file breaks (`[=]`), and reports it only some lines below.
#include <toml++/impl/preprocessor.h>
#undef TOML_ASSERT
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT(expression) static_assert(true)
#define TOML_ASSERT_ASSUME(expression) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace assay::config {
namespace {

Position position_of(const toml::source_region& region) {
  return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

template <class T>
std::string written(const T& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

// The library's nodes hide dates in templates and sort tables by name, so all else works on this copy.
Node copy_of(const toml::node& source);

Node::Table copy_of_table(const toml::table& source) {
  Node::Table table;
  table.reserve(source.size());
  for (const auto& [key, value] : source) {
    table.push_back({std::string(key.str()), position_of(key.source()), copy_of(value), false});
  }
  std::stable_sort(table.begin(), table.end(),
                   [](const Entry& left, const Entry& right) { return left.position < right.position; });
  return table;
}

Node copy_of(const toml::node& source) {
  Node node;
  node.position = position_of(source.source());
  if (const auto* table = source.as_table()) {
    node.content = copy_of_table(*table);
  } else if (const auto* array = source.as_array()) {
    Node::List list;
    list.reserve(array->size());
    for (const toml::node& entry : *array) {
      list.push_back(copy_of(entry));
    }
    node.content = std::move(list);
  } else if (const auto* text = source.as_string()) {
    node.content = text->get();
  } else if (const auto* integer = source.as_integer()) {
    node.content = integer->get();
  } else if (const auto* number = source.as_floating_point()) {
    node.content = number->get();
  } else if (const auto* flag = source.as_boolean()) {
    node.content = flag->get();
  } else if (const auto* date = source.as_date()) {
    const toml::date& day = date->get();
    node.content = std::chrono::year_month_day(std::chrono::year(day.year), std::chrono::month(day.month),
                                               std::chrono::day(day.day));
  } else if (const auto* time = source.as_time()) {
    node.content = Moment{written(time->get())};
  } else if (const auto* date_time = source.as_date_time()) {
    node.content = Moment{written(date_time->get())};
  }
  return node;
}

base::Mistake mistake_at(std::string file, Position position, std::string message) {
  return {{std::move(file), position.line, position.column}, std::move(message)};
}

}  // namespace

tl::expected<Document, base::Mistake> parse_document(std::string text, std::string file) {
  if (text.size() > kMostBytes) {
    return tl::unexpected(mistake_at(std::move(file), {}, fmt::format("larger than {} bytes", kMostBytes)));
  }
  if (const auto deep = detail::deepest_break(text, kMostLevels)) {
    return tl::unexpected(
        mistake_at(std::move(file), *deep, fmt::format("nested deeper than {} levels, which is refused", kMostLevels)));
  }
  try {
    const toml::table table = toml::parse(std::string_view(text), std::string_view());
    Document document{std::move(file), std::move(text), {}};
    document.root.content = copy_of_table(table);
    document.root.position = {1, 1};
    return document;
  } catch (const toml::parse_error& error) {
    return tl::unexpected(mistake_at(std::move(file), position_of(error.source()),
                                     fmt::format("not TOML: {}", base::to_printable(error.description()))));
  }
}

tl::expected<Document, base::Mistake> read_document(const std::filesystem::path& path, std::string shown_as) {
  auto text = base::read_text_file(path, kMostBytes);
  if (!text) {
    return tl::unexpected(mistake_at(std::move(shown_as), {}, std::move(text.error())));
  }
  return parse_document(std::move(*text), std::move(shown_as));
}

}  // namespace assay::config
