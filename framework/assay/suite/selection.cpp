#include <assay/suite/dataset_reference.hpp>
#include <assay/suite/detail/trimmed.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay::suite {
namespace {

constexpr std::size_t kMostParts = 32;  // HDF5 has no more dimensions

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(detail::trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// None for what is no slice.
std::optional<Slice> parse_slice(std::string_view text) {
  if (text == "...") {
    return Slice{Slice::Kind::kEllipsis, 0, {}, {}, 1};
  }
  const auto parts = split(text, ':');
  if (parts.size() == 1) {
    const auto index = parse_integer(text);
    return index ? std::optional(Slice{Slice::Kind::kIndex, *index, {}, {}, 1}) : std::nullopt;
  }
  if (parts.size() > 3) {
    return std::nullopt;
  }
  Slice slice;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].empty()) {
      continue;
    }
    const auto value = parse_integer(parts[i]);
    if (!value) {
      return std::nullopt;
    }
    if (i == 2) {
      slice.step = *value;
    } else {
      (i == 0 ? slice.start : slice.stop) = value;
    }
  }
  return slice;
}

std::optional<std::vector<Slice>> parse_slices(std::string_view text) {
  std::vector<Slice> slices;
  for (const std::string_view part : split(text, ',')) {
    const auto slice = parse_slice(part);
    if (!slice) {
      return std::nullopt;
    }
    slices.push_back(*slice);
  }
  return slices;
}

}  // namespace

tl::expected<DatasetReference, std::string> parse_dataset_reference(std::string_view text) {
  DatasetReference whole{"", std::string(text), {}};
  const auto open = text.rfind('[');
  if (!text.ends_with(']') || open == std::string_view::npos || open == 0) {
    return whole;
  }
  auto slices = parse_slices(text.substr(open + 1, text.size() - open - 2));
  if (!slices) {
    return whole;
  }
  if (slices->size() > kMostParts) {
    return tl::unexpected(std::string("a selection has at most 32 parts"));
  }
  int ellipses = 0;
  for (const Slice& slice : *slices) {
    if (slice.step == 0) {
      return tl::unexpected(std::string("the step of a selection must not be 0"));
    }
    ellipses += slice.kind == Slice::Kind::kEllipsis ? 1 : 0;
  }
  if (ellipses > 1) {
    return tl::unexpected(std::string("a selection has at most one `...`"));
  }
  return DatasetReference{"", std::string(detail::trimmed(text.substr(0, open))), std::move(*slices)};
}

}  // namespace assay::suite
