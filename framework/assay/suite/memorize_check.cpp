#include <assay/suite/memorize_check.hpp>

#include <array>

namespace assay::suite {
namespace {

constexpr std::array kChecks = {
    MemorizeCheck{"three_sets", true, false},   MemorizeCheck{"data_contract", true, false},
    MemorizeCheck{"axis_probe", false, false},  MemorizeCheck{"golden_batch", false, true},
    MemorizeCheck{"loss_oracle", false, true},  MemorizeCheck{"gradient_oracle", true, true},
    MemorizeCheck{"gradients", true, false},    MemorizeCheck{"isolation", false, false},
    MemorizeCheck{"modes", false, false},       MemorizeCheck{"update_oracle", false, true},
    MemorizeCheck{"norm_outputs", false, true}, MemorizeCheck{"operator_band", false, false},
    MemorizeCheck{"first_loss", true, true},    MemorizeCheck{"late_rise", true, true},
    MemorizeCheck{"floor", true, true},         MemorizeCheck{"evaluation_gap", false, false},
    MemorizeCheck{"goldens", false, false},
};

}  // namespace

std::span<const MemorizeCheck> memorize_checks() noexcept { return kChecks; }

}  // namespace assay::suite
