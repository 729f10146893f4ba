#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/batch_hash.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/tensor_bytes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace assay::train::detail {
namespace {

/// Hashes of one batch: of its samples whole, and of inputs and targets apart to say which of them changed.
struct Print {
  std::uint64_t samples = 0;
  std::uint64_t inputs = 0;
  std::uint64_t targets = 0;
};

/// The tensors of a batch and how often they were written to.
struct Held {
  std::vector<std::pair<at::Tensor, std::uint32_t>> tensors;

  Held() = default;
  explicit Held(const Batch& batch) {
    add(batch.inputs);
    add(batch.targets);
    std::for_each(batch.extra.begin(), batch.extra.end(), [this](const at::Tensor& each) { add(each); });
  }
  void add(const at::Tensor& tensor) {
    if (tensor.defined()) {
      tensors.emplace_back(tensor, tensor.unsafeGetTensorImpl()->version_counter().current_version());
    }
  }
  friend bool operator==(const Held& left, const Held& right) {
    return std::equal(left.tensors.begin(), left.tensors.end(), right.tensors.begin(), right.tensors.end(),
                      [](const auto& a, const auto& b) { return a.first.is_same(b.first) && a.second == b.second; });
  }
};

Print print_of(const Batch& batch) {
  const auto rows = static_cast<std::size_t>(batch.inputs.size(0));
  const at::Tensor inputs = to_dense_cpu(batch.inputs);
  const at::Tensor targets = batch.targets.defined() ? to_dense_cpu(batch.targets) : at::Tensor();
  std::vector<at::Tensor> extra;
  std::vector<Column> columns = {{bytes_of(inputs)}};
  if (targets.defined()) {
    columns.push_back({bytes_of(targets)});
  }
  for (const at::Tensor& each : batch.extra) {
    extra.push_back(to_dense_cpu(each));
    columns.push_back({bytes_of(extra.back())});
  }
  const auto hash = [&](std::span<const Column> of) { return order_free_hash(sample_hashes(of, rows)); };
  const auto all = std::span<const Column>(columns);
  return {hash(all), hash(all.first(1)), targets.defined() ? hash(all.subspan(1, 1)) : 0};
}

std::string changed_part(const Print& before, const Print& now) {
  if (before.inputs == now.inputs && before.targets == now.targets) {
    return "inputs and targets are the same, but belong together in another way (labels shuffled?)";
  }
  if (before.inputs == now.inputs) {
    return "the inputs are the same, the targets are others (labels shuffled?)";
  }
  return before.targets == now.targets ? "the targets are the same, the inputs are others (augmented?)"
                                       : "inputs and targets are others";
}

class DataContract : public Check {
 public:
  void before_step(const CheckContext& context, const StepView& view) override {
    const std::uint64_t index = view.step % context.batches;
    const Held held(view.batch);
    if (held_.contains(index) && held_.at(index) == held) {
      return;  // the very tensors of last time, and nobody wrote into them
    }
    held_[index] = held;
    const Print now = print_of(view.batch);
    const auto [known, is_new] = prints_.emplace(index, now);
    if (is_new) {
      judge_first(index, view.batch);
      judge_range(index, context.declarations, view.batch.inputs);
    } else if (differs(context.declarations, known->second, now) && !changed_) {
      changed_ = true;
      findings_.push_back(failure(fmt::format("at step {} batch {} does not hold what it held at step {}: {}",
                                              view.step, index, index, changed_part(known->second, now)),
                                  std::string("the same samples at every step, in any order")));
    }
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& /*fit*/) override {
    return prints_.empty() ? not_run("data_contract", "the run ended before its first step")
                           : judged("data_contract", findings_);
  }

 private:
  void judge_first(std::uint64_t index, const Batch& batch) {
    for (const auto& [other, print] : prints_) {
      if (other != index && print.samples == prints_.at(index).samples) {
        findings_.push_back(failure(fmt::format("batch {} holds the same samples as batch {}", index, other),
                                    std::string("another batch for every index")));
        break;
      }
    }
    judge_repeated(index, batch);
    judge_targets(index, batch);
    judge_finite(index, "inputs", batch.inputs);
    judge_finite(index, "targets", batch.targets);
  }

  void judge_repeated(std::uint64_t index, const Batch& batch) {
    const auto rows = static_cast<std::size_t>(batch.inputs.size(0));
    const at::Tensor inputs = to_dense_cpu(batch.inputs);
    const auto repeated = repeated_rows({bytes_of(inputs)}, rows);
    if (repeated.empty()) {
      return;
    }
    base::Failure found = failure(fmt::format("in batch {} {} an earlier one to the byte: sample {} is sample {}",
                                              index, counted(repeated.size(), "sample repeats", "samples repeat"),
                                              repeated.front().first, repeated.front().second),
                                  std::string("every sample once"));
    found.unexpected = repeated.size();
    found.total = rows;
    for (const auto& [row, first] : repeated) {
      if (found.offenders.size() == base::kMostOffenders) {
        found.truncated = true;
        break;
      }
      found.offenders.push_back({row, {row}, fmt::format("sample {}", first)});
    }
    findings_.push_back(std::move(found));
  }

  void judge_targets(std::uint64_t index, const Batch& batch) {
    const auto rows = static_cast<std::size_t>(batch.inputs.size(0));
    if (!batch.targets.defined() || rows < 2) {
      return;
    }
    // Of sequences every label counts, of other targets every row.
    const at::Tensor targets = to_dense_cpu(batch.targets);
    const bool labels = !targets.is_floating_point();
    const std::size_t units = labels ? static_cast<std::size_t>(targets.numel()) : rows;
    const auto repeated = repeated_rows({bytes_of(targets)}, units);
    if (repeated.size() + 1 == units) {
      findings_.push_back(
          failure(fmt::format("in batch {} all {} are the same", index,
                              labels ? counted(units, "label", "labels") : counted(units, "target", "targets")),
                  std::string("at least two different ones")));
    }
  }

  /// What is declared augmented may have other inputs each time.
  static bool differs(const Declarations& declarations, const Print& before, const Print& now) {
    return declarations.augmented ? before.targets != now.targets : before.samples != now.samples;
  }

  void judge_range(std::uint64_t index, const Declarations& declarations, const at::Tensor& inputs) {
    if (!declarations.input_range || inputs.numel() == 0) {
      return;
    }
    const auto [low, high] = *declarations.input_range;
    const double least = inputs.min().item().toDouble();
    const double most = inputs.max().item().toDouble();
    if (!(least >= low && most <= high)) {
      findings_.push_back(
          failure(fmt::format("in batch {} the inputs go from {} to {}, but {} to {} is declared", index,
                              short_text(least), short_text(most), short_text(low), short_text(high)),
                  fmt::format("[{}, {}]", short_text(low), short_text(high)), least < low ? least : most));
    }
  }

  void judge_finite(std::uint64_t index, const char* part, const at::Tensor& tensor) {
    if (!tensor.defined() || !tensor.is_floating_point() || tensor.numel() == 0) {
      return;
    }
    const at::Tensor bad = tensor.isfinite().logical_not();
    const std::int64_t count = bad.sum().item().toLong();
    if (count == 0) {
      return;
    }
    const std::int64_t first = bad.flatten().to(at::kInt).argmax().item().toLong();
    const std::int64_t row = first / (tensor.numel() / tensor.size(0));
    base::Failure found =
        failure(fmt::format("in batch {} {} of the {} are not finite, the first in sample {}", index,
                            counted(static_cast<std::size_t>(count), "element", "elements"), part, row),
                std::string("no NaN and no infinity"));
    found.unexpected = static_cast<std::uint64_t>(count);
    found.total = static_cast<std::uint64_t>(tensor.numel());
    findings_.push_back(std::move(found));
  }

  std::map<std::uint64_t, Held> held_;
  std::map<std::uint64_t, Print> prints_;
  std::vector<base::Failure> findings_;
  bool changed_ = false;
};

}  // namespace

std::unique_ptr<Check> make_data_contract(const CheckSetting& /*setting*/) { return std::make_unique<DataContract>(); }

}  // namespace assay::train::detail
