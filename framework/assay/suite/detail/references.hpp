#pragma once

#include <assay/suite/project.hpp>

#include <span>

namespace assay::config {
class Reader;
struct Node;
}  // namespace assay::config

namespace assay::suite::detail {

/// Reports names of tiers that the project does not have.
void check_tiers(config::Reader& reader, std::span<const Tier> tiers);

/// Reports a `checkpoint = "train.<name>"` without that case in the suite.
void check_checkpoints(config::Reader& reader, const Suite& suite);

/// Reports names that are neither under `[data]` nor may be files, and data that no case uses.
/// @param root the whole document, in which a use below a misspelt key counts as well
void check_data(config::Reader& reader, const Suite& suite, const config::Node& root);

}  // namespace assay::suite::detail
