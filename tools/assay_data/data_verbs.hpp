#pragma once

#include <assay/base/exit_code.hpp>
#include <assay/expect/detail/make_profile.hpp>
#include <assay/expect/detail/structure.hpp>

#include "data_options.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>

namespace assay::tools {

/// Told before a file is touched.
using OnRead = expect::detail::OnRead;

/// Profiles data, or adds profiles up, prints the result and stores it. @throws base::UserError
[[nodiscard]] base::ExitCode profile(const ProfileOptions& options, const OnRead& on_read);

/// Writes a suite that passes on the data. @throws base::UserError
[[nodiscard]] base::ExitCode suggest(const SuggestOptions& options, const OnRead& on_read);

/// Compares two data sets or their profiles. @throws base::UserError
[[nodiscard]] base::ExitCode drift(const DriftOptions& options, const OnRead& on_read);

/// The profile that a file holds, or one of the data in it; what cannot be read is told on stderr.
/// @throws base::UserError when there is no such file, no such dataset, or a profile that cannot be used;
/// DamagedData when the file cannot be read at all.
[[nodiscard]] expect::detail::DataProfile profile_of(const std::filesystem::path& file, const std::string& dataset,
                                                     const OnRead& on_read);

/// The data are broken, which is their fault and nobody's mistake: exit 1.
struct DamagedData : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace assay::tools
