#include <assay/expect/detail/png_text.hpp>

#include <png.h>

#include <memory>

namespace assay::expect::detail {

tl::expected<std::string, std::string> png_text(const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  const std::unique_ptr<png_image, void (*)(png_image*)> ended(&image, png_image_free);
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = bytes.size();
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.pixels.data(), 0, nullptr) == 0) {
    return tl::unexpected(std::string(image.message));
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace assay::expect::detail
