#include <assay/base/error.hpp>
#include <assay/base/nearest_name.hpp>
#include <assay/base/utf8.hpp>
#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <variant>

namespace assay::train {
namespace {

using enum CheckKind;

constexpr std::array kChecks = {
    CheckDescription{"three_sets", kStructural, "walk of the autograd graph to its leaves; exact, by tensor identity",
                     "", "", &detail::make_three_sets},
    CheckDescription{"data_contract", kStructural, "order-free hash of each sample with its target; exact", "", "",
                     &detail::make_data_contract},
    CheckDescription{"axis_probe", kStructural, "one probe a channel; exact", "`images`", "", &detail::make_axis_probe},
    CheckDescription{"golden_batch", kDifferential, "relative 1e-5", "`golden_batch`", "relative difference (0.00001)",
                     &detail::make_golden_batch},
    CheckDescription{"loss_oracle", kDifferential, "random numbers and buffers replayed; relative 1e-4",
                     "`loss`, or `reference_loss`", "relative difference (0.0001)", &detail::make_loss_oracle},
    CheckDescription{"gradient_oracle", kDifferential,
                     "random numbers and buffers replayed; 1e-3 of each gradient's norm", "",
                     "relative difference in norm (0.001)", &detail::make_gradient_oracle},
    CheckDescription{"gradients", kStructural, "exact, for each tensor", "", "", &detail::make_gradients},
    CheckDescription{"isolation", kStructural, "inputs replaced one sample or position at a time; to the bit",
                     "`scores` or `outputs`; `causal` and `padding` for more", "", &detail::make_isolation},
    CheckDescription{"modes", kStructural, "two passes in each mode; exact", "", "", &detail::make_modes},
    CheckDescription{"side_effects", kStructural, "threads, default type and seed before and after each step; exact",
                     "", "", &detail::make_side_effects},
    CheckDescription{"update_oracle", kDifferential, "an optimizer of our own in float64; 1e-3 of the update", "",
                     "relative difference in norm (0.001)", &detail::make_update_oracle},
    CheckDescription{"norm_outputs", kDifferential, "median over channels or samples within 5 %", "",
                     "difference (0.05)", &detail::make_norm_outputs},
    CheckDescription{"operator_band", kStatistical, "Student's prediction interval over healthy seeds, 1e-3 a run",
                     "a calibration", "", &detail::make_operator_band},
    CheckDescription{"update_ratio", kStatistical, "Student's prediction interval over healthy seeds, 1e-3 a run",
                     "a calibration", "", &detail::make_update_ratio},
    CheckDescription{"first_loss", kStatistical, "within 30 %; informational unless `true` or a number is written",
                     "number of classes", "relative difference (0.3)", &detail::make_first_loss},
    CheckDescription{"late_rise", kStatistical, "whole tail", "", "share of the fall that may be lost again (0.1)",
                     &detail::make_late_rise},
    CheckDescription{"floor", kStatistical,
                     "ln(1 + (C - 1) / e), entropy of the labels, ln C, variance of the targets; within 2 %",
                     "number of classes, for those that need it", "relative difference (0.02)", &detail::make_floor},
    CheckDescription{"evaluation_gap", kStatistical, "half of what the loss fell by, above its goal", "",
                     "share of the fall (0.5)", &detail::make_evaluation_gap},
    CheckDescription{"dead_units", kStatistical, "share of units behind a ReLU that are zero for the whole batch", "",
                     "largest share (0.7)", &detail::make_dead_units},
    CheckDescription{"memory_growth", kCost,
                     "live bytes of the C library from step 6 to step 45; three quarters of the steps", "",
                     "bytes a step (256)", &detail::make_memory_growth},
    CheckDescription{"step_cost", kCost, "operators, allocations and fetches of step 4 against healthy seeds",
                     "a calibration", "", &detail::make_step_cost},
    CheckDescription{"goldens", kStructural, "exact", "`optimizer_options`, `decay_spares_vectors` or a calibration",
                     "", &detail::make_goldens},
};

std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (const CheckDescription& each : kChecks) {
    ids.emplace_back(each.id);
  }
  return ids;
}

const CheckDescription* find_check(std::string_view id) {
  for (const CheckDescription& each : kChecks) {
    if (each.id == id) {
      return &each;
    }
  }
  return nullptr;
}

/// What one entry of `checks` asks for; none switches the check off.
struct Wish {
  std::optional<CheckSetting> setting;
  std::string mistake;
};

Wish wish_of(const CheckDescription& check, const base::Scalar& value) {
  if (const bool* on = std::get_if<bool>(&value)) {
    return *on ? Wish{CheckSetting{true, {}}, {}} : Wish{};
  }
  double number = -1;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    number = static_cast<double>(*whole);
  } else if (const auto* real = std::get_if<double>(&value)) {
    number = *real;
  }
  if (!std::isfinite(number) || number <= 0) {
    return {{},
            fmt::format("checks.{} is {}: expected true, false{}", check.id, base::to_text(value),
                        check.tolerance.empty() ? "" : fmt::format(" or a positive number ({})", check.tolerance))};
  }
  if (check.tolerance.empty()) {
    return {{}, fmt::format("checks.{} is exact and takes no number: write true or false", check.id)};
  }
  return {CheckSetting{true, number}, {}};
}

}  // namespace

std::string_view to_text(CheckKind kind) noexcept {
  switch (kind) {
    case kStructural:
      return "structural";
    case kDifferential:
      return "differential";
    case kStatistical:
      return "statistical";
    case kCost:
      return "cost";
  }
  return "";
}

std::span<const CheckDescription> built_in_checks() noexcept { return kChecks; }

std::vector<ActiveCheck> make_checks(const suite::FreeTable& settings) {
  std::vector<base::Mistake> mistakes;
  std::map<std::string_view, std::optional<CheckSetting>> wishes;
  for (const auto& [id, value] : settings) {
    const CheckDescription* check = find_check(id);
    if (check == nullptr) {
      mistakes.push_back(
          {{}, fmt::format("there is no check {}{}", base::to_printable(id), base::did_you_mean(id, all_ids()))});
      continue;
    }
    Wish wish = wish_of(*check, value);
    if (!wish.mistake.empty()) {
      mistakes.push_back({{}, wish.mistake});
    }
    wishes[check->id] = wish.setting;
  }
  if (!mistakes.empty()) {
    throw base::UserError(mistakes);
  }
  std::vector<ActiveCheck> active;
  for (const CheckDescription& check : kChecks) {
    const auto wish = wishes.find(check.id);
    if (wish == wishes.end() || wish->second) {
      active.push_back({&check, check.make(wish == wishes.end() ? CheckSetting{} : *wish->second)});
    }
  }
  return active;
}

}  // namespace assay::train
