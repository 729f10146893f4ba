#pragma once

#include <assay/report/detail/page.hpp>
#include <assay/run/run_record.hpp>

namespace assay::report::detail {

/// The last lines: how many cases of each verdict, checks, time, and what the exit code means.
void add_conclusion(Page& page, const run::RunRecord& record);

}  // namespace assay::report::detail
