#include <assay/run/detail/check_json.hpp>
#include <assay/run/detail/fields.hpp>

#include <fmt/format.h>

#include <cmath>

namespace assay::run::detail {

using base::detail::Json;
using base::detail::to_json;

namespace {

std::optional<std::uint64_t> optional_count(const Fields& fields, const char* name) {
  return fields.find(name) == nullptr ? std::nullopt : std::optional(fields.count(name));
}

Json offender_to_json(const base::Offender& offender) {
  Json json = {{"row", offender.row}};
  if (!offender.index.empty()) json["index"] = offender.index;
  if (offender.value.index() != 0) json["value"] = scalar_to_json(offender.value);
  return json;
}

base::Offender offender_from_json(const Json& json) {
  const Fields fields(json, "an offender");
  base::Offender offender;
  offender.row = fields.count("row");
  for (const Json* position : fields.list("index")) {
    if (!position->is_number_unsigned()) throw FieldError("`index` of an offender: expected whole numbers");
    offender.index.push_back(position->get<std::uint64_t>());
  }
  offender.value = scalar_from_json(fields.find("value"));
  return offender;
}

Json file_to_json(const base::AttachedFile& file) {
  return {{"path", to_json(file.path)}, {"media_type", to_json(file.media_type)}, {"caption", to_json(file.caption)}};
}

base::AttachedFile file_from_json(const Json& json) {
  const Fields fields(json, "a file of a failure");
  return {.path = fields.text("path"), .media_type = fields.text("media_type"), .caption = fields.text("caption")};
}

Json failure_to_json(const base::Failure& failure) {
  Json json = {{"message", to_json(failure.message)}};
  if (failure.expected.index() != 0) json["expected"] = scalar_to_json(failure.expected);
  if (failure.observed.index() != 0) json["observed"] = scalar_to_json(failure.observed);
  if (failure.unexpected) json["unexpected"] = *failure.unexpected;
  if (failure.total) json["total"] = *failure.total;
  for (const base::Offender& offender : failure.offenders) json["offenders"].push_back(offender_to_json(offender));
  if (failure.truncated) json["truncated"] = true;
  for (const base::AttachedFile& file : failure.files) json["files"].push_back(file_to_json(file));
  return json;
}

base::Failure failure_from_json(const Json& json) {
  const Fields fields(json, "a failure");
  base::Failure failure;
  failure.message = fields.text("message");
  failure.expected = scalar_from_json(fields.find("expected"));
  failure.observed = scalar_from_json(fields.find("observed"));
  failure.unexpected = optional_count(fields, "unexpected");
  failure.total = optional_count(fields, "total");
  for (const Json* offender : fields.list("offenders")) failure.offenders.push_back(offender_from_json(*offender));
  failure.truncated = fields.flag("truncated");
  for (const Json* file : fields.list("files")) failure.files.push_back(file_from_json(*file));
  return failure;
}

}  // namespace

Json scalar_to_json(const base::Scalar& scalar) {
  const double* number = std::get_if<double>(&scalar);
  if (number != nullptr && !std::isfinite(*number)) return Json{{"number", base::to_text(scalar)}};
  return to_json(scalar);
}

base::Scalar scalar_from_json(const Json* json) {
  if (json == nullptr) return {};
  if (json->is_string()) return json->get<std::string>();
  const Json& plain = json->is_object() && json->contains("number") ? json->at("number") : *json;
  tl::expected<base::Scalar, std::string> scalar = base::detail::to_scalar(plain);
  if (!scalar) throw FieldError(scalar.error());
  return *std::move(scalar);
}

double double_from_json(const Json& json) {
  const base::Scalar scalar = scalar_from_json(&json);
  if (const auto* whole = std::get_if<std::int64_t>(&scalar)) return static_cast<double>(*whole);
  if (const auto* large = std::get_if<std::uint64_t>(&scalar)) return static_cast<double>(*large);
  if (const auto* real = std::get_if<double>(&scalar)) return *real;
  throw FieldError("expected a number");
}

Json measurement_to_json(const base::Measurement& measurement) {
  Json json = {{"name", to_json(measurement.name)}, {"value", scalar_to_json(measurement.value)}};
  if (!measurement.unit.empty()) json["unit"] = to_json(measurement.unit);
  if (!measurement.direction.empty()) json["direction"] = to_json(measurement.direction);
  return json;
}

base::Measurement measurement_from_json(const Json& json) {
  const Fields fields(json, "a measurement");
  return {.name = fields.text("name"),
          .value = scalar_from_json(fields.find("value")),
          .unit = fields.text("unit"),
          .direction = fields.text("direction")};
}

Json check_to_json(const base::CheckResult& check) {
  Json json = {{"check", to_json(check.check)}, {"verdict", std::string(to_text(check.verdict))}};
  if (check.fault != base::Fault::kNone) json["fault"] = std::string(to_text(check.fault));
  if (!check.reason.empty()) json["reason"] = to_json(check.reason);
  for (const base::Failure& failure : check.failures) json["failures"].push_back(failure_to_json(failure));
  for (const base::Measurement& metric : check.metrics) json["metrics"].push_back(measurement_to_json(metric));
  return json;
}

base::CheckResult check_from_json(const Json& json) {
  const Fields fields(json, "a check");
  base::CheckResult check;
  check.check = fields.text("check");
  check.verdict = verdict_from_word(fields.text("verdict"));
  check.fault = fault_from_word(fields.text("fault"));
  check.reason = fields.text("reason");
  for (const Json* failure : fields.list("failures")) check.failures.push_back(failure_from_json(*failure));
  for (const Json* metric : fields.list("metrics")) check.metrics.push_back(measurement_from_json(*metric));
  return check;
}

base::Verdict verdict_from_word(const std::string& word) {
  if (word.empty()) return base::Verdict::kNotRun;
  const std::optional<base::Verdict> verdict = base::verdict_of(word);
  if (!verdict) throw FieldError(fmt::format("`{}` is no verdict", word));
  return *verdict;
}

base::Fault fault_from_word(const std::string& word) {
  if (word.empty()) return base::Fault::kNone;
  const std::optional<base::Fault> fault = base::fault_of(word);
  if (!fault) throw FieldError(fmt::format("`{}` is no fault", word));
  return *fault;
}

}  // namespace assay::run::detail
