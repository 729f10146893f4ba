#pragma once

#include <assay/report/detail/page.hpp>
#include <assay/run/run_record.hpp>

namespace assay::report::detail {

/// True when a case has more to tell than its row: it failed, could not be judged, or broke.
[[nodiscard]] bool has_trouble(const run::CaseRecord& record) noexcept;

/// Everything about a case in trouble: each check with its failures, why the case itself broke, what the worker printed
/// last, and the command that reproduces it.
void add_trouble(Page& page, const run::CaseRecord& record);

}  // namespace assay::report::detail
