#pragma once

#include <fstream>
#include <iterator>
#include <string>

namespace assay::suite {

/// The text of `whole_suite.toml`, which has every kind and every key.
inline std::string whole_suite() {
  std::ifstream file(WHOLE_SUITE, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace assay::suite
