#include <assay/base/error.hpp>
#include <assay/base/utf8.hpp>
#include <assay/examples/detail/column.hpp>
#include <assay/examples/detail/input_walk.hpp>
#include <assay/examples/detail/suite_columns.hpp>
#include <assay/examples/suite_file.hpp>
#include <assay/hdf5/seal.hpp>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string_view>

namespace assay::examples {
namespace {

using detail::refuse;

std::string text_attribute(const hdf5::File& file, const std::string& name) {
  const auto value = file.attribute(name);
  return value && std::holds_alternative<std::string>(*value) ? base::to_utf8(std::get<std::string>(*value)) : "";
}

std::optional<std::uint64_t> count_attribute(const hdf5::File& file, const std::string& name) {
  const auto value = file.attribute(name);
  if (!value) {
    return std::nullopt;
  }
  if (const auto* number = std::get_if<std::uint64_t>(&*value)) {
    return *number;
  }
  const auto* number = std::get_if<std::int64_t>(&*value);
  if (number == nullptr || *number < 0) {
    refuse(file.path(), fmt::format("the attribute {} is {}, expected a count", name, base::to_text(*value)));
  }
  return static_cast<std::uint64_t>(*number);
}

/// True when the file is sealed. @throws base::UserError when it was changed since
bool check_seal(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::array<char, 11> head{};
  stream.read(head.data(), head.size());
  if (std::string_view(head.data(), static_cast<std::size_t>(stream.gcount())) != "assay-seal ") {
    return false;
  }
  if (!hdf5::intact_seal(path)) {
    refuse(path,
           "the file was changed after it was sealed: its SHA-256 is not the one in its seal; take an unchanged "
           "copy, or its previous generation");
  }
  return true;
}

/// `1.0` as two numbers; none for anything else.
std::optional<std::pair<int, int>> parse_version(std::string_view text) {
  std::pair<int, int> version;
  const char* end = text.data() + text.size();
  const auto major = std::from_chars(text.data(), end, version.first);
  if (major.ec != std::errc{} || major.ptr == end || *major.ptr != '.') {
    return std::nullopt;
  }
  const auto minor = std::from_chars(major.ptr + 1, end, version.second);
  if (minor.ec != std::errc{} || minor.ptr != end) {
    return std::nullopt;
  }
  return version;
}

void check_format(const hdf5::File& file, ExampleSuite& suite) {
  const std::string format = text_attribute(file, "format");
  if (format != "assay-suite") {
    refuse(file.path(), format.empty()
                            ? std::string("is no suite of examples: it has no attribute `format` that is one "
                                          "text; expected \"assay-suite\"")
                            : "is no suite of examples: its attribute `format` is \"" + format.substr(0, 60) +
                                  "\", expected \"assay-suite\"");
  }
  const std::string text = text_attribute(file, "format_version");
  const auto version = parse_version(text);
  if (!version || version->first != kFormatMajor) {
    refuse(file.path(), fmt::format("is a suite of format version \"{}\", and this program reads {}.x; use the version "
                                    "of Assay that wrote it (tool_version \"{}\")",
                                    text.substr(0, 60), kFormatMajor, text_attribute(file, "tool_version")));
  }
  if (version->second > kFormatMinor) {
    suite.notes.push_back(fmt::format("{} is of format {}, newer than {}.{}: what is new in it is not looked at",
                                      file.path().string(), text, kFormatMajor, kFormatMinor));
  }
}

void read_examples(const hdf5::File& file, ExampleSuite& suite) {
  const auto ids = detail::read_ids(detail::open_column(file, "/examples/id"), detail::kMostExamples);
  suite.examples.resize(ids.size());
  if (const auto count = count_attribute(file, "n_examples"); count && *count != ids.size()) {
    refuse(file.path(),
           fmt::format("the attribute n_examples is {}, but /examples/id has {} rows", *count, ids.size()));
  }
  const auto labels = detail::read_integers(detail::open_column(file, "/examples/target/label"), ids.size(), -1);
  for (std::size_t row = 0; row < ids.size(); ++row) {
    Example& example = suite.examples[row];
    example.id = ids[row];
    example.label = labels[row];
    if (labels[row] < 0 || labels[row] >= static_cast<std::int64_t>(suite.classes.size())) {
      example.fault = fmt::format("the label {} is none of the {} classes", labels[row], suite.classes.size());
    }
  }
}

void check_inputs(const hdf5::File& file, ExampleSuite& suite) {
  const auto inputs = detail::find_inputs(file, suite.examples.size());
  const auto computed = detail::ids_of_rows(inputs, suite.examples.size());
  if (inputs.empty() && !suite.examples.empty()) {
    suite.notes.push_back(file.path().string() +
                          ": no dataset below /examples/input can be opened, so that no example "
                          "is known to be what its id says");
  }
  if (!computed.problem.empty()) {
    suite.notes.push_back(computed.problem);
  }
  for (std::size_t row = 0; row < suite.examples.size(); ++row) {
    Example& example = suite.examples[row];
    if (!computed.ids[row]) {
      example.fault = "an input of the example cannot be read";
    } else if (*computed.ids[row] != example.id) {
      example.fault = "the inputs of the example are not those of its id";
    }
  }
}

void check_repeated_ids(ExampleSuite& suite) {
  std::map<base::Digest, std::int64_t> label_of;
  std::set<base::Digest> contradicted;
  for (const Example& example : suite.examples) {
    const auto [found, is_new] = label_of.emplace(example.id, example.label);
    if (!is_new && found->second != example.label) {
      contradicted.insert(example.id);
    }
  }
  for (Example& example : suite.examples) {
    if (contradicted.contains(example.id)) {
      example.fault = "the same input stands in the suite under two labels";
    }
  }
}

}  // namespace

ExampleSuite read_suite(const std::filesystem::path& path) {
  ExampleSuite suite;
  suite.file = path;
  suite.sealed = check_seal(path);
  const hdf5::File file = detail::open_file(path);
  check_format(file, suite);
  if (file.attribute("sealed") == base::Scalar(true) && !suite.sealed) {
    refuse(path, "the file says that it is sealed, but its first 512 bytes hold no seal: it was changed");
  }
  suite.name = text_attribute(file, "suite_name");
  suite.suite_id = text_attribute(file, "suite_id");
  suite.description = text_attribute(file, "description");
  suite.created_at = text_attribute(file, "created_at");
  suite.tool_version = text_attribute(file, "tool_version");
  suite.generation = count_attribute(file, "generation").value_or(0);
  suite.classes = detail::read_names(detail::open_column(file, "/classes/names"));
  read_examples(file, suite);
  detail::read_meta(file, suite);
  if (const std::string digest = text_attribute(file, "content_digest");
      !digest.empty() && digest != content_digest(suite)) {
    refuse(path, "ids, labels or statuses were changed: the attribute content_digest is " + digest.substr(0, 64) +
                     ", but they give " + content_digest(suite));
  }
  check_inputs(file, suite);
  check_repeated_ids(suite);
  return suite;
}

std::vector<InputColumn> read_inputs(const std::filesystem::path& path) {
  static_cast<void>(check_seal(path));
  const hdf5::File file = detail::open_file(path);
  const std::uint64_t rows = detail::open_column(file, "/examples/id").rows();
  std::vector<InputColumn> columns;
  std::uint64_t total = 0;
  for (const detail::StoredInput& input : detail::find_inputs(file, rows)) {
    InputColumn column{input.name, input.dataset.type(), input.dataset.shape(), {}};
    detail::for_each_block(input.dataset, 0, [&](const hdf5::Block& block) {
      total += block.bytes.size();
      if (total > kMostInputBytes) {
        refuse(path, fmt::format("the inputs hold more than {} bytes", kMostInputBytes));
      }
      column.bytes.insert(column.bytes.end(), block.bytes.begin(), block.bytes.end());
    });
    columns.push_back(std::move(column));
  }
  return columns;
}

}  // namespace assay::examples
