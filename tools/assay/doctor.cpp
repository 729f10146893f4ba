#include <assay/base/byte_size.hpp>
#include <assay/run/capture.hpp>

#include "terminal.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <sys/utsname.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace assay::tools {
namespace {

using Json = nlohmann::ordered_json;

/// One thing that was looked at.
struct Finding {
  std::string name;
  bool good = true;
  bool needed = true;  ///< a case cannot run without it
  std::string seen;
  std::string remedy;  ///< what to do when it is not good
};

constexpr std::chrono::seconds kProbeLimit{20};

/// What a probe program says of itself as JSON, or null with the cause in `cause`.
Json probe(const std::filesystem::path& program, const std::string& argument, std::string& cause) {
  std::error_code ignored;
  if (!std::filesystem::exists(program, ignored)) {
    cause = fmt::format("{} is not there", program.string());
    return {};
  }
  std::vector<std::string> arguments{program.string()};
  if (!argument.empty()) {
    arguments.push_back(argument);
  }
  const auto captured = run::capture(arguments, kProbeLimit);
  if (!captured) {
    cause = captured.error();
    return {};
  }
  Json said = Json::parse(captured->output, nullptr, false);
  if (said.is_discarded() || !said.is_object()) {
    cause =
        fmt::format("{} ended with status {} and said nothing that can be read", program.string(), captured->status);
    return {};
  }
  return said;
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) {
    return "?";
  }
  return found->is_string() ? found->get<std::string>() : found->dump();
}

Finding machine() {
  utsname system{};
  uname(&system);
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  return {.name = "machine",
          .seen = fmt::format("{} {} {}, {} processors, {} memory", system.sysname, system.release, system.machine,
                              std::thread::hardware_concurrency(), base::byte_size_text(pages * page)),
          .remedy = {}};
}

Finding data_worker(const Invocation& invocation) {
  std::string cause;
  const Json said = probe(invocation.stock / "assay-data", "--assay_probe", cause);
  if (said.is_null()) {
    return {
        .name = "data tests", .good = false, .seen = cause, .remedy = "build or install `assay-data` beside `assay`"};
  }
  return {.name = "data tests", .seen = "HDF5 " + text_of(said, "hdf5"), .remedy = {}};
}

/// Where Assay is installed there is no tools/setup; the package says which LibTorch fits.
std::string training_remedy(const Invocation& invocation) {
  std::error_code ignored;
  const bool installed = std::filesystem::exists(invocation.stock.parent_path() / "share/assay", ignored);
  return installed ? "only needed for training tests: name a LibTorch (2.7 or later) to your own project with "
                     "CMAKE_PREFIX_PATH or ASSAY_LIBTORCH_ROOT, and find_package(assay COMPONENTS training)"
                   : "only needed for training tests: run tools/setup and build with ASSAY_TRAINING=ON";
}

Finding libtorch(const Invocation& invocation) {
  std::string cause;
  const Json said = probe(invocation.stock / "assay-torch-probe", "", cause);
  if (said.is_null()) {
    return {.name = "LibTorch", .good = false, .needed = false, .seen = cause, .remedy = training_remedy(invocation)};
  }
  const std::string seen = fmt::format("{} in {}", text_of(said, "library"), text_of(said, "path"));
  if (text_of(said, "match") != "true") {
    return {.name = "LibTorch",
            .good = false,
            .needed = false,
            .seen = seen + ", built for " + text_of(said, "header"),
            .remedy = "LD_LIBRARY_PATH leads to another LibTorch; unset it or build again with that one"};
  }
  return {.name = "LibTorch", .seen = seen, .remedy = {}};
}

Finding gpu() {
  std::error_code ignored;
  if (std::filesystem::exists("/dev/nvidiactl", ignored)) {
    std::ifstream version("/proc/driver/nvidia/version");
    std::string line;
    std::getline(version, line);
    return {.name = "GPU",
            .needed = false,
            .seen = line.empty() ? "NVIDIA device, driver version unknown" : line,
            .remedy = {}};
  }
  return {.name = "GPU",
          .good = false,
          .needed = false,
          .seen = "no NVIDIA device",
          .remedy = "cases with device = \"cuda\" are skipped; `--require cuda` makes that an error"};
}

Finding git() {
  const auto captured = run::capture({"git", "--version"}, kProbeLimit);
  if (!captured || captured->status != 0) {
    return {.name = "git",
            .good = false,
            .needed = false,
            .seen = captured ? "git fails" : captured.error(),
            .remedy = "install git, so that runs know their commit"};
  }
  return {.name = "git", .seen = captured->output.substr(0, captured->output.find('\n')), .remedy = {}};
}

Finding temporary_folder() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  const auto space = error ? std::filesystem::space_info{} : std::filesystem::space(folder, error);
  if (error || access(folder.c_str(), W_OK) != 0) {
    return {.name = "temporary folder",
            .good = false,
            .seen = folder.string() + " cannot be written",
            .remedy = "set TMPDIR to a folder that can be written"};
  }
  return {.name = "temporary folder",
          .seen = fmt::format("{}, {} free", folder.string(), base::byte_size_text(space.available)),
          .remedy = {}};
}

std::vector<Finding> examine(const Invocation& invocation) {
  return {machine(), temporary_folder(), data_worker(invocation), libtorch(invocation), gpu(), git()};
}

void print_findings(const std::vector<Finding>& findings) {
  const bool colour = style_of(STDOUT_FILENO).colour;
  for (const Finding& finding : findings) {
    const char* mark = finding.good ? "ok" : finding.needed ? "missing" : "without";
    const char* paint = finding.good ? "\x1b[32m" : finding.needed ? "\x1b[31m" : "\x1b[33m";
    fmt::print("{}{:<8}{} {:<17} {}\n", colour ? paint : "", mark, colour ? "\x1b[0m" : "", finding.name, finding.seen);
    if (!finding.good) {
      fmt::print("{:<9}{:<17} {}\n", "", "", finding.remedy);
    }
  }
}

void print_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"name", finding.name},
                    {"good", finding.good},
                    {"needed", finding.needed},
                    {"seen", finding.seen},
                    {"remedy", finding.remedy.empty() ? Json() : Json(finding.remedy)}});
  }
  const Json document = {{"schema", 1}, {"findings", list}};
  fmt::print("{}\n", document.dump(2, ' ', false, Json::error_handler_t::replace));
}

base::ExitCode doctor_verb(bool json, const Invocation& invocation) {
  const std::vector<Finding> findings = examine(invocation);
  if (json) {
    print_json(findings);
  } else {
    print_findings(findings);
  }
  for (const Finding& finding : findings) {
    if (!finding.good && finding.needed) {
      return base::ExitCode::kInfrastructure;
    }
  }
  return base::ExitCode::kPassed;
}

}  // namespace

void add_doctor(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("doctor", "Say what this machine has, and the remedy for what it lacks");
  auto json = std::make_shared<bool>(false);
  verb->add_flag("--json", *json, "Machine-readable");
  verb->callback(
      [json, &invocation] { invocation.chosen = [json, &invocation] { return doctor_verb(*json, invocation); }; });
}

}  // namespace assay::tools
