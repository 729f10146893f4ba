#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace assay::base {

/// The whole file as text, or one sentence that names it and says why not: not there, a folder or a pipe, not readable,
/// larger than `most` bytes.
[[nodiscard]] tl::expected<std::string, std::string> read_text_file(const std::filesystem::path& path,
                                                                    std::uint64_t most);

/// Writes beside the target, flushes to the disk and renames, so that readers see the old content or the new one.
/// Creates missing folders; keeps the permissions of a file that is replaced. A link is replaced, what it points to
/// stays untouched; a device or pipe (`/dev/stdout`) is written into. Nothing is left behind on failure.
/// @throws InfrastructureError that names the path and the cause.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

}  // namespace assay::base
