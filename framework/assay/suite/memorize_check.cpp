#include <assay/suite/memorize_check.hpp>

#include <array>

namespace assay::suite {
namespace {

constexpr std::array kChecks = {
    MemorizeCheck{"three_sets", true},    MemorizeCheck{"data_contract", true},
    MemorizeCheck{"axis_probe", false},   MemorizeCheck{"golden_batch", false},
    MemorizeCheck{"loss_oracle", false},  MemorizeCheck{"gradient_oracle", true},
    MemorizeCheck{"gradients", true},     MemorizeCheck{"isolation", false},
    MemorizeCheck{"modes", false},        MemorizeCheck{"update_oracle", false},
    MemorizeCheck{"norm_outputs", false}, MemorizeCheck{"operator_band", false},
    MemorizeCheck{"first_loss", true},    MemorizeCheck{"late_rise", true},
    MemorizeCheck{"floor", true},         MemorizeCheck{"evaluation_gap", false},
    MemorizeCheck{"goldens", false},
};

}  // namespace

std::span<const MemorizeCheck> memorize_checks() noexcept { return kChecks; }

}  // namespace assay::suite
