#pragma once

#include <assay/config/type.hpp>
#include <assay/suite/dataset_reference.hpp>

#include <string>

namespace assay::suite::detail {

/// Category of the references that name an entry of `[data]` or a file.
inline constexpr const char* kDataCategory = "data";
/// Category of the references that name a tier.
inline constexpr const char* kTierCategory = "tier";
/// Category of the references that name a checkpoint: a file, or a case that writes one.
inline constexpr const char* kCheckpointCategory = "checkpoint";

/// A path with an optional selection, in data that is left empty.
[[nodiscard]] config::Type<DatasetReference> dataset_path_type();

/// `"path in the same data"` or `{ data = , dataset = }`.
[[nodiscard]] config::Type<DatasetReference> dataset_reference_type();

/// A name under `[data]` or a file, noted as a reference.
[[nodiscard]] config::Type<std::string> data_type();

}  // namespace assay::suite::detail
