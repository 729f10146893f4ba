#include <assay/suite/case.hpp>
#include <assay/suite/detail/names_in_results.hpp>
#include <assay/suite/memorize_check.hpp>

#include <algorithm>
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

std::vector<std::string> names_of(const MemorizeCase& body) {
  std::vector<std::string> names;
  const auto add = [&](std::string name, bool present) {
    if (present) {
      names.push_back(std::move(name));
    }
  };
  for (const MemorizeCheck& check : memorize_checks()) {
    const auto is_off = [&check](const auto& entry) {
      const bool* on = std::get_if<bool>(&entry.second);
      return entry.first == check.id && on != nullptr && !*on;
    };
    add(std::string(check.id), std::none_of(body.checks.begin(), body.checks.end(), is_off));
  }
  add("loss_below", body.loss_below.has_value());
  add("accuracy_above", body.accuracy_above.has_value());
  add("steps", body.steps.has_value());
  for (const auto& [fraction, bound] : body.levels) {
    names.push_back("levels." + base::to_text(base::Number(fraction)));
  }
  add("wall_time", body.wall_time.most.has_value());
  return names;
}

std::vector<std::string> names_of(const ExamplesCase& body) {
  std::vector<std::string> names;
  if (body.accuracy) {
    names.emplace_back("accuracy");
  }
  for (const auto& [tag, bound] : body.tags) {
    names.push_back("tag." + tag);
  }
  if (body.negative_flips || !body.baseline.empty()) {
    names.emplace_back("negative_flips");
  }
  // Without a limit of its own a suite is judged by the status of its examples.
  if (names.empty()) {
    names.emplace_back("gates");
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

std::optional<std::string> trained_case(std::string_view checkpoint) {
  const std::string_view prefix = kCheckpointOfCase;
  if (!checkpoint.starts_with(prefix)) {
    return std::nullopt;
  }
  const std::string_view name = checkpoint.substr(prefix.size());
  // Names of cases are bare keys; `train.h5` would be one, so a file of that name is written `./train.h5`.
  const auto is_bare = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_bare) ? std::optional(std::string(name))
                                                                         : std::nullopt;
}

std::optional<std::string> Case::needs() const {
  if (const auto* examples = std::get_if<ExamplesCase>(&body)) {
    return trained_case(examples->model.checkpoint);
  }
  if (const auto* behave = std::get_if<BehaveCase>(&body)) {
    return trained_case(behave->model.checkpoint);
  }
  return std::nullopt;
}

const std::string& Case::recipe() const noexcept {
  static const std::string kNone;
  if (const auto* memorize = std::get_if<MemorizeCase>(&body)) {
    return memorize->model.recipe;
  }
  if (const auto* train = std::get_if<TrainCase>(&body)) {
    return train->recipe;
  }
  if (const auto* examples = std::get_if<ExamplesCase>(&body)) {
    return examples->model.recipe;
  }
  return kNone;
}

bool Case::trains_model() const noexcept {
  const auto* memorize = std::get_if<MemorizeCase>(&body);
  return memorize != nullptr && !memorize->model.model.empty();
}

}  // namespace assay::suite
