#include <assay/base/scalar.hpp>
#include <assay/examples/detail/column.hpp>
#include <assay/examples/detail/elements.hpp>
#include <assay/examples/detail/suite_columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>
#include <optional>
#include <string>

namespace assay::examples::detail {
namespace {

// What a file can make us count: tags, and entries of a tag mask.
constexpr std::uint64_t kMostTags = 4096;
constexpr std::uint64_t kMostTagEntries = std::uint64_t{1} << 30U;

void read_status(const hdf5::File& file, ExampleSuite& suite) {
  const auto column = find_column(file, "/examples/meta/status");
  if (!column) {
    return;
  }
  if (column->type().kind != hdf5::ElementKind::kEnum) {
    refuse(*column,
           "is of type " + column->type().name() + ", expected an enum of gate, report_only, xfail and quarantined");
  }
  std::map<std::int64_t, Status> meaning;
  for (const auto& [name, number] : column->type().names) {
    for (const Status status : {Status::kGate, Status::kReportOnly, Status::kXfail, Status::kQuarantined}) {
      if (name == to_text(status) && std::holds_alternative<std::int64_t>(number)) {
        meaning.emplace(std::get<std::int64_t>(number), status);
      }
    }
  }
  const auto numbers = read_integers(*column, suite.examples.size());
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    const auto found = meaning.find(numbers[row]);
    if (found == meaning.end()) {
      refuse(*column, fmt::format("holds {} at row {}, which is none of gate, report_only, xfail and quarantined",
                                  numbers[row], row));
    }
    suite.examples[row].status = found->second;
  }
}

/// A column of texts, one an example; none when it is not there.
std::optional<std::vector<std::string>> optional_texts(const hdf5::File& file, const std::string& path,
                                                       std::uint64_t rows) {
  const auto column = find_column(file, path);
  if (!column) {
    return std::nullopt;
  }
  expect_rows(*column, rows, "there are examples");
  return read_texts(*column, rows);
}

void read_excuses(const hdf5::File& file, ExampleSuite& suite) {
  const std::size_t rows = suite.examples.size();
  if (auto reasons = optional_texts(file, "/examples/meta/xfail_reason", rows)) {
    for (std::size_t row = 0; row < rows; ++row) {
      suite.examples[row].xfail_reason = std::move((*reasons)[row]);
    }
  }
  if (auto dates = optional_texts(file, "/examples/meta/xfail_until", rows)) {
    for (std::size_t row = 0; row < rows; ++row) {
      std::string& date = (*dates)[row];
      if (!date.empty() && !is_date(date)) {
        refuse(file.path(), fmt::format("/examples/meta/xfail_until holds \"{}\" at row {}, expected a date as "
                                        "2026-11-30 or an empty text",
                                        date.substr(0, 40), row));
      }
      suite.examples[row].xfail_until = std::move(date);
    }
  }
}

void read_tag_mask(const hdf5::Dataset& mask, ExampleSuite& suite) {
  const std::uint64_t tags = suite.tags.size();
  expect_rows(mask, suite.examples.size(), "there are examples");
  if (mask.shape().size() != 2 || mask.shape()[1] != tags || !is_whole(mask.type())) {
    refuse(mask, fmt::format("is of type {} with {} columns, expected uint8 with one column for each of the {} tags",
                             mask.type().name(), mask.row_elements(), tags));
  }
  if (tags != 0 && suite.examples.size() > kMostTagEntries / tags) {
    refuse(mask, fmt::format("has more than {} entries", kMostTagEntries));
  }
  std::vector<std::int64_t> values;
  for_each_block(mask, 0, [&](const hdf5::Block& block) {
    values.clear();
    append_integers(mask.type(), block.bytes, values);
    if (!block.unwritten.empty()) {
      refuse(mask, fmt::format("was never written at row {}", block.first_row + block.unwritten.front().first / tags));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint64_t row = block.first_row + i / tags;
      if (values[i] != 0 && values[i] != 1) {
        refuse(mask, fmt::format("holds {} at row {}, expected 0 or 1", values[i], row));
      }
      if (values[i] == 1) {
        suite.examples[row].tags.push_back(static_cast<std::uint32_t>(i % tags));
      }
    }
  });
}

void read_tags(const hdf5::File& file, ExampleSuite& suite) {
  if (const auto names = find_column(file, "/tags/names")) {
    if (names->rows() > kMostTags) {
      refuse(*names, fmt::format("has {} rows, expected at most {} tags", names->rows(), kMostTags));
    }
    suite.tags = read_names(*names);
  }
  const auto mask = find_column(file, "/examples/meta/tag_mask");
  const auto codes = find_column(file, "/examples/meta/tag_codes");
  if (mask && codes) {
    refuse(*mask, "and tag_codes both say which tags an example has; expected one of them");
  }
  if (mask) {
    read_tag_mask(*mask, suite);
  } else if (codes) {
    const auto numbers = read_integers(*codes, suite.examples.size());
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (numbers[row] < -1 || numbers[row] >= static_cast<std::int64_t>(suite.tags.size())) {
        refuse(*codes, fmt::format("holds {} at row {}, expected -1 or the index of one of {} tags", numbers[row], row,
                                   suite.tags.size()));
      }
      if (numbers[row] >= 0) {
        suite.examples[row].tags.push_back(static_cast<std::uint32_t>(numbers[row]));
      }
    }
  }
}

void read_origin(const hdf5::File& file, ExampleSuite& suite) {
  const std::size_t rows = suite.examples.size();
  if (const auto losses = find_column(file, "/examples/meta/loss_at_add")) {
    const auto values = read_doubles(*losses, rows);
    for (std::size_t row = 0; row < rows; ++row) {
      suite.examples[row].loss_at_add = values[row];
    }
  }
  if (const auto indices = find_column(file, "/examples/meta/source_index")) {
    const auto values = read_integers(*indices, rows, -1);
    for (std::size_t row = 0; row < rows; ++row) {
      suite.examples[row].source_index = values[row];
    }
  }
}

void read_reviewed(const hdf5::File& file, ExampleSuite& suite) {
  const auto column = find_column(file, "/examples/meta/reviewed");
  if (!column) {
    return;
  }
  // Truth values are written in many ways: the number that an enum calls true in any case, else anything but 0.
  std::optional<std::int64_t> truth;
  for (const auto& [name, number] : column->type().names) {
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
      return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    if (lower == "true" && std::holds_alternative<std::int64_t>(number)) {
      truth = std::get<std::int64_t>(number);
    }
  }
  const auto values = read_integers(*column, suite.examples.size(), 0);
  for (std::size_t row = 0; row < values.size(); ++row) {
    suite.examples[row].reviewed = truth ? values[row] == *truth : values[row] != 0;
  }
}

}  // namespace

bool is_date(std::string_view text) noexcept {
  int year = 0;
  unsigned month = 0;
  unsigned day = 0;
  const auto number = [&](std::size_t from, std::size_t length, auto& value) {
    const char* end = text.data() + from + length;
    const auto result = std::from_chars(text.data() + from, end, value);
    return result.ec == std::errc{} && result.ptr == end;
  };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-' || text[0] == '-' || !number(0, 4, year) ||
      !number(5, 2, month) || !number(8, 2, day)) {
    return false;
  }
  return std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)).ok();
}

void read_meta(const hdf5::File& file, ExampleSuite& suite) {
  read_status(file, suite);
  read_excuses(file, suite);
  read_tags(file, suite);
  read_origin(file, suite);
  read_reviewed(file, suite);
}

}  // namespace assay::examples::detail
