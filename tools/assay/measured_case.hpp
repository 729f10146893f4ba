#pragma once

#include <assay/run/measurement_order.hpp>
#include <assay/suite/case.hpp>

#include "invocation.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace assay::tools {

/// The options by which `calibrate` and `power` choose `memorize` cases.
struct MeasuredCaseOptions {
  std::filesystem::path path = ".";
  std::vector<std::string> filters;
  std::string build;

  void add_to(CLI::App& verb);
};

/// A `memorize` case of a suite file and the program that knows its recipe.
struct MeasuredCase {
  std::string full_name;
  suite::Case item;
  std::filesystem::path suite_file;  ///< absolute
  std::filesystem::path program;     ///< absolute
};

/// Those that are chosen, in the order of the files.
/// @throws base::UserError for suites that cannot be loaded and for one without a program.
[[nodiscard]] std::vector<MeasuredCase> measured_cases(const MeasuredCaseOptions& options,
                                                       const Invocation& invocation);

/// Has the program carry out an order; `what` ends "memorize.lenet was not ...". The order's file is put into `folder`.
/// @throws base::UserError when the program refuses, base::InfrastructureError when it fails otherwise.
void measure(const MeasuredCase& measured, const run::MeasurementOrder& order, const std::filesystem::path& folder,
             const char* what);

/// `count` seeds drawn from that of the case, none of them its own.
[[nodiscard]] std::vector<std::uint64_t> drawn_seeds(const suite::Case& item, std::uint64_t count, const char* what);

}  // namespace assay::tools
