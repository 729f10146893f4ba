#include <assay/train/detail/gradient_scan.hpp>
#include <assay/train/detail/gradient_watch.hpp>
#include <assay/train/detail/tensor_bytes.hpp>

#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/variable.h>

#include <cstddef>
#include <utility>

namespace assay::train::detail {
namespace {

GradientFacts facts_of(const at::Tensor& gradient) {
  const bool plain =
      gradient.layout() == at::kStrided && gradient.device().is_cpu() && gradient.is_non_overlapping_and_dense();
  const auto count = static_cast<std::size_t>(gradient.numel());
  if (plain && gradient.scalar_type() == at::kFloat) {
    return scan_gradient(std::span(gradient.const_data_ptr<float>(), count));
  }
  if (plain && gradient.scalar_type() == at::kDouble) {
    return scan_gradient(std::span(gradient.const_data_ptr<double>(), count));
  }
  return scan_gradient(std::span<const double>(to_doubles(gradient)));
}

}  // namespace

class GradientWatch::Hook : public torch::autograd::PostAccumulateGradHook {
 public:
  Hook(GradientWatch& watch, std::size_t index, std::unique_ptr<PostAccumulateGradHook> users)
      : watch_(&watch), index_(index), users_(std::move(users)) {}

  void operator()(const at::Tensor& parameter) override {
    if (users_) {
      (*users_)(parameter);
    }
    watch_->arrived(index_);
  }
  std::unique_ptr<PostAccumulateGradHook> give_back() { return std::move(users_); }

 private:
  GradientWatch* watch_;
  std::size_t index_;
  std::unique_ptr<PostAccumulateGradHook> users_;
};

GradientWatch::GradientWatch(const std::vector<NamedTensor>& parameters, std::function<void()> first_arrival)
    : first_arrival_(std::move(first_arrival)) {
  namespace hooks = torch::autograd::impl;
  for (const NamedTensor& each : parameters) {
    Watched watched{each.tensor, {}, {}, each.tensor.requires_grad() && each.tensor.is_leaf()};
    if (watched.hooked) {
      auto users = std::move(hooks::post_acc_grad_hooks(each.tensor));
      hooks::set_post_acc_grad_hooks(each.tensor, std::make_unique<Hook>(*this, watched_.size(), std::move(users)));
    }
    watched_.push_back(std::move(watched));
    observed_.push_back({each.name, false, true, true, {}});
  }
}

GradientWatch::~GradientWatch() {
  namespace hooks = torch::autograd::impl;
  // In reverse: a tensor that is listed twice carries a hook around a hook.
  for (auto watched = watched_.rbegin(); watched != watched_.rend(); ++watched) {
    if (watched->hooked) {
      auto ours = std::move(hooks::post_acc_grad_hooks(watched->parameter));
      auto* hook = dynamic_cast<Hook*>(ours.get());
      hooks::set_post_acc_grad_hooks(watched->parameter, hook != nullptr ? hook->give_back() : std::move(ours));
    }
  }
}

void GradientWatch::begin_step(std::uint64_t step, bool keep_values) {
  step_ = step;
  keep_values_ = keep_values;
  watching_ = true;
  constexpr std::uint64_t kPeriod = 10;
  looking_ = keep_values || step < kPeriod || step % kPeriod == 0 || sign_;
  sign_ = false;
  told_arrival_ = false;
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    observed_[i] = {std::move(observed_[i].name), false, true, true, {}};
    watched_[i].handle = at::Tensor();
    watched_[i].copy = at::Tensor();
  }
}

void GradientWatch::look_at(std::size_t index, const at::Tensor& gradient) {
  ObservedGradient& observed = observed_[index];
  observed.arrived = true;
  if (!looking_) {
    observed.zero = false;
    return;
  }
  const GradientFacts facts = facts_of(gradient);
  sign_ = sign_ || facts.zero || !facts.finite;
  observed.finite = facts.finite;
  observed.zero = facts.zero;
  if (!facts.finite && !first_bad_) {
    first_bad_ = FirstBad{step_, observed.name};
  }
}

void GradientWatch::arrived(std::size_t index) {
  Watched& watched = watched_[index];
  const at::Tensor& gradient = watched.parameter.grad();
  if (!watching_ || !gradient.defined()) {
    return;
  }
  if (first_arrival_ && !std::exchange(told_arrival_, true)) {
    first_arrival_();
  }
  look_at(index, gradient);
  if (keep_values_) {
    watched.handle = gradient;
    watched.copy = copy_of(gradient);
  }
}

std::span<const ObservedGradient> GradientWatch::end_step(bool went_bad) {
  watching_ = false;
  const bool late = went_bad && !std::exchange(looking_, looking_ || went_bad);
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    Watched& watched = watched_[i];
    const at::Tensor& left = watched.parameter.grad();
    if ((late || !observed_[i].arrived) && left.defined()) {
      // A step that computes gradients by itself and only assigns them.
      look_at(i, left);
      watched.handle = left;
    }
    if (keep_values_ && watched.handle.defined()) {
      // The gradient after the step holds what clipping made of it, unless the step has zeroed it by then.
      const bool zeroed = watched.copy.defined() && !observed_[i].zero && facts_of(watched.handle).zero;
      observed_[i].used = zeroed ? watched.copy : copy_of(watched.handle);
    }
  }
  return observed_;
}

}  // namespace assay::train::detail
