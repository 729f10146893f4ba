#pragma once

#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/partner.hpp>

#include <tl/expected.hpp>

#include <optional>

namespace assay::expect::detail {

/// Which dataset a check names beside its own.
[[nodiscard]] DatasetKey key_of(const Question& question, const suite::DatasetReference& reference);

/// The other dataset, walked beside the scanned one. Trouble: it is not there, cannot be read or is of another shape.
[[nodiscard]] tl::expected<Partner, Trouble> partner_of(const DataQuestion& data,
                                                        const suite::DatasetReference& reference, Planner& planner);

/// Never-written partners without a fill value have no value to compare with.
[[nodiscard]] std::optional<Trouble> valueless_trouble(const Structure& other, std::uint64_t valueless);

}  // namespace assay::expect::detail
