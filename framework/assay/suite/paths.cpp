#include <assay/base/utf8.hpp>
#include <assay/suite/detail/paths.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace assay::suite::detail {

namespace fs = std::filesystem;

fs::path absolute_path(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error).lexically_normal();
  if (error) {
    absolute = path.lexically_normal();
  }
  return absolute.has_filename() || !absolute.has_relative_path() ? absolute : absolute.parent_path();
}

std::string shown_path(const fs::path& path) {
  const fs::path absolute = absolute_path(path);
  const fs::path here = absolute_path(".");
  if (absolute != here && lies_below(absolute, here)) {
    return base::to_printable(absolute.lexically_relative(here).string());
  }
  return base::to_printable(absolute.string());
}

bool lies_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

tl::expected<std::string, std::string> expand_variables(const std::string& text) {
  std::string expanded;
  std::size_t at = 0;
  for (;;) {
    const auto open = text.find("${", at);
    expanded.append(text, at, open - at);
    if (open == std::string::npos) {
      return expanded;
    }
    const auto close = text.find('}', open);
    if (close == std::string::npos) {
      return tl::unexpected(std::string("`${` is not closed by `}`"));
    }
    const std::string name = text.substr(open + 2, close - open - 2);
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) {
      return tl::unexpected(
          fmt::format("the environment variable `{}` is not set; set it and run again", base::to_printable(name)));
    }
    expanded += value;
    at = close + 1;
  }
}

}  // namespace assay::suite::detail
