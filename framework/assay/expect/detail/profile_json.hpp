#pragma once

#include <assay/base/detail/json.hpp>
#include <assay/expect/detail/data_profile.hpp>

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace assay::expect::detail {

/// A profile as JSON: `"format": "assay-profile"`, `"format_version": 1`. It holds the whole state, so that what is
/// read back is equal and can be merged further; mean, deviation and count of different values stand there for the
/// reader.
[[nodiscard]] base::detail::Json to_json(const DataProfile& profile);

/// The reverse, or one sentence that names the place and what is wrong there. Checks all that it reads.
[[nodiscard]] tl::expected<DataProfile, std::string> profile_of_json(std::string_view text);

}  // namespace assay::expect::detail
