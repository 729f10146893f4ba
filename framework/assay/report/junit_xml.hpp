#pragma once

#include <assay/run/run_record.hpp>

#include <string>

namespace assay::report {

/// JUnit XML: a `testsuite` a suite, `classname` = `suite.kind`, `name` = case or `case/check`, failure text once,
/// skips with their reason, measurements as properties, counts that agree with the entries. Always well-formed XML 1.0
/// in UTF-8.
[[nodiscard]] std::string junit_xml(const run::RunRecord& record);

}  // namespace assay::report
