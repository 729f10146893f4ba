#include <assay/base/byte_size.hpp>
#include <assay/base/error.hpp>
#include <assay/base/exit_code.hpp>

#include <CLI/CLI.hpp>
#include <fashion_mnist/builder.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace assay::datasets {
namespace {

constexpr const char* kSealLine = "assay-seal ";

std::filesystem::path default_output() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  // A relative XDG_CACHE_HOME is invalid and to be ignored (XDG base directory specification).
  if (cache != nullptr && std::filesystem::path(cache).is_absolute()) {
    return std::filesystem::path(cache) / "assay/datasets/fashion_mnist.h5";
  }
  if (home == nullptr || *home == '\0') {
    throw base::UserError("neither XDG_CACHE_HOME nor HOME is set: say with --output where the file shall be");
  }
  return std::filesystem::path(home) / ".cache/assay/datasets/fashion_mnist.h5";
}

/// Somebody else's file is not overwritten; one of ours, also a damaged one, and an empty one are.
void refuse_foreign_file(const std::filesystem::path& output) {
  std::error_code failed;
  const auto status = std::filesystem::status(output, failed);
  if (failed == std::errc::not_a_directory) {
    throw base::InfrastructureError(output.string() + ": cannot be made, for what should be its folder is a file");
  }
  if (!std::filesystem::exists(status)) {
    return;
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw base::UserError(output.string() + ": is there and not a file; say with --output where the file shall be");
  }
  std::string begin(std::string(kSealLine).size(), '\0');
  std::ifstream stream(output, std::ios::binary);
  stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  if (stream.gcount() > 0 && begin != kSealLine) {
    throw base::UserError(output.string() +
                          ": is there and was not made by this program; remove it or give another --output");
  }
}

struct Options {
  std::filesystem::path source = debian_folder();
  std::filesystem::path output;
  bool quiet = false;
};

void make(const Options& options) {
  const std::string where = options.output.string();
  if (is_current(options.output)) {
    if (!options.quiet) {
      fmt::print("Fashion-MNIST is up to date: {}\n", where);
    }
    return;
  }
  refuse_foreign_file(options.output);
  try {
    build(options.source, options.output);
  } catch (const base::InfrastructureError&) {
    throw;
  } catch (const base::InternalError&) {
    throw;
  } catch (const std::runtime_error& error) {
    if (options.source != debian_folder()) {
      throw base::UserError(error.what());
    }
    throw base::InfrastructureError(
        fmt::format("{}\nInstall the data with: apt-get install --reinstall dataset-fashion-mnist", error.what()));
  }
  if (!options.quiet) {
    fmt::print("Fashion-MNIST made: {} ({}, 60,000 + 10,000 images)\n", where,
               base::byte_size_text(std::filesystem::file_size(options.output)));
  }
}

int run(int argc, char** argv) {
  Options options;
  std::string source;
  std::string output;
  CLI::App app{"Makes Fashion-MNIST as one HDF5 file, or finds that the file is up to date."};
  app.name("assay_fashion_mnist");
  app.add_option("--output,output", output,
                 "the HDF5 file; default: ${XDG_CACHE_HOME:-~/.cache}/assay/datasets/fashion_mnist.h5");
  app.add_option("--source", source, "folder with the four IDX files; default: " + options.source.string());
  app.add_flag("--quiet", options.quiet, "say nothing unless something is wrong");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    throw base::UserError(std::string(error.what()) + " (see assay_fashion_mnist --help)");
  }
  options.output = output.empty() ? default_output() : std::filesystem::path(output);
  if (!source.empty()) {
    options.source = source;
  }
  make(options);
  return static_cast<int>(base::ExitCode::kPassed);
}

}  // namespace
}  // namespace assay::datasets

int main(int argc, char** argv) {
  using assay::base::ExitCode;
  try {
    return assay::datasets::run(argc, argv);
  } catch (const assay::base::UserError& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return static_cast<int>(ExitCode::kUserError);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return static_cast<int>(ExitCode::kInfrastructure);
  }
}
