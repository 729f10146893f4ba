#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>

#include "measured_case.hpp"
#include "run_folder.hpp"
#include "verbs.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace assay::tools {
namespace {

using Json = nlohmann::ordered_json;

struct PowerOptions {
  MeasuredCaseOptions cases;
  std::uint64_t seeds = 3;
  bool json = false;
};

Json measured_power(const MeasuredCase& measured, std::uint64_t seeds, const std::filesystem::path& folder) {
  run::MeasurementOrder order;
  order.task = "power";
  order.suite_file = measured.suite_file;
  order.name = measured.item.name;
  order.seeds = drawn_seeds(measured.item, seeds, "power");
  order.into = folder / (measured.full_name + ".power.json");
  measure(measured, order, folder, "measured");
  constexpr std::uint64_t kMostBytes = 16'000'000;
  const auto text = base::read_text_file(order.into, kMostBytes);
  if (!text) {
    throw base::InfrastructureError(text.error());
  }
  Json power = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!power.is_object() || !power.contains("faults") || !power.contains("checks")) {
    throw base::InternalError(fmt::format("{} holds no answer to an order", order.into.string()));
  }
  return power;
}

std::vector<std::string> texts(const Json& list) { return list.get<std::vector<std::string>>(); }

/// Text behind `indent` blanks, broken between words at 80 columns.
void print_indented(std::size_t indent, const std::string& text) {
  constexpr std::size_t kColumns = 80;
  std::size_t at = 0;
  std::size_t column = indent;
  fmt::print("{:{}}", "", indent);
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::size_t length = end - at;
    if (column > indent && column + 1 + length > kColumns) {
      fmt::print("\n{:{}}", "", indent);
      column = indent;
    }
    fmt::print("{}{}", column > indent ? " " : "", std::string_view(text).substr(at, length));
    column += length + (column > indent ? 1 : 0);
    at = end + 1;
  }
  fmt::print("\n");
}

void print_faults(const Json& faults, bool caught) {
  for (const Json& fault : faults) {
    if (!fault["left_out"].get<std::string>().empty() || fault["caught"].get<bool>() != caught) {
      continue;
    }
    fmt::print("    {}", fault["id"].get<std::string>());
    if (caught) {
      fmt::print("\n");
      print_indented(6, fmt::format("{}", fmt::join(texts(fault["caught_by"]), " ")));
      continue;
    }
    const auto alarmed = fault["alarmed"].get<std::uint64_t>();
    fmt::print("{}\n", alarmed == 0
                           ? ""
                           : fmt::format(" (seen in {} of {} runs)", alarmed, fault["runs"].get<std::uint64_t>()));
    print_indented(6, fault["what"].get<std::string>());
    const auto advice = texts(fault["would_catch"]);
    print_indented(6, advice.empty() ? "nothing that was tried would see it"
                                     : fmt::format("would be seen by: {}", fmt::join(advice, "; or ")));
  }
}

void print(const MeasuredCase& measured, const Json& power) {
  const Json& faults = power["faults"];
  std::uint64_t tried = 0;
  std::uint64_t caught = 0;
  std::uint64_t left_out = 0;
  for (const Json& fault : faults) {
    const bool was_tried = fault["left_out"].get<std::string>().empty();
    tried += was_tried ? 1U : 0U;
    left_out += was_tried ? 0U : 1U;
    caught += fault["caught"].get<bool>() ? 1U : 0U;
  }
  fmt::print("{}\n  sees {} of {} faults, and would miss {}\n", measured.full_name, caught, tried, tried - caught);
  if (caught < tried) {
    fmt::print("\n  missed\n");
    print_faults(faults, false);
  }
  fmt::print("\n  seen, and by what\n");
  print_faults(faults, true);
  if (left_out > 0) {
    fmt::print("\n  not tried\n");
    for (const Json& fault : faults) {
      if (const auto reason = fault["left_out"].get<std::string>(); !reason.empty()) {
        print_indented(4, fmt::format("{}: {}", fault["id"].get<std::string>(), reason));
      }
    }
  }
  fmt::print("\n  check              sees  alone  costs (steps)\n");
  for (const Json& check : power["checks"]) {
    fmt::print("  {:<18} {:>4}  {:>5}  {:>13.2f}\n", check["check"].get<std::string>(),
               check["caught"].get<std::uint64_t>(), check["alone"].get<std::uint64_t>(), check["steps"].get<double>());
  }
  const auto alarms = texts(power["healthy_alarms"]);
  fmt::print("\n  {} of {} healthy runs raised an alarm\n", alarms.size(), power["healthy_runs"].get<std::uint64_t>());
  for (const std::string& alarm : alarms) {
    print_indented(4, alarm);
  }
}

base::ExitCode power_verb(const PowerOptions& options, const Invocation& invocation) {
  const RunFolder folder = RunFolder::make({});
  Json cases = Json::array();
  bool first = true;
  for (const MeasuredCase& measured : measured_cases(options.cases, invocation)) {
    Json power = measured_power(measured, options.seeds, folder.path());
    if (options.json) {
      Json named = {{"name", measured.full_name}};
      power.erase("schema");
      named.update(power);
      cases.push_back(std::move(named));
    } else {
      fmt::print("{}", first ? "" : "\n");
      print(measured, power);
    }
    first = false;
  }
  if (first) {
    fmt::print(stderr, "power: no memorize case was chosen\n");
    return base::ExitCode::kNothingRan;
  }
  if (options.json) {
    fmt::print("{}\n", Json{{"schema", 1}, {"cases", std::move(cases)}}.dump(2));
  }
  return base::ExitCode::kPassed;
}

}  // namespace

void add_power(CLI::App& app, Invocation& invocation) {
  CLI::App* verb = app.add_subcommand("power", "Put faults into recipes and see which their memorize cases would miss");
  auto options = std::make_shared<PowerOptions>();
  options->cases.add_to(*verb);
  verb->add_option("--seeds", options->seeds, "Runs of each fault; it is seen when all of them fail")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1000}));
  verb->add_flag("--json", options->json, "Machine-readable");
  verb->footer("Exit codes: 0 measured, 2 your mistake, 3 the machine, 4 no case was chosen.");
  verb->callback([options, &invocation] {
    invocation.chosen = [options, &invocation] { return power_verb(*options, invocation); };
  });
}

}  // namespace assay::tools
