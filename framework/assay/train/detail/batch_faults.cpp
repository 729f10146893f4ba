#include <assay/base/seed.hpp>
#include <assay/train/detail/fault_hooks.hpp>
#include <assay/train/detail/fault_parts.hpp>

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>

#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace assay::train::detail {
namespace {

/// The healthy batch, changed. @param impossible says why this batch cannot be changed so.
FaultHooks batch_changed(std::function<Batch(Batch batch)> change,
                         std::function<std::optional<std::string>(const Batch& batch)> impossible) {
  FaultHooks hooks;
  hooks.batch = [change](Recipe& healthy, std::uint64_t index) { return change(healthy.batch(index)); };
  hooks.why_not = [impossible = std::move(impossible)](Recipe& healthy) { return impossible(healthy.batch(0)); };
  return hooks;
}

std::optional<std::string> why_not_floats(const Batch& batch) {
  if (!batch.inputs.is_floating_point()) {
    return "the inputs are whole numbers";
  }
  return std::nullopt;
}

std::optional<std::string> why_one_target(const Batch& batch) {
  if (!batch.targets.defined()) {
    return "a batch has no targets";
  }
  if (batch.targets.eq(batch.targets[0]).all().item<bool>()) {
    return "all targets of a batch are the same";
  }
  return std::nullopt;
}

Batch with_shuffled_targets(Batch batch, std::uint64_t seed) {
  for (std::uint64_t attempt = seed;; ++attempt) {
    const at::Tensor other =
        batch.targets.index_select(0, shuffled_rows(batch.targets.size(0), attempt).to(batch.targets.device()));
    if (!other.equal(batch.targets)) {
      batch.targets = other;
      return batch;
    }
  }
}

FaultHooks labels_permuted(const RecipeSettings& settings) {
  return batch_changed([seed = settings.seed](Batch batch) { return with_shuffled_targets(std::move(batch), seed); },
                       why_one_target);
}

FaultHooks labels_shuffled(const RecipeSettings& settings) {
  return batch_changed(
      [seed = settings.seed](Batch batch) mutable { return with_shuffled_targets(std::move(batch), seed += 1000); },
      why_one_target);
}

FaultHooks labels_shifted(const RecipeSettings& /*settings*/) {
  return batch_changed(
      [](Batch batch) {
        // Of sequences by one position; of one label a sample to that of the next sample in line.
        const std::int64_t along = batch.targets.dim() > 1 && batch.targets.size(1) > 1 ? 1 : 0;
        batch.targets = batch.targets.roll(-1, along);
        return batch;
      },
      why_one_target);
}

FaultHooks targets_scaled(const RecipeSettings& /*settings*/) {
  return batch_changed(
      [](Batch batch) {
        batch.targets = batch.targets * 1000;
        return batch;
      },
      [](const Batch& batch) -> std::optional<std::string> {
        if (!batch.targets.defined() || !batch.targets.is_floating_point()) {
          return "the targets are no values";
        }
        return std::nullopt;
      });
}

FaultHooks target_in_inputs(const RecipeSettings& /*settings*/) {
  return batch_changed(
      [](Batch batch) {
        batch.inputs = batch.inputs.clone();
        const std::int64_t rows = batch.inputs.size(0);
        // The first number of each sample.
        batch.inputs.view({rows, -1}).select(1, 0).copy_(batch.targets.reshape({rows, -1}).select(1, 0));
        return batch;
      },
      [](const Batch& batch) -> std::optional<std::string> {
        if (!batch.targets.defined()) {
          return "a batch has no targets";
        }
        if (!batch.inputs.is_contiguous() || batch.inputs.dim() < 2) {
          return "the inputs are no contiguous table";
        }
        return why_not_floats(batch);
      });
}

FaultHooks inputs_zeroed(const RecipeSettings& /*settings*/) {
  return batch_changed(
      [](Batch batch) {
        batch.inputs = torch::zeros_like(batch.inputs);
        return batch;
      },
      [](const Batch&) { return std::nullopt; });
}

FaultHooks inputs_times_255(const RecipeSettings& /*settings*/) {
  return batch_changed(
      [](Batch batch) {
        batch.inputs = batch.inputs * 255;
        return batch;
      },
      why_not_floats);
}

FaultHooks inputs_noisy(const RecipeSettings& settings) {
  FaultHooks hooks = batch_changed(
      [state = base::derive_seed(settings.seed, "input noise")](Batch batch) mutable {
        constexpr double kShare = 0.1;
        state = base::derive_seed(state, "next");
        at::Generator generator = at::make_generator<at::CPUGeneratorImpl>(state);
        const at::Tensor noise = torch::randn(batch.inputs.sizes(), generator, torch::kFloat).to(batch.inputs.device());
        batch.inputs = batch.inputs + noise.to(batch.inputs.dtype()) * batch.inputs.std() * kShare;
        return batch;
      },
      why_not_floats);
  hooks.why_not = [why_not = hooks.why_not](Recipe& healthy) -> std::optional<std::string> {
    if (healthy.declarations().augmented) {
      return "the recipe declares that its inputs change from time to time";
    }
    return why_not(healthy);
  };
  return hooks;
}

FaultHooks one_input_nan(const RecipeSettings& /*settings*/) {
  return batch_changed(
      [](Batch batch) {
        batch.inputs = batch.inputs.clone();
        batch.inputs[0].flatten()[0].fill_(std::nan(""));
        return batch;
      },
      [](const Batch& batch) -> std::optional<std::string> {
        return batch.inputs[0].is_contiguous() ? why_not_floats(batch) : "the samples are not contiguous";
      });
}

std::optional<std::string> why_one_sample(const Batch& batch) {
  if (batch.inputs.size(0) < 2) {
    return "a batch has one sample";
  }
  return std::nullopt;
}

FaultHooks samples_repeated(const RecipeSettings& /*settings*/) {
  return batch_changed(
      [](const Batch& batch) {
        const std::int64_t rows = batch.inputs.size(0);
        return rows_of(batch, torch::arange(rows).remainder((rows + 1) / 2));
      },
      why_one_sample);
}

FaultHooks one_sample_everywhere(const RecipeSettings& /*settings*/) {
  return batch_changed(
      [](const Batch& batch) { return rows_of(batch, torch::zeros({batch.inputs.size(0)}, torch::kLong)); },
      why_one_sample);
}

FaultHooks samples_missing(const RecipeSettings& /*settings*/) {
  return batch_changed([](const Batch& batch) { return rows_of(batch, torch::arange((batch.inputs.size(0) + 1) / 2)); },
                       why_one_sample);
}

constexpr std::array kBatchFaults = {
    PlannedFault{{"labels_permuted", "targets belong to other samples, always the same ones",
                  "Stack Overflow 41864333, 46136553"},
                 &labels_permuted},
    PlannedFault{{"labels_shuffled", "targets are shuffled at every step", "Stack Overflow 40467990"},
                 &labels_shuffled},
    PlannedFault{{"labels_shifted", "targets are shifted by one position, or by one sample where there are none",
                  "transformers#47394"},
                 &labels_shifted},
    PlannedFault{{"targets_scaled", "targets are 1000 times too large", "DeepFD, missing preparation"},
                 &targets_scaled},
    PlannedFault{{"target_in_inputs", "the first number of each sample is its target", "alex-hh/profam#495"},
                 &target_in_inputs},
    PlannedFault{{"inputs_zeroed", "all inputs are 0", "TheDeepChecker, zeroed input"}, &inputs_zeroed},
    PlannedFault{{"inputs_times_255", "inputs are 255 times too large", "TheDeepChecker, missing normalisation"},
                 &inputs_times_255},
    PlannedFault{{"inputs_noisy", "inputs change by noise from step to step", "Lightning#2600"}, &inputs_noisy},
    PlannedFault{{"one_input_nan", "one number of one sample is NaN", "pytorch#68425"}, &one_input_nan},
    PlannedFault{{"samples_repeated", "the second half of a batch repeats the first", "pytorch#5059, fairseq#1383"},
                 &samples_repeated},
    PlannedFault{{"one_sample_everywhere", "a batch holds one sample many times", "pytorch#5059"},
                 &one_sample_everywhere},
    PlannedFault{{"samples_missing", "half of each batch is dropped", "Lightning#1668"}, &samples_missing},
};

}  // namespace

std::span<const PlannedFault> batch_faults() noexcept { return kBatchFaults; }

}  // namespace assay::train::detail
