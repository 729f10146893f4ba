#pragma once

#include <assay/examples/example_suite.hpp>
#include <assay/hdf5/file.hpp>

#include <string_view>

namespace assay::examples::detail {

/// Reads `/examples/meta` and `/tags/names` into a suite whose examples have ids and labels. @throws base::UserError
void read_meta(const hdf5::File& file, ExampleSuite& suite);

/// True for a day of the calendar written `YYYY-MM-DD`.
[[nodiscard]] bool is_date(std::string_view text) noexcept;

}  // namespace assay::examples::detail
