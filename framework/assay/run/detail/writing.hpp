#pragma once

#include <filesystem>
#include <string_view>

namespace assay::run::detail {

/// Writes all of it, whatever the pieces the system takes it in; false when it takes no more.
bool write_all(int descriptor, std::string_view bytes);

/// Makes the file anew with this content. Not for files that others may be reading meanwhile.
/// @throws base::InfrastructureError that names the path and the cause.
void write_new_file(const std::filesystem::path& path, std::string_view content);

}  // namespace assay::run::detail
