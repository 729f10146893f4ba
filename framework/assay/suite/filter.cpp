#include <assay/suite/filter.hpp>

#include <algorithm>

namespace assay::suite {
namespace {

std::vector<std::string> split_patterns(std::string_view text) {
  std::vector<std::string> patterns;
  for (;;) {
    const auto end = text.find(':');
    patterns.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return patterns;
    }
    text.remove_prefix(end + 1);
  }
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches_glob(pattern, name); });
}

}  // namespace

Filter::Filter(std::vector<std::string> filters) {
  for (const std::string& filter : filters) {
    const auto dash = filter.find('-');
    Part part;
    part.include = split_patterns(std::string_view(filter).substr(0, dash));
    if (dash != std::string::npos) {
      if (dash == 0) {
        part.include = {"*"};
      }
      part.exclude = split_patterns(std::string_view(filter).substr(dash + 1));
    }
    parts_.push_back(std::move(part));
  }
}

bool Filter::selects(std::string_view full_name, const std::vector<std::string>& check_names) const {
  if (parts_.empty()) {
    return true;
  }
  return std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
    if (matches_any(part.exclude, full_name)) {
      return false;
    }
    return matches_any(part.include, full_name) ||
           std::any_of(check_names.begin(), check_names.end(), [&](const std::string& check) {
             return matches_any(part.include, std::string(full_name) + "/" + check);
           });
  });
}

bool matches_glob(std::string_view pattern, std::string_view text) noexcept {
  // On a mismatch the last star takes one character more; earlier stars never need to be tried again.
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace assay::suite
