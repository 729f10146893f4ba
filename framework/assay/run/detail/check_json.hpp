#pragma once

#include <assay/base/check_result.hpp>
#include <assay/base/detail/json.hpp>

namespace assay::run::detail {

/// A scalar of an event log: as `base::detail::to_json`, but a non-finite number is `{"number": "nan"}`, so that the
/// text `nan` stays a text.
[[nodiscard]] base::detail::Json scalar_to_json(const base::Scalar& scalar);
/// @throws FieldError
[[nodiscard]] base::Scalar scalar_from_json(const base::detail::Json* json);

/// A number that may be non-finite. @throws FieldError
[[nodiscard]] double double_from_json(const base::detail::Json& json);

[[nodiscard]] base::detail::Json measurement_to_json(const base::Measurement& measurement);
/// @throws FieldError
[[nodiscard]] base::Measurement measurement_from_json(const base::detail::Json& json);

[[nodiscard]] base::detail::Json check_to_json(const base::CheckResult& check);
/// @throws FieldError
[[nodiscard]] base::CheckResult check_from_json(const base::detail::Json& json);

/// The word of a field, or the default when it is not there. @throws FieldError for a word that is none.
[[nodiscard]] base::Verdict verdict_from_word(const std::string& word);
[[nodiscard]] base::Fault fault_from_word(const std::string& word);

}  // namespace assay::run::detail
