#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::train::detail {

/// One call of an operator: the tensors among its arguments at their places (undefined where an argument is no tensor),
/// its numbers, and what it gave.
struct OperatorCall {
  std::string name;         ///< `aten::native_batch_norm`
  std::string backward_of;  ///< the node of the backward pass that made the call, `SqrtBackward0`; empty in forward
  std::vector<at::Tensor> inputs;
  std::vector<std::vector<std::int64_t>>
      numbers;  ///< by place: an integer, truth value or list of integers; else empty
  std::vector<at::Tensor> outputs;
};

/// Sees the calls of operators that this thread makes while it lives, forward and backward. Costs a quarter of a small
/// step, so it is made for single passes only.
class OperatorWatch {
 public:
  /// @param wanted by name; @param seen called after each such call, in the order in which calls end.
  OperatorWatch(std::function<bool(std::string_view)> wanted, std::function<void(const OperatorCall&)> seen);
  ~OperatorWatch();
  OperatorWatch(const OperatorWatch&) = delete;
  OperatorWatch& operator=(const OperatorWatch&) = delete;

 private:
  struct Watcher;
  std::uint64_t handle_ = 0;
  std::unique_ptr<Watcher> watcher_;
};

}  // namespace assay::train::detail
