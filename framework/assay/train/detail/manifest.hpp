#pragma once

#include <assay/train/checkpoint.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::train::detail {

/// One tensor of a checkpoint.
struct ManifestEntry {
  bool buffer = false;
  std::string name;
  std::string type;  ///< `float32`
  std::vector<std::uint64_t> shape;
  std::string sha256;

  /// Where it stands in the file: `/parameters/fc1.weight`, with `%` and `/` of the name escaped.
  [[nodiscard]] std::string dataset() const;
  /// `[128, 784] float32`.
  [[nodiscard]] std::string shape_text() const;
};

/// What `/manifest` of a checkpoint says.
struct Manifest {
  CheckpointInfo info;
  std::vector<ManifestEntry> tensors;
};

[[nodiscard]] std::string to_json_text(const Manifest& manifest);
/// Or one sentence for text that is no manifest, or one of a format that this version does not read.
[[nodiscard]] tl::expected<Manifest, std::string> parse_manifest(std::string_view text);

}  // namespace assay::train::detail
