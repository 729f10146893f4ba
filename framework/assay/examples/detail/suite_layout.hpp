#pragma once

#include <assay/examples/example_suite.hpp>
#include <assay/examples/suite_file.hpp>

#include <filesystem>
#include <string_view>
#include <vector>

namespace assay::examples::detail {

/// Ids of the examples from their inputs. @throws base::UserError for inputs that are none or of other lengths
void set_ids(ExampleSuite& suite, const std::vector<InputColumn>& inputs);

/// @throws base::UserError for labels, names, dates and ids that a suite must not hold
void expect_sound(const ExampleSuite& suite);

/// Writes and commits a sealed file of format 1.0, over an older one.
void write_suite_file(const std::filesystem::path& target, const ExampleSuite& suite,
                      const std::vector<InputColumn>& inputs);

/// True for datasets that `write_suite_file` writes.
[[nodiscard]] bool is_known_column(std::string_view path) noexcept;

}  // namespace assay::examples::detail
