#pragma once

namespace assay::expect {

/// Vector instructions that the inner loops are compiled for. What comes out is the same to the last bit with each.
enum class InstructionSet { kBaseline, kAvx2, kAvx512 };

/// The widest that this processor has and this build has loops for.
[[nodiscard]] InstructionSet best_instruction_set() noexcept;

}  // namespace assay::expect
