#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/perturbation.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {
namespace {

/// Places along a dimension, `3`, `3 to 7`, `0, 2 and more`.
std::string places_text(const std::vector<std::int64_t>& places) {
  if (places.size() > 2 && places.back() - places.front() + 1 == static_cast<std::int64_t>(places.size())) {
    return fmt::format("{} to {}", places.front(), places.back());
  }
  std::vector<std::string> names;
  for (const std::int64_t place : places) {
    names.push_back(std::to_string(place));
  }
  return listed(names);
}

/// What one replaced input did to the outputs.
struct Reaction {
  std::vector<std::int64_t> foreign;  ///< places that must not have changed, but did
  bool own = true;                    ///< the place itself changed
  bool last = true;                   ///< the last place changed
};

class Isolation : public Check {
 public:
  [[nodiscard]] bool probes(std::uint64_t step) const override { return step == 0; }

  void probe(const CheckContext& context, const StepView& view) override {
    const c10::NoGradGuard no_gradients;
    const EvaluationMode evaluation(context.recipe.model());
    const at::Tensor state = random_state();
    const auto outputs_of = [&](const Batch& batch) {
      set_random_state(state);
      return context.recipe.outputs(batch);
    };
    const at::Tensor outputs = outputs_of(view.batch);
    const std::int64_t samples = view.batch.inputs.size(0);
    if (!outputs.defined() || outputs.dim() == 0 || outputs.size(0) != samples) {
      return;
    }
    judged_ = true;
    if (samples > 1) {
      for (const std::int64_t sample : {std::int64_t{0}, samples - 1}) {
        const std::int64_t other = donor(view.batch.inputs, sample);
        if (other >= 0) {
          judge_sample(outputs, outputs_of(with_sample_replaced(view.batch, sample, other)), sample);
        }
      }
    }
    if (context.declarations.causal) {
      judge_positions(view.batch, outputs, outputs_of);
    } else if (outputs.dim() == 3 && view.batch.inputs.dim() >= 2 && outputs.size(1) == view.batch.inputs.size(1)) {
      hint_ = "positions were not judged: declare `causal` when no output may depend on a later input";
    }
    judge_padding(context, view.batch, state);
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& fit) override {
    if (fit.losses.empty() && !judged_) {
      return not_run("isolation", "the run ended before its first step");
    }
    if (!judged_) {
      return skipped("isolation", "no outputs to look at: give `scores` or `outputs`");
    }
    base::CheckResult made = judged("isolation", findings_);
    if (findings_.empty()) {
      made.reason = hint_;
    }
    return made;
  }

 private:
  /// A sample that differs from this one; -1 when all are the same.
  static std::int64_t donor(const at::Tensor& inputs, std::int64_t sample) {
    const at::Tensor same = same_along(inputs, inputs.select(0, sample).unsqueeze(0).expand_as(inputs), 0);
    for (std::int64_t other = 0; other < inputs.size(0); ++other) {
      if (!same[other].item().toBool()) {
        return other;
      }
    }
    return -1;
  }

  /// @param allowed whether a place may change.
  static Reaction reaction(const at::Tensor& before, const at::Tensor& after, std::int64_t dimension, std::int64_t own,
                           const std::function<bool(std::int64_t)>& allowed) {
    const at::Tensor same = same_along(before, after, dimension).to(at::kCPU);
    Reaction seen;
    for (std::int64_t place = 0; place < same.size(0); ++place) {
      if (!same[place].item().toBool() && !allowed(place)) {
        seen.foreign.push_back(place);
      }
    }
    seen.own = !same[own].item().toBool();
    seen.last = !same[same.size(0) - 1].item().toBool();
    return seen;
  }

  void add(std::string message, const char* expected) {
    findings_.push_back(failure(std::move(message), std::string(expected)));
  }

  void judge_sample(const at::Tensor& before, const at::Tensor& after, std::int64_t sample) {
    const Reaction seen = reaction(before, after, 0, sample, [&](std::int64_t place) { return place == sample; });
    if (!seen.foreign.empty()) {
      add(fmt::format("in evaluation mode the outputs of {} {} changed when the input of sample {} alone was replaced: "
                      "samples leak into each other",
                      seen.foreign.size() == 1 ? "sample" : "samples", places_text(seen.foreign), sample),
          "an output depends on its own sample alone");
      findings_.back().unexpected = seen.foreign.size();
      findings_.back().total = static_cast<std::uint64_t>(before.size(0));
    } else if (!seen.own) {
      add(fmt::format("the outputs of sample {} stayed the same to the bit when its input was replaced: the model does "
                      "not see its input",
                      sample),
          "an output depends on its own sample");
    }
  }

  template <class OutputsOf>
  void judge_positions(const Batch& batch, const at::Tensor& outputs, const OutputsOf& outputs_of) {
    const std::int64_t length = batch.inputs.dim() < 2 ? 0 : batch.inputs.size(1);
    if (length < 2 || outputs.dim() < 2 || outputs.size(1) != length) {
      add(fmt::format("`causal` is declared, but outputs are {} for inputs {}", shape_text(outputs),
                      shape_text(batch.inputs)),
          "outputs with a second dimension as long as that of the inputs");
      return;
    }
    std::vector<std::int64_t> positions = {length - 1, length / 2, 0};
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    for (const std::int64_t position : positions) {
      const at::Tensor after = outputs_of(with_position_replaced(batch, position));
      const Reaction seen =
          reaction(outputs, after, 1, position, [&](std::int64_t place) { return place >= position; });
      if (!seen.foreign.empty()) {
        add(fmt::format("the outputs at position {} changed when the inputs at position {} alone were replaced: the "
                        "model sees the future",
                        places_text(seen.foreign), position),
            "an output depends on no later input");
        return;
      }
      if (!seen.own) {
        add(fmt::format("the outputs at position {} stayed the same to the bit when the inputs there were replaced",
                        position),
            "an output depends on its own input");
      } else if (position == 0 && !seen.last) {
        add(fmt::format(
                "the outputs at the last position ({}) stayed the same to the bit when the inputs at position 0 "
                "were replaced: what came before is not seen",
                length - 1),
            "an output depends on what came before");
      }
    }
  }

  void judge_padding(const CheckContext& context, const Batch& batch, const at::Tensor& state) {
    const at::Tensor padding = context.recipe.padding(batch);
    if (!padding.defined() || !padding.to(at::kBool).any().item().toBool()) {
      return;
    }
    constexpr double kRounding = 1e-6;
    set_random_state(state);
    const double before = single_value(context.recipe.loss(batch), "the loss");
    set_random_state(state);
    const double after = single_value(context.recipe.loss(with_elements_replaced(batch, padding)), "the loss");
    if (!(std::abs(after - before) <= kRounding * std::abs(before)) && std::isfinite(before)) {
      findings_.push_back(
          failure(fmt::format("the loss went from {} to {} when nothing but padding was replaced: padding "
                              "is attended to or scored",
                              short_text(before), short_text(after)),
                  before, after));
    }
  }

  bool judged_ = false;
  std::string hint_;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_isolation(const CheckSetting& /*setting*/) { return std::make_unique<Isolation>(); }

}  // namespace assay::train::detail
