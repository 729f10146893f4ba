#pragma once

#include <assay/suite/memorize_case.hpp>
#include <assay/train/recipe_registry.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace assay::train {

/// The files behind a case that trains an exported model.
struct ScriptSources {
  std::filesystem::path model;              ///< TorchScript, as `torch.jit.script(model).save(...)` writes it
  std::vector<std::filesystem::path> data;  ///< HDF5; several are read as one, in this order
  /// Told before a dataset is read, and with nothing once all is read; may be empty.
  std::function<void(const std::filesystem::path& file, const std::string& dataset)> on_read;
};

/// Makes recipes out of a TorchScript file and the tables `loss`, `optimizer` and `data` of a case
/// (`suite/model_tables.hpp` says what they hold); each recipe loads the file anew, on the CPU.
///
/// Parameters train as they were saved: those without `requires_grad` are declared frozen, those that are one tensor
/// are declared tied. A model saved in evaluation mode is put into training mode, one saved in training mode keeps the
/// modes of its parts. `forward` takes the inputs and returns the outputs, one tensor each; it runs as written, without
/// the optimisations of LibTorch's compiler, so that it repeats.
///
/// The batches are fixed samples: of `batch_size * batches` equal parts of the rows one row each, drawn by the seed and
/// dealt out to the batches in turn. `batch_size` 0 means 32, or all rows when there are fewer. Numbers become `dtype`
/// and are divided by `scale`; targets are class numbers for cross-entropy, else numbers of the type of the inputs.
/// One value a row, of outputs or of targets of the other losses, counts as [rows, 1]. The declared loss is that of the
/// table, so Assay's own implementation is set against LibTorch's.
///
/// The factory throws base::UserError, naming file or key: tables that do not hold what they should, a file that is not
/// there or no TorchScript, a model without trainable parameters or with another `forward`, data that cannot be read,
/// are too few or of unlike lengths, or would take more than 4 GB.
[[nodiscard]] RecipeFactory script_recipe(const suite::MemorizeCase& wanted, ScriptSources sources);

}  // namespace assay::train
