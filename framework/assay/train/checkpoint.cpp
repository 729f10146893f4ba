#include <assay/base/error.hpp>
#include <assay/base/sha256.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/file.hpp>
#include <assay/hdf5/file_writer.hpp>
#include <assay/hdf5/seal.hpp>
#include <assay/train/checkpoint.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/manifest.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/tensor_bytes.hpp>

#include <c10/core/GradMode.h>
#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace assay::train {
namespace {

using detail::Manifest;
using detail::ManifestEntry;
using detail::NamedTensor;

constexpr std::string_view kSealLabel = "assay-checkpoint";

struct ModelTensor {
  ManifestEntry entry;
  at::Tensor tensor;
};

std::vector<ModelTensor> tensors_of(const torch::nn::Module& model) {
  std::vector<ModelTensor> tensors;
  const auto add = [&](const std::vector<NamedTensor>& all, bool buffer) {
    for (const auto& [name, tensor] : all) {
      const auto sizes = tensor.sizes();
      tensors.push_back({{buffer, name, detail::element_name(tensor), {sizes.begin(), sizes.end()}, {}}, tensor});
    }
  };
  add(detail::named_parameters(model), false);
  add(detail::named_buffers(model), true);
  return tensors;
}

std::string digest_of(std::span<const std::byte> bytes) {
  base::Sha256 sha;
  sha.add(bytes);
  return base::to_hex(sha.finish());
}

tl::unexpected<CheckpointProblem> refused(const std::filesystem::path& path, const std::string& finding) {
  return tl::unexpected(CheckpointProblem{fmt::format("{}: {}", path.string(), finding), {finding}});
}

/// Collects everything that is wrong while a checkpoint is looked at, and does not touch the model before all is right.
class Loader {
 public:
  Loader(hdf5::File file, torch::nn::Module& model) : file_(std::move(file)), model_(tensors_of(model)) {}

  tl::expected<CheckpointInfo, CheckpointProblem> load() {
    const auto manifest = read_manifest();
    if (!manifest) {
      return tl::unexpected(problem({manifest.error()}));
    }
    compare_names(*manifest);
    compare_datasets(*manifest);
    if (!findings_.empty()) {
      return tl::unexpected(problem(findings_));
    }
    std::vector<at::Tensor> values;
    for (const ModelTensor& each : model_) {
      values.push_back(read_tensor(each));
    }
    if (!findings_.empty()) {
      return tl::unexpected(problem(findings_));
    }
    const c10::NoGradGuard guard;
    for (std::size_t i = 0; i < model_.size(); ++i) {
      model_[i].tensor.copy_(values[i]);
    }
    return manifest->info;
  }

 private:
  [[nodiscard]] CheckpointProblem problem(std::vector<std::string> findings) const {
    std::string message = fmt::format("{}: {}", file_.path().string(), findings.at(0));
    if (findings.size() > 1) {
      message += fmt::format(" (and {})", detail::counted(findings.size() - 1, "more finding", "more findings"));
    }
    return {std::move(message), std::move(findings)};
  }

  tl::expected<Manifest, std::string> read_manifest() {
    const auto dataset = file_.dataset("/manifest");
    if (!dataset) {
      return tl::unexpected("no checkpoint of Assay: " + dataset.error().message);
    }
    if (dataset->type().kind != hdf5::ElementKind::kString || dataset->shape() != std::vector<std::uint64_t>{1}) {
      return tl::unexpected(std::string("no checkpoint of Assay: /manifest is not one text"));
    }
    hdf5::BlockSource source(*dataset);
    const auto raw = source.next();
    if (!raw) {
      return tl::unexpected(raw.error().message);
    }
    const auto block = raw->has_value() ? (*raw)->decode() : tl::expected<hdf5::Block, hdf5::Problem>(hdf5::Block());
    if (!block) {
      return tl::unexpected(block.error().message);
    }
    if (block->texts.size() != 1) {
      return tl::unexpected(std::string("no checkpoint of Assay: /manifest is not one text"));
    }
    return detail::parse_manifest(block->texts[0]);
  }

  void compare_names(const Manifest& manifest) {
    std::map<std::string, const ManifestEntry*> stored;
    for (const ManifestEntry& entry : manifest.tensors) {
      stored.emplace(entry.dataset(), &entry);
    }
    std::vector<std::string> missing;
    for (ModelTensor& each : model_) {
      const auto found = stored.find(each.entry.dataset());
      if (found == stored.end()) {
        missing.push_back(each.entry.name);
        continue;
      }
      const ManifestEntry& entry = *found->second;
      if (entry.shape != each.entry.shape || entry.type != each.entry.type) {
        findings_.push_back(fmt::format("{} is {} in the file, {} in the model", entry.name, entry.shape_text(),
                                        each.entry.shape_text()));
      }
      each.entry.sha256 = entry.sha256;
      stored.erase(found);
    }
    std::vector<std::string> surplus;
    for (const auto& [path, entry] : stored) {
      surplus.push_back(entry->name);
    }
    if (!missing.empty()) {
      findings_.push_back(fmt::format("the file lacks {} of the model: {}",
                                      detail::counted(missing.size(), "tensor", "tensors"), detail::listed(missing)));
    }
    if (!surplus.empty()) {
      findings_.push_back(fmt::format("the file has {} that the model lacks: {}",
                                      detail::counted(surplus.size(), "tensor", "tensors"), detail::listed(surplus)));
    }
  }

  void compare_datasets(const Manifest& manifest) {
    constexpr std::size_t kMost = 1'000'000;
    std::set<std::string> expected = {"/manifest"};
    for (const ManifestEntry& entry : manifest.tensors) {
      expected.insert(entry.dataset());
    }
    for (const std::string& path : file_.dataset_paths(kMost)) {
      if (!expected.contains(path.starts_with('/') ? path : "/" + path)) {
        findings_.push_back(fmt::format("the dataset {} does not stand in the manifest", path));
      }
    }
  }

  at::Tensor read_tensor(const ModelTensor& wanted) {
    const auto complain = [&](const std::string& finding) {
      findings_.push_back(finding);
      return at::Tensor();
    };
    const auto dataset = file_.dataset(wanted.entry.dataset());
    if (!dataset) {
      return complain(dataset.error().message);
    }
    const auto type = detail::scalar_type_of(dataset->type());
    if (type != wanted.tensor.scalar_type() || dataset->shape() != wanted.entry.shape || !dataset->has_space()) {
      return complain(fmt::format("the dataset {} is not the {} that the manifest says", wanted.entry.dataset(),
                                  wanted.entry.shape_text()));
    }
    std::vector<std::byte> bytes;
    bytes.reserve(wanted.tensor.nbytes());
    hdf5::BlockSource source(*dataset);
    while (true) {
      const auto raw = source.next();
      if (!raw) {
        return complain(raw.error().message);
      }
      if (!raw->has_value()) {
        break;
      }
      const auto block = (*raw)->decode();
      if (!block) {
        return complain(block.error().message);
      }
      bytes.insert(bytes.end(), block->bytes.begin(), block->bytes.end());
    }
    if (bytes.size() != wanted.tensor.nbytes() || digest_of(std::span<const std::byte>(bytes)) != wanted.entry.sha256) {
      return complain(fmt::format("the content of {} was changed: it does not have its SHA-256", wanted.entry.name));
    }
    return detail::tensor_from_bytes(*type, wanted.entry.shape, bytes);
  }

  hdf5::File file_;
  std::vector<ModelTensor> model_;
  std::vector<std::string> findings_;
};

}  // namespace

void save_checkpoint(const std::filesystem::path& path, const torch::nn::Module& model, const CheckpointInfo& info) {
  Manifest manifest{info, {}};
  hdf5::FileWriter writer(path, std::string(kSealLabel));
  for (ModelTensor& each : tensors_of(model)) {
    const auto type = detail::element_type_of(each.tensor);
    if (!type) {
      throw base::UserError(fmt::format("{} is {}: a checkpoint cannot hold this type", each.entry.name,
                                        detail::shape_text(each.tensor)));
    }
    const at::Tensor dense = detail::to_dense_cpu(each.tensor);
    const auto bytes = detail::bytes_of(dense);
    each.entry.sha256 = digest_of(bytes);
    writer.dataset(each.entry.dataset(), *type, each.entry.shape, bytes);
    manifest.tensors.push_back(std::move(each.entry));
  }
  writer.texts("/manifest", std::vector<std::string>{detail::to_json_text(manifest)});
  writer.commit();
}

tl::expected<CheckpointInfo, CheckpointProblem> load_checkpoint(const std::filesystem::path& path,
                                                                torch::nn::Module& model) {
  // Before HDF5 sees it: the library itself may crash on a damaged file.
  if (hdf5::intact_seal(path) != std::string(kSealLabel)) {
    return refused(path, std::filesystem::exists(path)
                             ? "no checkpoint of Assay, or changed since it was written: its seal is missing or broken"
                             : "there is no such file");
  }
  auto file = hdf5::File::open(path);
  if (!file) {
    return refused(path, file.error().message);
  }
  return Loader(std::move(*file), model).load();
}

}  // namespace assay::train
