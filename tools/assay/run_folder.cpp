#include "run_folder.hpp"

#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <system_error>
#include <utility>

namespace assay::tools {
namespace {

constexpr std::uint64_t kMostEventBytes = std::uint64_t{1} << 30U;

std::string new_run_name() {
  std::random_device random;
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return fmt::format("{:%Y%m%dT%H%M%SZ}-{:08x}", fmt::gmtime(now), random());
}

std::filesystem::path make_temporary() {
  std::error_code ignored;
  auto base = std::filesystem::temp_directory_path(ignored);
  std::string pattern = (base.empty() ? std::filesystem::path("/tmp") : base) / "assay-run-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) {
    throw base::InfrastructureError(fmt::format("{}: no temporary folder can be made: {}; set TMPDIR or give --out",
                                                pattern, std::strerror(errno)));
  }
  return pattern;
}

}  // namespace

RunFolder RunFolder::make(const std::filesystem::path& wanted) {
  if (wanted.empty()) {
    return {make_temporary(), true};
  }
  std::error_code error;
  std::filesystem::create_directories(wanted, error);
  if (error || !std::filesystem::is_directory(wanted)) {
    throw base::InfrastructureError(fmt::format("{}: not a folder that can be made: {}", wanted.string(),
                                                error ? error.message() : "something else is there"));
  }
  return {std::filesystem::absolute(wanted), false};
}

RunFolder::RunFolder(std::filesystem::path path, bool temporary)
    : path_(std::move(path)), run_(new_run_name()), temporary_(temporary) {}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)), run_(std::move(other.run_)), temporary_(std::exchange(other.temporary_, false)) {}

RunFolder::~RunFolder() {
  if (temporary_) {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
}

void make_state_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  const std::filesystem::path file = folder / ".gitignore";
  if (!std::filesystem::exists(folder, ignored)) {
    base::write_file_atomically(file, "*\n");
  }
}

void RunFolder::keep_events(const std::filesystem::path& history) const {
  const auto events = base::read_text_file(path_ / "events.jsonl", kMostEventBytes);
  if (!events) {
    throw base::InfrastructureError(events.error());
  }
  base::write_file_atomically(history / (run_ + ".jsonl"), *events);
}

}  // namespace assay::tools
