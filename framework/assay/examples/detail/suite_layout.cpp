#include <assay/base/error.hpp>
#include <assay/base/utf8.hpp>
#include <assay/examples/content_id.hpp>
#include <assay/examples/detail/suite_columns.hpp>
#include <assay/examples/detail/suite_layout.hpp>
#include <assay/hdf5/file_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <span>
#include <string>

namespace assay::examples::detail {
namespace {

using hdf5::ElementKind;
using hdf5::ElementType;

constexpr std::uint64_t kChunkBytes = 16384;
constexpr std::uint64_t kBigExample = 4096;  // from here on one example a chunk: random reads stay cheap
constexpr int kDeflate = 4;

constexpr std::array<std::string_view, 11> kColumns = {"/classes/names",
                                                       "/tags/names",
                                                       "/examples/id",
                                                       "/examples/target/label",
                                                       "/examples/meta/status",
                                                       "/examples/meta/xfail_reason",
                                                       "/examples/meta/xfail_until",
                                                       "/examples/meta/reviewed",
                                                       "/examples/meta/tag_mask",
                                                       "/examples/meta/loss_at_add",
                                                       "/examples/meta/source_index"};

[[noreturn]] void refuse_suite(const ExampleSuite& suite, const std::string& sentence) {
  throw base::UserError(base::to_printable(fmt::format("suite {}: {}", suite.name, sentence)));
}

std::uint64_t row_bytes(const InputColumn& input) {
  return input.shape.empty() || input.shape[0] == 0 ? 0 : input.bytes.size() / input.shape[0];
}

template <class T>
void write_column(hdf5::FileWriter& writer, const std::string& path, const ElementType& type,
                  const std::vector<T>& values, std::vector<std::uint64_t> shape) {
  std::uint64_t row = type.size;
  for (std::size_t i = 1; i < shape.size(); ++i) {
    row *= shape[i];
  }
  hdf5::Storage storage;
  if (!values.empty()) {
    storage.chunk = shape;
    storage.chunk[0] = std::max<std::uint64_t>(1, kChunkBytes / std::max<std::uint64_t>(row, 1));
    storage.checksum = true;
  }
  writer.dataset(path, type, shape, std::as_bytes(std::span(values)), storage);
}

void write_input(hdf5::FileWriter& writer, const InputColumn& input) {
  hdf5::Storage storage;
  if (!input.bytes.empty()) {
    const std::uint64_t row = row_bytes(input);
    storage.chunk = input.shape;
    storage.chunk[0] = row >= kBigExample ? 1 : std::max<std::uint64_t>(1, kChunkBytes / row);
    storage.deflate = kDeflate;
    storage.checksum = true;
  }
  writer.dataset("/examples/input/" + input.name, input.type, input.shape, input.bytes, storage);
}

void write_meta(hdf5::FileWriter& writer, const ExampleSuite& suite) {
  const std::uint64_t rows = suite.examples.size();
  const std::string meta = "/examples/meta/";
  std::vector<std::int8_t> status;
  std::vector<std::int8_t> reviewed;
  std::vector<std::string> reasons;
  std::vector<std::string> dates;
  std::vector<double> losses;
  std::vector<std::int64_t> sources;
  std::vector<std::uint8_t> mask(rows * suite.tags.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const Example& example = suite.examples[row];
    status.push_back(static_cast<std::int8_t>(example.status));
    reviewed.push_back(example.reviewed ? 1 : 0);
    reasons.push_back(example.xfail_reason);
    dates.push_back(example.xfail_until);
    losses.push_back(example.loss_at_add);
    sources.push_back(example.source_index);
    for (const std::uint32_t tag : example.tags) {
      mask[row * suite.tags.size() + tag] = 1;
    }
  }
  ElementType statuses{.kind = ElementKind::kEnum, .size = 1, .is_signed = true};
  for (const Status one : {Status::kGate, Status::kReportOnly, Status::kXfail, Status::kQuarantined}) {
    statuses.names.emplace_back(to_text(one), static_cast<std::int64_t>(one));
  }
  write_column(writer, meta + "status", statuses, status, {rows});
  write_column(writer, meta + "reviewed", {.kind = ElementKind::kBoolean, .size = 1}, reviewed, {rows});
  writer.texts(meta + "xfail_reason", reasons);
  writer.texts(meta + "xfail_until", dates);
  write_column(writer, meta + "loss_at_add", {.kind = ElementKind::kFloat, .size = 8}, losses, {rows});
  write_column(writer, meta + "source_index", {.kind = ElementKind::kInteger, .size = 8, .is_signed = true}, sources,
               {rows});
  writer.texts("/tags/names", suite.tags);
  if (!suite.tags.empty()) {
    write_column(writer, meta + "tag_mask", {.kind = ElementKind::kInteger, .size = 1}, mask,
                 {rows, suite.tags.size()});
  }
}

void expect_names(const ExampleSuite& suite, const std::vector<std::string>& names, std::string_view what) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty() || name.find('\0') != std::string::npos || !base::is_utf8(name) || !seen.insert(name).second) {
      refuse_suite(suite, fmt::format("the {} name \"{}\" is empty, stands twice or is no UTF-8 text", what, name));
    }
  }
}

bool is_text(const std::string& text) { return base::is_utf8(text) && text.find('\0') == std::string::npos; }

}  // namespace

void set_ids(ExampleSuite& suite, const std::vector<InputColumn>& inputs) {
  std::vector<const InputColumn*> sorted;
  for (const InputColumn& input : inputs) {
    const std::uint64_t rows = input.shape.empty() ? 0 : input.shape[0];
    std::uint64_t elements = input.type.size;
    for (const std::uint64_t length : input.shape) {
      elements = length != 0 && elements > std::numeric_limits<std::uint64_t>::max() / length ? 0 : elements * length;
    }
    if (rows != suite.examples.size() || elements != input.bytes.size() || !is_text(input.name) || input.name.empty()) {
      refuse_suite(suite, fmt::format("the input \"{}\" has {} rows in {} bytes, expected {} examples", input.name,
                                      rows, input.bytes.size(), suite.examples.size()));
    }
    sorted.push_back(&input);
  }
  if (inputs.empty()) {
    refuse_suite(suite, "it has no input, and so its examples have no ids");
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const InputColumn* left, const InputColumn* right) { return left->name < right->name; });
  ContentId id;
  for (std::size_t row = 0; row < suite.examples.size(); ++row) {
    for (const InputColumn* input : sorted) {
      id.add_input(input->type, std::span(input->shape).subspan(1),
                   std::span(input->bytes).subspan(row * row_bytes(*input), row_bytes(*input)));
    }
    suite.examples[row].id = id.finish();
  }
}

void expect_sound(const ExampleSuite& suite) {
  expect_names(suite, suite.classes, "class");
  expect_names(suite, suite.tags, "tag");
  std::set<base::Digest> ids;
  for (std::size_t row = 0; row < suite.examples.size(); ++row) {
    const Example& example = suite.examples[row];
    if (example.label < 0 || example.label >= static_cast<std::int64_t>(suite.classes.size())) {
      refuse_suite(suite, fmt::format("the label {} of example {} is none of its {} classes", example.label, row,
                                      suite.classes.size()));
    }
    if (!example.xfail_until.empty() && !is_date(example.xfail_until)) {
      refuse_suite(suite, fmt::format("the date \"{}\" of example {} is none; expected one as 2026-11-30",
                                      example.xfail_until, row));
    }
    if (!is_text(example.xfail_reason)) {
      refuse_suite(suite, fmt::format("the reason of example {} is no UTF-8 text", row));
    }
    for (const std::uint32_t tag : example.tags) {
      if (tag >= suite.tags.size()) {
        refuse_suite(suite, fmt::format("example {} has tag {} of {}", row, tag, suite.tags.size()));
      }
    }
    if (!ids.insert(example.id).second) {
      refuse_suite(suite,
                   fmt::format("the input of example {} stands in it twice (id {})", row, base::to_hex(example.id)));
    }
  }
}

void write_suite_file(const std::filesystem::path& target, const ExampleSuite& suite,
                      const std::vector<InputColumn>& inputs) {
  hdf5::FileWriter writer(target, "assay-suite 1.0");
  const std::uint64_t rows = suite.examples.size();
  std::vector<std::byte> ids;
  std::vector<std::int64_t> labels;
  for (const Example& example : suite.examples) {
    ids.insert(ids.end(), example.id.begin(), example.id.end());
    labels.push_back(example.label);
  }
  write_column(writer, "/examples/id", {.kind = ElementKind::kInteger, .size = 1}, ids,
               {rows, std::tuple_size_v<base::Digest>});
  write_column(writer, "/examples/target/label", {.kind = ElementKind::kInteger, .size = 8, .is_signed = true}, labels,
               {rows});
  for (const InputColumn& input : inputs) {
    write_input(writer, input);
  }
  write_meta(writer, suite);
  writer.texts("/classes/names", suite.classes);
  const auto set = [&](const std::string& name, const base::Scalar& value) { writer.attribute("/", name, value); };
  set("format", std::string("assay-suite"));
  set("format_version", fmt::format("{}.{}", kFormatMajor, kFormatMinor));
  set("suite_name", suite.name);
  set("suite_id", suite.suite_id);
  set("created_at", suite.created_at);
  set("tool_version", suite.tool_version);
  set("description", suite.description);
  set("generation", suite.generation);
  set("n_examples", rows);
  set("sealed", true);
  set("content_digest", content_digest(suite));
  writer.commit();
}

bool is_known_column(std::string_view path) noexcept {
  return path.starts_with("/examples/input/") || std::find(kColumns.begin(), kColumns.end(), path) != kColumns.end();
}

}  // namespace assay::examples::detail
