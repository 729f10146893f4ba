#pragma once

#include <assay/base/error.hpp>
#include <assay/config/node.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

namespace assay::config {

/// Files larger than this are refused.
inline constexpr std::uint64_t kMostBytes = 4'000'000;

/// Values and keys nested deeper than this are refused (the TOML library has no limit for keys such as `a.a.a...`).
inline constexpr int kMostLevels = 32;

/// A TOML file as it was read.
struct Document {
  std::string file;  ///< as messages name it
  std::string text;
  Node root;  ///< always a table
};

/// Reads TOML 1.0. The mistake is the place and the sentence of the first thing that is not TOML: also a key or a table
/// written twice, an integer beyond 64 bits, bytes that are not UTF-8, a nesting deeper than `kMostLevels`.
[[nodiscard]] tl::expected<Document, base::Mistake> parse_document(std::string text, std::string file);

/// Reads a file; `shown_as` names it in messages. Mistakes are those of `parse_document`, and a file that is not there,
/// is a folder, cannot be read or is larger than `kMostBytes`.
[[nodiscard]] tl::expected<Document, base::Mistake> read_document(const std::filesystem::path& path,
                                                                  std::string shown_as);

}  // namespace assay::config
