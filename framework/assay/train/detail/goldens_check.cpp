#include <assay/base/nearest_name.hpp>
#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/band_judgement.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/update_rule.hpp>
#include <assay/train/recipe.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::train::detail {
namespace {

using OptionList = std::vector<std::pair<std::string, double>>;

std::vector<std::string> names_of(const std::vector<NamedTensor>& parameters) {
  std::vector<std::string> names;
  for (const NamedTensor& each : parameters) {
    names.push_back(each.name);
  }
  return names;
}

bool is_vector(const NamedTensor& parameter) { return parameter.tensor.dim() <= 1; }

class Goldens : public Check {
 public:
  explicit Goldens(bool judged) : judged_(judged) {}

  void before_step(const CheckContext& context, const StepView& view) override {
    if (view.step != 0) {
      return;
    }
    seen_ = true;
    // Parameters of one group share their options.
    std::map<OptionList, std::vector<NamedTensor>> groups;
    for (const NamedTensor& parameter : named_parameters(context.recipe.model())) {
      const UpdateState state = update_state_of(context.recipe.optimizer(), parameter.tensor);
      if (state.options != nullptr) {
        const OptionList options = named_options(*state.options);
        for (const auto& [name, value] : options) {
          measures_.push_back({fmt::format("{}{}.{}", kOption, name, parameter.name), value});
        }
        groups[options].push_back(parameter);
      }
    }
    for (const auto& [options, parameters] : groups) {
      for (const auto& [name, wanted] : context.declarations.optimizer_options) {
        judge_option(options, name, wanted, parameters);
      }
      if (context.declarations.decay_spares_vectors) {
        judge_decay(options, parameters);
      }
    }
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& context, const FitView& /*fit*/) override {
    if (!seen_) {
      return not_run("goldens", "the run ended before its first step");
    }
    const bool recorded = context.calibration != nullptr && has_options(*context.calibration);
    if (recorded) {
      judge_recorded(*context.calibration);
    }
    return context.declarations.optimizer_options.empty() && !context.declarations.decay_spares_vectors && !recorded
               ? skipped("goldens",
                         "nothing recorded: declare `optimizer_options` or `decay_spares_vectors`, or calibrate")
               : judged("goldens", findings_);
  }

  [[nodiscard]] std::vector<Measure> measures() const override { return measures_; }

 private:
  static constexpr std::string_view kOption = "option.";
  static constexpr double kRounding = 1e-9;

  static bool has_options(const Calibration& calibration) {
    return std::ranges::any_of(calibration.measures,
                               [](const CalibratedMeasure& each) { return each.name.starts_with(kOption); });
  }

  /// Options are the same in all healthy runs, so that any other value is another one.
  void judge_recorded(const Calibration& calibration) {
    std::map<std::string, std::vector<std::string>> changed;
    for (const Measure& measure : measures_) {
      const CalibratedMeasure* known = find_measure(calibration, measure.name);
      if (known != nullptr && known->deviation <= kRounding * std::abs(known->mean) &&
          !(std::abs(measure.value - known->mean) <= kRounding * std::abs(known->mean))) {
        const std::string name = measure.name.substr(kOption.size());
        changed[fmt::format("{} where it was {}", measure.value, known->mean)].push_back(name);
      }
    }
    for (const auto& [values, names] : changed) {
      findings_.push_back(failure(fmt::format("options of the optimizer are not what they were when the case was "
                                              "calibrated: {} for {}; when that is meant, calibrate again",
                                              values, listed(names)),
                                  std::string("the options of the calibration")));
    }
    const UnlikeMeasures unlike = unlike_measures(measures_, calibration, kOption);
    if (judged_ && (!unlike.missing.empty() || !unlike.unknown.empty())) {
      findings_.push_back(failure(
          fmt::format("the optimizer holds other parameters than when the case was calibrated: {} new, {} gone: {} {}",
                      unlike.unknown.size(), unlike.missing.size(), listed(unlike.unknown), listed(unlike.missing)),
          std::string("the parameters of the calibration")));
    }
  }

  void judge_option(const OptionList& options, const std::string& name, double wanted,
                    const std::vector<NamedTensor>& parameters) {
    const auto found =
        std::find_if(options.begin(), options.end(), [&](const auto& each) { return each.first == name; });
    if (found == options.end()) {
      std::vector<std::string> names;
      for (const auto& each : options) {
        names.push_back(each.first);
      }
      findings_.push_back(
          failure(fmt::format("the optimizer has no option {}{}", name, base::did_you_mean(name, names)), wanted));
      return;
    }
    const bool near = std::abs(found->second - wanted) <= kRounding * std::abs(wanted);
    const bool spared = name == "weight_decay" && found->second == 0 && std::ranges::all_of(parameters, is_vector);
    if (!near && !spared) {
      findings_.push_back(failure(fmt::format("the option {} of the optimizer is {} for {}, but {} is declared", name,
                                              found->second, listed(names_of(parameters)), wanted),
                                  wanted, found->second));
    }
  }

  void judge_decay(const OptionList& options, std::vector<NamedTensor> parameters) {
    const auto decay =
        std::find_if(options.begin(), options.end(), [](const auto& each) { return each.first == "weight_decay"; });
    if (decay == options.end() || decay->second == 0) {
      return;
    }
    std::erase_if(parameters, [](const NamedTensor& each) { return !is_vector(each); });
    if (!parameters.empty()) {
      findings_.push_back(
          failure(fmt::format("weight decay of {} reaches {} of one dimension, which are declared to be spared: {}",
                              decay->second, counted(parameters.size(), "parameter", "parameters"),
                              listed(names_of(parameters))),
                  0.0, decay->second));
    }
  }

  bool judged_;
  bool seen_ = false;
  std::vector<Measure> measures_;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_goldens(const CheckSetting& setting) { return std::make_unique<Goldens>(setting.judged); }

}  // namespace assay::train::detail
