#include <assay/suite/case.hpp>
#include <assay/suite/detail/names_in_results.hpp>

#include <string>

namespace assay::suite {
namespace {

std::vector<std::string> names_of(const ExpectCase& body) {
  std::vector<std::string> names;
  for (const Check& check : body.checks) {
    names.push_back(check.key);
  }
  for (const auto& [part, checks] : body.parts) {
    for (const Check& check : checks) {
      names.push_back(part + "." + check.key);
    }
  }
  return names;
}

std::vector<std::string> names_of(const TrainCase& body) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name, bool present) {
    if (present) {
      names.push_back(name);
    }
  };
  add("steps", body.steps.has_value());
  add("gap", body.gap.has_value());
  for (const MetricLimits& limits : body.limits) {
    const std::string metric = limits.metric + ".";
    add(metric + "first", limits.first.has_value());
    add(metric + "last", limits.last.has_value());
    add(metric + "best", limits.best.has_value());
    add(metric + "median", limits.median.has_value());
    add(metric + "max", limits.max.has_value());
    add(metric + "min", limits.min.has_value());
    add(metric + "by_step", !limits.by_step.empty());
    add(metric + "diverges_above", limits.diverges_above.has_value());
    add(metric + "plateau", limits.plateau.has_value());
    add(metric + "decreasing", limits.decreasing.has_value());
    add(metric + "reference", limits.reference.has_value());
    add(metric + "from_history", limits.from_history);
  }
  return names;
}

/// Cases of the other kinds are judged as a whole.
template <class Body>
std::vector<std::string> names_of(const Body&) {
  return {};
}

}  // namespace

std::string_view to_text(Kind kind) noexcept {
  switch (kind) {
    case Kind::kExpect:
      return "expect";
    case Kind::kMemorize:
      return "memorize";
    case Kind::kTrain:
      return "train";
    case Kind::kExamples:
      return "examples";
    case Kind::kBehave:
      return "behave";
    case Kind::kResume:
      return "resume";
    case Kind::kDeterminism:
      return "determinism";
    case Kind::kParity:
      return "parity";
    case Kind::kTest:
      return "test";
  }
  return "";
}

std::string_view to_text(Device device) noexcept {
  switch (device) {
    case Device::kCpu:
      return "cpu";
    case Device::kCuda:
      return "cuda";
    case Device::kAny:
      return "any";
  }
  return "";
}

std::vector<std::string> Case::check_names() const {
  return detail::names_in_results(std::visit([](const auto& content) { return names_of(content); }, body));
}

}  // namespace assay::suite
