#pragma once

#include <assay/expect/detail/contact_sheet.hpp>

#include <tl/expected.hpp>

#include <string>

namespace assay::expect::detail {

/// The picture as the bytes of a PNG file (8-bit RGB), or what libpng says is wrong. The same bytes each time.
[[nodiscard]] tl::expected<std::string, std::string> png_text(const Picture& picture);

}  // namespace assay::expect::detail
