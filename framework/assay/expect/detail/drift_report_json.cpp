#include <assay/expect/detail/drift_report.hpp>

namespace assay::expect::detail {

namespace {

using base::detail::Json;

Json to_json(const std::optional<double>& number) { return number ? base::detail::to_json(*number) : Json(nullptr); }

Json measures_json(const DriftMeasures& measures) {
  Json json = Json::object();
  json["classes"] = measures.classes;
  json["elements_before"] = measures.reference_elements;
  json["elements_now"] = measures.sample_elements;
  json["psi"] = base::detail::to_json(measures.psi);
  json["js"] = base::detail::to_json(measures.js);
  json["total_variation"] = base::detail::to_json(measures.total_variation);
  json["chi2_p"] = base::detail::to_json(measures.test.p);
  json["cramers_v"] = base::detail::to_json(measures.test.cramers_v);
  json["ks"] = to_json(measures.ks);
  json["wasserstein"] = to_json(measures.wasserstein);
  if (measures.classes) {
    json["new_classes"] = measures.new_classes;
    json["new_elements"] = measures.new_elements;
    Json largest = Json::array();
    for (const NewClass& entry : measures.largest_new) {
      largest.push_back(Json::array({base::detail::to_json(entry.value), entry.times}));
    }
    json["largest_new"] = std::move(largest);
  }
  return json;
}

Json column_json(const ColumnDrift& column) {
  Json json = Json::object();
  json["path"] = base::detail::to_json(column.path);
  json["state"] = to_text(column.state);
  json["drifted"] = column.drifted();
  json["reasons"] = Json::array();
  for (const std::string& reason : column.reasons) json["reasons"].push_back(base::detail::to_json(reason));
  if (!column.note.empty()) json["note"] = base::detail::to_json(column.note);
  json["rows_before"] = column.rows_before;
  json["rows_now"] = column.rows_now;
  if (column.measures) {
    json["p"] = to_json(column.p);
    json["p_corrected"] = to_json(column.adjusted_p);
    json["effect"] = base::detail::to_json(column.effect);
    json["uncertainty"] = base::detail::to_json(column.uncertainty);
    json["distances"] = measures_json(*column.measures);
  }
  json["missing"] = {{"before", base::detail::to_json(column.missing_before)},
                     {"now", base::detail::to_json(column.missing_now)},
                     {"p", to_json(column.missing_p)},
                     {"p_corrected", to_json(column.adjusted_missing_p)}};
  return json;
}

}  // namespace

std::string_view to_text(ColumnDrift::State state) noexcept {
  using enum ColumnDrift::State;
  switch (state) {
    case kCompared:
      return "compared";
    case kTooFew:
      return "too_few";
    case kNoData:
      return "no_data";
    case kUnlike:
      return "unlike";
    case kGone:
      return "gone";
    case kNew:
      return "new";
    case kNoValues:
      break;
  }
  return "no_values";
}

Json to_json(const DriftReport& report) {
  Json json = Json::object();
  json["schema"] = 1;
  json["drifted"] = report.drifted();
  json["thresholds"] = {{"level", report.thresholds.level},
                        {"effect", report.thresholds.effect},
                        {"missing", report.thresholds.missing},
                        {"new_share", report.thresholds.new_share},
                        {"least_rows", report.thresholds.least_rows}};
  json["tests"] = report.tests;
  json["columns"] = Json::array();
  for (const ColumnDrift& column : report.columns) json["columns"].push_back(column_json(column));
  return json;
}

}  // namespace assay::expect::detail
