#include <assay/hdf5/file_writer.hpp>
#include <assay/hdf5/seal.hpp>

#include <fashion_mnist/builder.hpp>
#include <fashion_mnist/idx.hpp>
#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

namespace assay::datasets {
namespace {

// Raise it whenever the same inputs would give another file.
constexpr int kBuilderVersion = 1;

struct Part {
  std::string path;  ///< of the dataset to be made
  std::string what;
  IdxSource source;
};

const std::array<Part, 4>& parts() {
  static const std::array<Part, 4> all_parts{{
      {"/train/images",
       "grey values of images: row, y, x; 0 is background, 255 is full",
       {"train-images-idx3-ubyte.gz",
        {60000, 28, 28},
        "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888"}},
      {"/train/labels",
       "class of each image: an index into /classes/names",
       {"train-labels-idx1-ubyte.gz", {60000}, "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9"}},
      {"/test/images",
       "grey values of images: row, y, x; 0 is background, 255 is full",
       {"t10k-images-idx3-ubyte.gz",
        {10000, 28, 28},
        "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b"}},
      {"/test/labels",
       "class of each image: an index into /classes/names",
       {"t10k-labels-idx1-ubyte.gz", {10000}, "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"}},
  }};
  return all_parts;
}

/// The classes in the order of their labels, as the authors' README names them.
const std::array<std::string, 10>& class_names() {
  static const std::array<std::string, 10> names{"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat",
                                                 "Sandal",      "Shirt",   "Sneaker",  "Bag",   "Ankle boot"};
  return names;
}

/// The inputs are part of the program, so the version stands for them too.
std::string seal_label() { return fmt::format("assay_fashion_mnist {}", kBuilderVersion); }

void describe(hdf5::FileWriter& file) {
  const std::array<std::pair<const char*, const char*>, 7> texts{{
      {"title", "Fashion-MNIST: 60,000 + 10,000 images of articles in ten classes, 28 x 28 grey values"},
      {"licence", "MIT"},
      {"copyright", "Copyright (c) 2017 Zalando SE, https://tech.zalando.com"},
      {"citation",
       "Han Xiao, Kashif Rasul, Roland Vollgraf: Fashion-MNIST: a Novel Image Dataset for Benchmarking Machine "
       "Learning Algorithms. arXiv:1708.07747, 2017"},
      {"homepage", "https://github.com/zalandoresearch/fashion-mnist"},
      {"source", "IDX files of Debian's package dataset-fashion-mnist"},
      {"builder", "assay_fashion_mnist"},
  }};
  for (const auto& [name, text] : texts) {
    file.attribute("/", name, std::string(text));
  }
  file.attribute("/", "builder_version", std::int64_t{kBuilderVersion});
}

}  // namespace

std::filesystem::path debian_folder() { return "/usr/share/datasets/fashion-mnist"; }

bool is_current(const std::filesystem::path& output) { return hdf5::intact_seal(output) == seal_label(); }

void build(const std::filesystem::path& source, const std::filesystem::path& output) {
  constexpr int kDeflate = 6;
  constexpr std::uint64_t kImagesPerChunk = 500;  // 392 kB
  constexpr std::uint64_t kLabelsPerChunk = 10000;
  // All inputs are judged before any is compressed, which takes far longer.
  std::vector<std::vector<std::byte>> inputs;
  for (const Part& part : parts()) {
    inputs.push_back(read_idx(source, part.source));
  }
  hdf5::FileWriter file(output, seal_label());
  const hdf5::ElementType byte{.kind = hdf5::ElementKind::kInteger, .size = 1};
  for (std::size_t i = 0; i < parts().size(); ++i) {
    const Part& part = parts()[i];
    const std::vector<std::uint64_t> shape(part.source.shape.begin(), part.source.shape.end());
    hdf5::Storage storage{.chunk = shape, .deflate = kDeflate, .checksum = true};
    storage.chunk.front() = shape.size() > 1 ? kImagesPerChunk : kLabelsPerChunk;
    file.dataset(part.path, byte, shape, inputs[i], storage);
    file.attribute(part.path, "description", part.what);
    file.attribute(part.path, "source_file", part.source.name);
    file.attribute(part.path, "source_sha256", part.source.sha256);
  }
  file.texts("/classes/names", class_names());
  file.attribute("/classes/names", "description", std::string("names of the classes 0 to 9"));
  describe(file);
  file.commit();
}

}  // namespace assay::datasets
