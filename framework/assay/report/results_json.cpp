#include <assay/base/detail/json.hpp>
#include <assay/report/detail/entry.hpp>
#include <assay/report/results_json.hpp>

#include <optional>

namespace assay::report {
namespace {

using base::detail::Json;
using base::detail::to_json;

constexpr int kSchema = 1;

Json json_of(const std::optional<std::uint64_t>& count) { return count ? Json(*count) : Json(nullptr); }

Json share_of(const base::Failure& failure) {
  if (!failure.unexpected || !failure.total || *failure.total == 0) {
    return nullptr;
  }
  return static_cast<double>(*failure.unexpected) / static_cast<double>(*failure.total);
}

Json json_of(const base::Offender& offender) {
  return {{"row", offender.row}, {"index", offender.index}, {"value", to_json(offender.value)}};
}

Json json_of(const base::AttachedFile& file) {
  return {{"path", to_json(file.path)}, {"media_type", to_json(file.media_type)}, {"caption", to_json(file.caption)}};
}

Json json_of(const base::Failure& failure) {
  Json offenders = Json::array();
  for (const base::Offender& offender : failure.offenders) {
    if (offenders.size() < base::kMostOffenders) {
      offenders.push_back(json_of(offender));
    }
  }
  const bool truncated = failure.truncated || offenders.size() < failure.offenders.size();
  Json json{{"message", to_json(failure.message)},   {"expected", to_json(failure.expected)},
            {"observed", to_json(failure.observed)}, {"unexpected", json_of(failure.unexpected)},
            {"total", json_of(failure.total)},       {"share", share_of(failure)},
            {"offenders", std::move(offenders)},     {"truncated", truncated}};
  for (const base::AttachedFile& file : failure.files) {
    json["files"].push_back(json_of(file));
  }
  return json;
}

Json json_of(const base::Measurement& measurement) {
  return {{"name", to_json(measurement.name)},
          {"value", to_json(measurement.value)},
          {"unit", to_json(measurement.unit)},
          {"direction", to_json(measurement.direction)}};
}

Json json_of(const run::Curve& curve) {
  Json points = Json::array();
  for (const auto& [step, value] : curve.points) {
    points.push_back(Json::array({step, to_json(value)}));
  }
  return {{"name", to_json(curve.name)}, {"points", std::move(points)}};
}

template <typename Range>
Json list_of(const Range& range) {
  Json list = Json::array();
  for (const auto& item : range) {
    list.push_back(json_of(item));
  }
  return list;
}

Json json_of(const run::CaseRecord& record, const detail::Entry& entry) {
  const std::string_view fault = base::to_text(entry.fault);
  Json json = {{"name", to_json(detail::name_of(record, entry))},
               {"suite", to_json(record.planned.suite)},
               {"kind", to_json(record.planned.kind)},
               {"tier", to_json(record.planned.tier)},
               {"verdict", base::to_text(entry.verdict)},
               {"fault", fault.empty() ? Json(nullptr) : Json(fault)},
               {"seconds", to_json(record.seconds)},
               {"reason", to_json(entry.reason)},
               {"reproduce", to_json(record.planned.reproduce)},
               {"failures", list_of(entry.failures)},
               {"metrics", list_of(entry.metrics)}};
  if (!entry.curves.empty()) {
    json["curves"] = list_of(entry.curves);
  }
  return json;
}

}  // namespace

std::string results_json(const run::RunRecord& record) {
  Json cases = Json::array();
  for (const run::CaseRecord& item : record.cases) {
    for (const detail::Entry& entry : detail::entries_of(item)) {
      cases.push_back(json_of(item, entry));
    }
  }
  const Json document{{"schema", kSchema}, {"exit", static_cast<int>(record.exit)}, {"cases", std::move(cases)}};
  return document.dump(2) + "\n";
}

}  // namespace assay::report
