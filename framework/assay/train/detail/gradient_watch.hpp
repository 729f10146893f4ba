#pragma once

#include <assay/train/detail/module_view.hpp>
#include <assay/train/observed_gradient.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay::train::detail {

/// Sees each parameter's gradient at the moment at which a backward pass has finished adding to it, so also in steps
/// that clear gradients at their end. A hook that the user has set on a parameter keeps working. Values are looked at
/// in the first ten steps, in every tenth after them, and in the step after one that showed a zero or a number that is
/// not finite: a look costs as much as reading all gradients once more.
class GradientWatch {
 public:
  /// @param first_arrival called in each step when the first gradient arrives; may be empty.
  explicit GradientWatch(const std::vector<NamedTensor>& parameters, std::function<void()> first_arrival = {});
  ~GradientWatch();
  GradientWatch(const GradientWatch&) = delete;
  GradientWatch& operator=(const GradientWatch&) = delete;

  /// @param keep_values whether `ObservedGradient::used` is wanted.
  void begin_step(std::uint64_t step, bool keep_values);
  /// One entry a parameter, valid until the next `begin_step`.
  /// @param went_bad whether what the step reports is not finite: then values are looked at that were not yet.
  std::span<const ObservedGradient> end_step(bool went_bad = false);

  struct FirstBad {
    std::uint64_t step;
    std::string parameter;
  };
  /// The first gradient of the run that was not finite, in the order in which backward made them.
  [[nodiscard]] const std::optional<FirstBad>& first_bad() const noexcept { return first_bad_; }

 private:
  class Hook;
  struct Watched {
    at::Tensor parameter;
    at::Tensor handle;  ///< the gradient itself
    at::Tensor copy;    ///< as it was when it arrived
    bool hooked = false;
  };
  void arrived(std::size_t index);
  void look_at(std::size_t index, const at::Tensor& gradient);

  std::function<void()> first_arrival_;
  bool told_arrival_ = false;
  std::vector<Watched> watched_;
  std::vector<ObservedGradient> observed_;
  std::optional<FirstBad> first_bad_;
  std::uint64_t step_ = 0;
  bool keep_values_ = false;
  bool watching_ = false;
  bool looking_ = true;  ///< at values, in this step
  bool sign_ = false;    ///< the last look showed something
};

}  // namespace assay::train::detail
