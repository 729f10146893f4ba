#include <assay/suite/detail/names_in_results.hpp>

#include <map>
#include <string_view>

namespace assay::suite::detail {

std::vector<std::string> names_in_results(std::vector<std::string> names) {
  constexpr std::string_view kUnfit = "*?:\"";
  std::map<std::string, int> seen;
  for (std::string& name : names) {
    for (char& c : name) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte == 0x7F || kUnfit.find(c) != std::string_view::npos) {
        c = '_';
      }
    }
    if (const int count = ++seen[name]; count > 1) {
      name += "~" + std::to_string(count);
    }
  }
  return names;
}

}  // namespace assay::suite::detail
