#pragma once

#include <assay/report/detail/page.hpp>
#include <assay/run/run_record.hpp>

#include <cstddef>
#include <string>

namespace assay::report::detail {

/// Name of a case within its suite: `kind.name`, printable.
[[nodiscard]] std::string row_name_of(const run::PlannedCase& planned);

/// One line for a case: mark, name, what became of its checks or why it has no verdict, time; what was measured stands
/// dim below a case that passed.
void add_case_row(Page& page, const run::CaseRecord& record, std::size_t column);

}  // namespace assay::report::detail
