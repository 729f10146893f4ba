#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::suite {

/// GoogleTest's filter dialect: `*` and `?`, patterns joined by `:`, everything after a leading or separating `-`
/// excludes. Several filters select what any of them selects. A pattern may name a case or one of its checks
/// (`s.expect.images/mean`); either selects the whole case. No filter selects everything.
class Filter {
 public:
  Filter() = default;
  explicit Filter(std::vector<std::string> filters);

  /// True when the case, or one of its checks, is selected and the case is not excluded.
  [[nodiscard]] bool selects(std::string_view full_name, const std::vector<std::string>& check_names) const;

 private:
  struct Part {
    std::vector<std::string> include;
    std::vector<std::string> exclude;
  };
  std::vector<Part> parts_;
};

/// Whether a text matches one pattern of `*` and `?`, whole.
[[nodiscard]] bool matches_glob(std::string_view pattern, std::string_view text) noexcept;

}  // namespace assay::suite
