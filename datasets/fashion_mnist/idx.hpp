#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace assay::datasets {

/// An IDX file as it must be: what it is called, what it holds, and the SHA-256 of its uncompressed bytes, which does
/// not depend on who compressed it.
struct IdxSource {
  std::string name;
  std::vector<std::uint32_t> shape;
  std::string sha256;
};

/// Reads a gzip-compressed IDX file of unsigned bytes (header: 0, 0, type 8, rank, then a big-endian 32-bit size for
/// each dimension), checks its header and digest, and returns its elements.
/// @throws std::runtime_error in one sentence that names the file: not there, not gzip, of another content.
[[nodiscard]] std::vector<std::byte> read_idx(const std::filesystem::path& folder, const IdxSource& source);

}  // namespace assay::datasets
