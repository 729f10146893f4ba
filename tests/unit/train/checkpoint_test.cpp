#include <assay/base/sha256.hpp>
#include <assay/hdf5/file_writer.hpp>
#include <assay/train/checkpoint.hpp>
#include <assay/train/detail/manifest.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/detail/random_state.hpp>
#include <assay/train/detail/tensor_bytes.hpp>
#include <assay/train/recipe.hpp>

#include "mlp_recipe.hpp"
#include "temporary_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>

namespace assay::train {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t kLargeSeed = std::numeric_limits<std::uint64_t>::max();

std::unique_ptr<Recipe> build(std::uint64_t seed, const MlpOptions& options = {}) {
  const detail::Session session(seed, 1);
  RecipeSettings settings;
  settings.seed = seed;
  return mlp(options)(settings);
}

/// Every parameter and buffer, to the bit.
std::vector<std::vector<std::byte>> content(Recipe& recipe) {
  std::vector<std::vector<std::byte>> all;
  for (const auto& tensors : {detail::named_parameters(recipe.model()), detail::named_buffers(recipe.model())}) {
    for (const auto& each : tensors) {
      const at::Tensor dense = detail::to_dense_cpu(each.tensor);
      const auto bytes = detail::bytes_of(dense);
      all.emplace_back(bytes.begin(), bytes.end());
    }
  }
  return all;
}

class Checkpoint : public testing::Test {
 protected:
  /// What keeps the stored checkpoint out of a model, which must be left as it was.
  std::vector<std::string> findings(const MlpOptions& options = {}) {
    const auto recipe = build(2, options);
    const auto before = content(*recipe);
    const auto loaded = load_checkpoint(path, recipe->model());
    EXPECT_FALSE(loaded.has_value());
    EXPECT_EQ(content(*recipe), before);
    if (loaded) {
      return {};
    }
    EXPECT_THAT(loaded.error().message, HasSubstr(path.string()));
    return loaded.error().findings;
  }
  void save(const MlpOptions& options = {}) {
    save_checkpoint(path, build(1, options)->model(), {"mlp", kLargeSeed, 12});
  }

  TemporaryFolder folder;
  std::filesystem::path path = folder / "model.h5";
};

TEST_F(Checkpoint, gives_back_every_bit) {
  const auto saved = build(1);
  (void)saved->step(saved->batch(0));  // moves the buffers too
  save_checkpoint(path, saved->model(), {"mlp", kLargeSeed, 12});
  const auto loaded = build(2);
  ASSERT_NE(content(*loaded), content(*saved));
  const auto tensor_before = detail::named_parameters(loaded->model()).front().tensor.unsafeGetTensorImpl();
  const auto info = load_checkpoint(path, loaded->model());
  ASSERT_TRUE(info) << info.error().message;
  EXPECT_EQ(content(*loaded), content(*saved));
  EXPECT_EQ(info->recipe, "mlp");
  EXPECT_EQ(info->seed, kLargeSeed);
  EXPECT_EQ(info->steps, 12U);
  // The optimizer goes on holding the same tensor.
  EXPECT_EQ(detail::named_parameters(loaded->model()).front().tensor.unsafeGetTensorImpl(), tensor_before);
}

TEST_F(Checkpoint, other_shapes_are_refused_with_both) {
  save({Twist::kNone, 24, false, 0});
  EXPECT_THAT(findings({Twist::kNone, 12, false, 0}),
              AllOf(Contains("fc1.weight is [24, 8] float32 in the file, [12, 8] float32 in the model"),
                    Contains("norm.running_mean is [24] float32 in the file, [12] float32 in the model")));
}

TEST_F(Checkpoint, names_that_one_of_them_lacks_are_listed) {
  save({Twist::kNone, 24, true, 0});
  EXPECT_THAT(findings(), ElementsAre("the file has 2 tensors that the model lacks: extra.bias, extra.weight"));
  save();
  EXPECT_THAT(findings({Twist::kNone, 24, true, 0}),
              ElementsAre("the file lacks 2 tensors of the model: extra.weight, extra.bias"));
}

TEST_F(Checkpoint, one_byte_changed_anywhere_is_seen) {
  save();
  std::ifstream original(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(original), {}};
  ASSERT_GT(bytes.size(), 1000U);
  for (const std::size_t at : {std::size_t{3}, std::size_t{600}, bytes.size() / 2, bytes.size() - 2}) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << changed;
    EXPECT_THAT(findings(), ElementsAre(HasSubstr("its seal is missing or broken"))) << "byte " << at;
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes.substr(0, bytes.size() - 1);
  EXPECT_THAT(findings(), ElementsAre(HasSubstr("its seal is missing or broken")));
}

TEST_F(Checkpoint, a_file_that_is_not_there_is_said) { EXPECT_THAT(findings(), ElementsAre("there is no such file")); }

/// A sealed file whose manifest and datasets may disagree, as another program could write it.
class Forged : public Checkpoint {
 protected:
  detail::Manifest honest() {
    const auto recipe = build(1);
    detail::Manifest manifest{{"mlp", 1, 0}, {}};
    const auto add = [&](const std::vector<detail::NamedTensor>& tensors, bool buffer) {
      for (const auto& [name, tensor] : tensors) {
        const auto sizes = tensor.sizes();
        const at::Tensor dense = detail::to_dense_cpu(tensor);
        const auto bytes = detail::bytes_of(dense);
        base::Sha256 sha;
        sha.add(bytes);
        manifest.tensors.push_back(
            {buffer, name, detail::element_name(tensor), {sizes.begin(), sizes.end()}, base::to_hex(sha.finish())});
        contents.emplace_back(bytes.begin(), bytes.end());
        types.push_back(*detail::element_type_of(tensor));
      }
    };
    add(detail::named_parameters(recipe->model()), false);
    add(detail::named_buffers(recipe->model()), true);
    return manifest;
  }

  void write(const detail::Manifest& manifest, const std::string& manifest_text, const std::string& surplus = "") {
    hdf5::FileWriter writer(path, "assay-checkpoint");
    for (std::size_t i = 0; i < manifest.tensors.size(); ++i) {
      writer.dataset(manifest.tensors[i].dataset(), types[i], manifest.tensors[i].shape, contents[i]);
    }
    if (!surplus.empty()) {
      writer.texts(surplus, std::vector<std::string>{"more"});
    }
    writer.texts("/manifest", std::vector<std::string>{manifest_text});
    writer.commit();
  }

  std::vector<std::vector<std::byte>> contents;
  std::vector<hdf5::ElementType> types;
};

TEST_F(Forged, the_honest_one_loads) {
  const auto manifest = honest();
  write(manifest, detail::to_json_text(manifest));
  const auto recipe = build(2);
  EXPECT_TRUE(load_checkpoint(path, recipe->model()));
  EXPECT_EQ(content(*recipe), content(*build(1)));
}

TEST_F(Forged, content_without_its_digest_is_named) {
  auto manifest = honest();
  const std::string text = detail::to_json_text(manifest);
  contents[1][0] ^= std::byte{1};
  write(manifest, text);
  EXPECT_THAT(findings(), ElementsAre("the content of fc1.bias was changed: it does not have its SHA-256"));
}

TEST_F(Forged, a_dataset_that_the_manifest_does_not_know_is_refused) {
  const auto manifest = honest();
  write(manifest, detail::to_json_text(manifest), "/parameters/stranger");
  EXPECT_THAT(findings(), ElementsAre(HasSubstr("/parameters/stranger does not stand in the manifest")));
}

TEST_F(Forged, a_dataset_of_another_type_than_the_manifest_says_is_refused) {
  auto manifest = honest();
  const std::string text = detail::to_json_text(manifest);
  types[0].kind = hdf5::ElementKind::kInteger;
  types[0].is_signed = true;
  write(manifest, text);
  EXPECT_THAT(findings(),
              ElementsAre("the dataset /parameters/fc1.weight is not the [24, 8] float32 that the manifest says"));
}

TEST_F(Forged, text_that_is_no_manifest_is_refused) {
  const auto manifest = honest();
  for (
      const std::string& text :
      {std::string("{"), std::string("[]"), std::string(R"({"format": "other"})"),
       std::string(R"({"format": "assay-checkpoint", "format_version": "2.0"})"),
       std::string(
           R"({"format": "assay-checkpoint", "format_version": "1.0", "recipe": "x", "seed": -1, "steps": 0, "tensors": []})"),
       std::string(
           R"({"format": "assay-checkpoint", "format_version": "1.0", "recipe": "x", "seed": 1, "steps": 0, "tensors": [7]})")}) {
    write(manifest, text);
    EXPECT_THAT(findings(), ElementsAre(testing::AnyOf(HasSubstr("manifest"), HasSubstr("format version")))) << text;
  }
}

TEST(Manifest, names_with_a_slash_stay_one_dataset) {
  detail::ManifestEntry entry;
  entry.name = "a/b%c.weight";
  EXPECT_EQ(entry.dataset(), "/parameters/a%2Fb%25c.weight");
  entry.buffer = true;
  EXPECT_EQ(entry.dataset(), "/buffers/a%2Fb%25c.weight");
}

}  // namespace
}  // namespace assay::train
