#include <assay/base/nearest_name.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace assay::base {
namespace {

/// Costs are in halves of an edit, so that a difference in case alone can count half.
constexpr std::size_t kEdit = 2;
constexpr std::size_t kCaseEdit = 1;
constexpr std::size_t kLongestName = 256;

char lower(char character) noexcept {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

std::size_t cost_of(char left, char right) noexcept {
  if (left == right) {
    return 0;
  }
  return lower(left) == lower(right) ? kCaseEdit : kEdit;
}

bool equal_but_for_case(std::string_view left, std::string_view right) noexcept {
  return std::ranges::equal(left, right, {}, lower, lower);
}

/// Optimal string alignment: insert, delete, substitute, swap neighbours; three rows of the table at a time.
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before(right.size() + 1);
  std::vector<std::size_t> above(right.size() + 1);
  std::vector<std::size_t> row(right.size() + 1);
  for (std::size_t column = 0; column <= right.size(); ++column) {
    above[column] = column * kEdit;
  }
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i * kEdit;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      row[j] = std::min({above[j] + kEdit, row[j - 1] + kEdit, above[j - 1] + cost_of(left[i - 1], right[j - 1])});
      if (i > 1 && j > 1 && lower(left[i - 1]) == lower(right[j - 2]) && lower(left[i - 2]) == lower(right[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + kEdit);
      }
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[right.size()];
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view written, std::span<const std::string> allowed) {
  std::optional<std::string> nearest;
  std::size_t least = 0;
  for (const std::string& name : allowed) {
    const std::size_t longer = std::max(written.size(), name.size());
    const std::size_t shorter = std::min(written.size(), name.size());
    const std::size_t most = std::max(longer * kEdit / 3, std::min(2 * kEdit, longer * kEdit / 2));
    // Names of very unlike length cannot match: a hostile key of a megabyte costs nothing.
    if (longer > kLongestName || (longer - shorter) * kEdit > most) {
      continue;
    }
    const std::size_t edits = distance(written, name);
    const bool near = edits <= most || equal_but_for_case(written, name);
    if (near && (!nearest || edits < least)) {
      nearest = name;
      least = edits;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view written, std::span<const std::string> allowed) {
  const auto nearest = nearest_name(written, allowed);
  return nearest ? "; did you mean `" + *nearest + "`?" : "";
}

}  // namespace assay::base
