#include <assay/base/utf8.hpp>
#include <assay/hdf5/detail/origin.hpp>

#include <fmt/format.h>

namespace assay::hdf5::detail {

Problem Origin::problem(Problem::Kind kind, std::string_view cause) const {
  const std::string file_text = base::to_printable(file.native());
  std::string message = object.empty()
                            ? fmt::format("{}: {}", file_text, cause)
                            : fmt::format("{}: dataset {}: {}", file_text, base::to_printable(object), cause);
  return Problem{.kind = kind, .file = file, .object = object, .message = std::move(message)};
}

}  // namespace assay::hdf5::detail
