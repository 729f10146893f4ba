#pragma once

#include <assay/suite/memorize_case.hpp>

#include <string>
#include <vector>

namespace assay::suite {

/// What is wrong with an entry of a free table, and which key of the file it stands under (empty: the table itself).
struct TableMistake {
  std::string key;
  std::string message;
  friend bool operator==(const TableMistake&, const TableMistake&) = default;
};

/// What is wrong with the `loss` of an exported model: `name` (`cross_entropy`, `mse`, `mae`, `bce_with_logits`), and
/// for cross-entropy `label_smoothing` in [0, 1) and `ignore_index`.
[[nodiscard]] std::vector<TableMistake> loss_mistakes(const FreeTable& loss);

/// The same of its `optimizer`: `name` (`sgd`, `adam`, `adamw`, `rmsprop`, `adagrad`) and LibTorch's options of that
/// one; `betas` is a list of two numbers. SGD has no `lr` by default.
[[nodiscard]] std::vector<TableMistake> optimizer_mistakes(const FreeTable& optimizer);

/// The same of its `data`: `data` (a name under [data], or a file), `inputs` and `targets` (datasets, by default of
/// these names), `scale` (what inputs are divided by), `dtype` of inputs (`float32`, `float64`, `int64`), `layout` of
/// one stored example (`hw`, `hwc`, `chw`: an image, which the model gets as `chw`; `flat`: as one row of numbers).
[[nodiscard]] std::vector<TableMistake> data_mistakes(const FreeTable& data);

}  // namespace assay::suite
