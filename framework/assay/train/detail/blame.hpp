#pragma once

#include <string>

namespace torch::nn {
class Module;
}

namespace assay::train {
struct StepView;
}

namespace assay::train::detail {

class GradientWatch;

/// One sentence on a loss that is not finite: at which step, and what went bad first - a gradient of an earlier step, a
/// parameter that was so from the start, the inputs, or else the forward pass.
[[nodiscard]] std::string blame(const StepView& view, const GradientWatch& watch, const torch::nn::Module& model);

}  // namespace assay::train::detail
