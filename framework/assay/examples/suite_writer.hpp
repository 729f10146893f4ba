#pragma once

#include <assay/examples/example_suite.hpp>
#include <assay/examples/reading.hpp>
#include <assay/examples/suite_file.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay::examples {

/// What was committed.
struct Committed {
  std::uint64_t generation = 0;
  std::uint64_t added = 0;          ///< examples that the file did not hold before
  std::uint64_t already_there = 0;  ///< examples that were given and stand in the file by their id: left as they were
  std::string content_digest;
};

/// Writes a new suite file of format 1.0, whole or not at all (written beside it, flushed, renamed), checksummed by
/// chunk and sealed. Ids are made from the inputs (`Example::id` is not looked at); the same content gives the same
/// bytes. `generation`, and `suite_id` when it is empty, are set here; `file`, `sealed` and `notes` mean nothing.
/// @param inputs at least one; each holds as many rows as there are examples
/// @throws base::UserError when the target is there, lengths differ, a label is no class, an id stands twice, a tag or
/// class name is empty, stands twice or is no UTF-8, a date is none; base::InfrastructureError when it cannot be
/// written
Committed create_suite(const std::filesystem::path& target, ExampleSuite suite, std::vector<InputColumn> inputs);

/// Adds examples to a suite file by copy, append, flush and rename; one writer at a time in a folder (an advisory lock
/// on the folder, waited for). Classes, input names, types and shapes must be those of the file; new tags are added
/// behind the old ones. The generation before stays beside it as `NAME.previous`.
/// @param reading told of the file once no other writer is waited for
/// @throws base::UserError as create_suite, and for a file that is damaged or holds columns this version would lose
Committed append_to_suite(const std::filesystem::path& target, const ExampleSuite& more,
                          const std::vector<InputColumn>& inputs, const Reading& reading = {});

}  // namespace assay::examples
