#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/run/detail/fields.hpp>
#include <assay/run/detail/registration.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::run::detail {

namespace {

constexpr std::uint64_t kLargestRegistration = std::uint64_t{1} << 20;
constexpr int kDeepest = 3;

std::filesystem::path registration_folder(const std::filesystem::path& build) { return build / "assay" / "suites"; }

Registration read_registration(const std::filesystem::path& build, const std::filesystem::path& file) {
  const auto fail = [&file](const std::string& cause) {
    return base::InfrastructureError(
        fmt::format("{}: {}; build the tree anew, or remove the file", file.native(), cause));
  };
  const tl::expected<std::string, std::string> text = base::read_text_file(file, kLargestRegistration);
  if (!text) throw fail(text.error());
  const tl::expected<base::detail::Json, std::string> json = base::detail::parse_json(*text);
  if (!json) throw fail(json.error());
  try {
    const Fields fields(*json, "the registration of a suite");
    require_schema(fields);
    Registration registration{fields.text("suite"), build / fields.text("file"), build / fields.text("program")};
    if (registration.suite.empty() || fields.text("file").empty() || fields.text("program").empty()) {
      throw FieldError("`suite`, `file` and `program` must be named");
    }
    return registration;
  } catch (const FieldError& error) {
    throw fail(error.what());
  }
}

/// Folders below this one, not through links, sorted. A folder that may not be read has none.
std::vector<std::filesystem::path> folders_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> folders;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored) &&
        !entry->path().filename().native().starts_with('.')) {
      folders.push_back(entry->path());
    }
  }
  std::ranges::sort(folders);
  return folders;
}

void find_below(const std::filesystem::path& folder, int depth, std::vector<std::filesystem::path>& found) {
  std::error_code error;
  if (std::filesystem::is_directory(registration_folder(folder), error)) {
    found.push_back(folder);
    return;
  }
  if (depth == kDeepest || std::filesystem::exists(folder / "CMakeCache.txt", error)) return;
  for (const std::filesystem::path& below : folders_in(folder)) find_below(below, depth + 1, found);
}

}  // namespace

std::vector<Registration> read_registrations(const std::filesystem::path& build) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  const std::filesystem::path tree = std::filesystem::absolute(build);
  for (std::filesystem::directory_iterator entry(registration_folder(tree), error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path());
  }
  std::ranges::sort(files);
  std::vector<Registration> registrations;
  for (const std::filesystem::path& file : files) registrations.push_back(read_registration(tree, file));
  return registrations;
}

std::vector<std::filesystem::path> find_build_trees(const std::filesystem::path& root) {
  std::vector<std::filesystem::path> found;
  find_below(std::filesystem::absolute(root), 0, found);
  return found;
}

}  // namespace assay::run::detail
