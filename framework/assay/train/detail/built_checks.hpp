#pragma once

#include <memory>

namespace assay::train {
class Check;
struct CheckSetting;
}  // namespace assay::train

namespace assay::train::detail {

/// One function a built check; criteria stand in `built_in_checks`.
[[nodiscard]] std::unique_ptr<Check> make_three_sets(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_data_contract(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_axis_probe(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_golden_batch(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_loss_oracle(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_gradient_oracle(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_gradients(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_isolation(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_modes(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_update_oracle(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_norm_outputs(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_operator_band(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_update_ratio(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_first_loss(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_late_rise(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_floor(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_evaluation_gap(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_side_effects(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_dead_units(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_memory_growth(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_step_cost(const CheckSetting& setting);
[[nodiscard]] std::unique_ptr<Check> make_goldens(const CheckSetting& setting);

}  // namespace assay::train::detail
