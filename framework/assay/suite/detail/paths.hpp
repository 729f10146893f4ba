#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>

namespace assay::suite::detail {

/// A path as messages show it: relative to the working folder when it lies below it, else absolute.
[[nodiscard]] std::string shown_path(const std::filesystem::path& path);

/// Absolute, without `.` and `..`; links are kept.
[[nodiscard]] std::filesystem::path absolute_path(const std::filesystem::path& path);

/// Whether `path` is `folder` or lies below it, by name; both absolute.
[[nodiscard]] bool lies_below(const std::filesystem::path& path, const std::filesystem::path& folder);

/// `${NAME}` replaced by the environment's value, once. The error is a sentence: a variable that is not set, or `${`
/// that is not closed.
[[nodiscard]] tl::expected<std::string, std::string> expand_variables(const std::string& text);

}  // namespace assay::suite::detail
