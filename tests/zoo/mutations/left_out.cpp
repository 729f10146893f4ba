#include "mutation.hpp"

#include <array>

namespace assay::zoo {
namespace {

constexpr std::array kLeftOut = {
    LeftOut{"Z55", "replicas diverge: needs several processes"},
    LeftOut{"Z57", "mixed precision with a scaler: needs a GPU"},
    LeftOut{"Z62", "randomness of workers and hash maps: needs several processes (determinism)"},
    LeftOut{"Z63", "atomics in any order: needs a GPU"},
    LeftOut{"Z64", "a sampler's epoch lost on resuming: needs a resumed run (resume)"},
    LeftOut{"Z65", "an optimizer's state lost on resuming: needs a resumed run (resume)"},
    LeftOut{"Z68", "host synchronisation: needs a GPU"},
    LeftOut{"Z71", "rotary tables in bfloat16: shows beyond 256 positions, more than a subject has"},
    LeftOut{"Z84", "a back end writes into a temporary: needs a second device (parity)"},
    LeftOut{"Z85", "spectral norm in evaluation: LibTorch has none in C++"},
    LeftOut{"Z86", "copies between devices: needs two GPUs"},
};

}  // namespace

std::span<const LeftOut> left_out() noexcept { return kLeftOut; }

}  // namespace assay::zoo
