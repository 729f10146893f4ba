#include <assay/base/error.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/file.hpp>

#include <fashion_mnist/images.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>

namespace assay::suites {
namespace {

constexpr std::uint64_t kMostImages = 1'000'000;
constexpr const char* kHowToMake = "assay_fashion_mnist makes the file, tools/demo calls it";

[[noreturn]] void refuse(const hdf5::Dataset& dataset, const std::string& finding) {
  throw base::UserError(
      fmt::format("{}: dataset {} {}; {}", dataset.file().string(), dataset.path(), finding, kHowToMake));
}

hdf5::Dataset open_bytes(const hdf5::File& file, const std::string& path) {
  auto dataset = file.dataset(path);
  if (!dataset) {
    throw base::UserError(fmt::format("{}; {}", dataset.error().message, kHowToMake));
  }
  if (dataset->type().name() != "uint8") {
    refuse(*dataset, fmt::format("is of type {}, expected uint8", dataset->type().name()));
  }
  return *std::move(dataset);
}

std::vector<std::byte> read_bytes(const hdf5::Dataset& dataset) {
  std::vector<std::byte> bytes;
  bytes.reserve(static_cast<std::size_t>(dataset.rows() * dataset.row_elements()));
  hdf5::BlockSource source(dataset);
  hdf5::Block block;
  while (true) {
    const auto raw = source.next();
    if (!raw) {
      throw base::UserError(raw.error().message);
    }
    if (!*raw) {
      return bytes;
    }
    if (const auto decoded = (*raw)->decode_into(block); !decoded) {
      throw base::UserError(decoded.error().message);
    }
    if (!block.unwritten.empty()) {
      refuse(dataset, fmt::format("was never written between rows {} and {}", block.first_row,
                                  block.first_row + block.rows - 1));
    }
    bytes.insert(bytes.end(), block.bytes.begin(), block.bytes.end());
  }
}

LabelledImages read_split(const hdf5::File& file, const std::string& split) {
  const hdf5::Dataset images = open_bytes(file, split + "/images");
  const hdf5::Dataset labels = open_bytes(file, split + "/labels");
  const std::uint64_t count = images.rows();
  if (images.shape() != std::vector<std::uint64_t>{count, kImageSide, kImageSide} || count == 0 ||
      count > kMostImages) {
    refuse(images, fmt::format("has the shape [{}], expected [n, {}, {}] with n from 1 to {}",
                               fmt::join(images.shape(), ", "), kImageSide, kImageSide, kMostImages));
  }
  if (labels.shape() != std::vector<std::uint64_t>{count}) {
    refuse(labels, fmt::format("has the shape [{}], expected [{}], one for each image", fmt::join(labels.shape(), ", "),
                               count));
  }
  LabelledImages read{count, read_bytes(images), read_bytes(labels)};
  const auto wrong = std::find_if(read.labels.begin(), read.labels.end(), [](std::byte label) {
    return std::to_integer<std::uint64_t>(label) >= kImageClasses;
  });
  if (wrong != read.labels.end()) {
    refuse(labels, fmt::format("holds the label {} at row {}, expected 0 to {}", std::to_integer<unsigned>(*wrong),
                               wrong - read.labels.begin(), kImageClasses - 1));
  }
  return read;
}

FashionMnist read_from_environment() {
  const char* folder = std::getenv("ASSAY_DATA");
  if (folder == nullptr || *folder == '\0') {
    throw base::UserError(
        fmt::format("the environment variable ASSAY_DATA is not set; set it to the folder that holds "
                    "fashion_mnist.h5 ({})",
                    kHowToMake));
  }
  return read_fashion_mnist(std::filesystem::path(folder) / "fashion_mnist.h5");
}

}  // namespace

FashionMnist read_fashion_mnist(const std::filesystem::path& file) {
  const auto opened = hdf5::File::open(file);
  if (!opened) {
    throw base::UserError(fmt::format("{}; {}", opened.error().message, kHowToMake));
  }
  return {read_split(*opened, "train"), read_split(*opened, "test")};
}

const FashionMnist& fashion_mnist() {
  static const FashionMnist images = read_from_environment();
  return images;
}

}  // namespace assay::suites
