#include <assay/expect/detail/data_profile.hpp>

#include <algorithm>

namespace assay::expect::detail {

namespace {

auto place_of(std::vector<ColumnProfile>& columns, std::string_view path) {
  return std::lower_bound(columns.begin(), columns.end(), path,
                          [](const ColumnProfile& column, std::string_view wanted) { return column.path < wanted; });
}

}  // namespace

const ColumnProfile* DataProfile::column(std::string_view path) const noexcept {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const ColumnProfile& each) {
    return each.path == path || (!path.starts_with('/') && std::string_view(each.path).substr(1) == path);
  });
  return found == columns.end() ? nullptr : &*found;
}

tl::expected<void, std::string> merge(DataProfile& profile, const DataProfile& later) {
  for (const ColumnProfile& column : later.columns) {
    const auto place = place_of(profile.columns, column.path);
    if (place == profile.columns.end() || place->path != column.path) {
      profile.columns.insert(place, column);
    } else if (auto merged = merge(*place, column); !merged) {
      return merged;
    }
  }
  profile.sources.insert(profile.sources.end(), later.sources.begin(), later.sources.end());
  return {};
}

bool is_damaged(const DataProfile& profile) noexcept {
  return std::any_of(profile.columns.begin(), profile.columns.end(),
                     [](const ColumnProfile& column) { return column.unreadable; });
}

}  // namespace assay::expect::detail
