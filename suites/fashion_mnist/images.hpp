#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace assay::suites {

inline constexpr std::uint64_t kImageSide = 28;     ///< pixels
inline constexpr std::uint64_t kImageClasses = 10;  ///< labels are 0 to 9

/// Images with their labels, in the order of the file.
struct LabelledImages {
  std::uint64_t count = 0;
  std::vector<std::byte> pixels;  ///< count * kImageSide * kImageSide grey values: image, row, column
  std::vector<std::byte> labels;  ///< count class numbers, each below kImageClasses
};

/// The two splits of Fashion-MNIST.
struct FashionMnist {
  LabelledImages train;
  LabelledImages test;
};

/// Reads a file as `datasets/fashion_mnist` makes it. No more than a million images a split, so that no file can ask
/// for any amount of memory.
/// @throws base::UserError for a file that is not there or cannot be read, and for datasets of another type or shape,
/// of no images, with labels that are no class, or with parts that were never written.
[[nodiscard]] FashionMnist read_fashion_mnist(const std::filesystem::path& file);

/// The content of `${ASSAY_DATA}/fashion_mnist.h5`, read at the first call and kept for the life of the process.
/// @throws base::UserError as above, and when the variable is not set.
[[nodiscard]] const FashionMnist& fashion_mnist();

}  // namespace assay::suites
