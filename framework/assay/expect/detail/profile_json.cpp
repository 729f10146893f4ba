#include <assay/expect/detail/moment_text.hpp>
#include <assay/expect/detail/profile_json.hpp>

namespace assay::expect::detail {

namespace {

using base::detail::Json;

Json to_json(const std::optional<base::Number>& number) {
  return number ? base::detail::to_json(*number) : Json(nullptr);
}

Json numbers_json(const ColumnProfile& column) {
  Json json = Json::object();
  json["nan"] = column.nans;
  json["positive_infinities"] = column.positive_infinities;
  json["negative_infinities"] = column.negative_infinities;
  json["zeros"] = column.zeros;
  json["min"] = to_json(column.smallest);
  json["max"] = to_json(column.largest);
  json["mean"] = to_json(column.mean());
  const auto deviation = column.deviation();
  json["std"] = deviation ? base::detail::to_json(*deviation) : Json(nullptr);
  const auto distinct = column.distinct();
  json["distinct"] = distinct ? Json(*distinct) : Json(nullptr);
  json["sum"] = {
      {"unit", column.sums.unit}, {"sum", to_hex(column.sums.sum)}, {"squares", to_hex(column.sums.squares)}};
  Json counts = Json::array();
  for (const ValueCounts::Entry& entry : column.values.entries()) {
    counts.push_back(Json::array({base::detail::to_json(column.values.value(entry)), entry.times}));
  }
  json["values"] = {{"resolution", column.values.resolution()}, {"counts", std::move(counts)}};
  if (!column.names.empty()) {
    Json names = Json::array();
    for (const auto& [name, number] : column.names) {
      names.push_back(Json::array({base::detail::to_json(name), base::detail::to_json(number)}));
    }
    json["names"] = std::move(names);
  }
  return json;
}

Json texts_json(const ColumnProfile& column) {
  Json json = Json::object();
  if (column.lengths) json["length"] = {column.lengths->first, column.lengths->second};
  json["distinct"] = column.texts.complete() ? Json(static_cast<std::uint64_t>(column.texts.distinct()))
                                             : Json(column.texts.distinct());
  Json counts = Json::array();
  for (const TextSample::Kept& kept : column.texts.kept()) {
    counts.push_back(Json::array({base::detail::to_json(kept.name), kept.times}));
  }
  json["texts"] = {{"complete", column.texts.complete()}, {"counts", std::move(counts)}};
  return json;
}

Json column_json(const ColumnProfile& column) {
  Json json = Json::object();
  json["path"] = base::detail::to_json(column.path);
  if (!column.part.empty()) json["part"] = base::detail::to_json(column.part);
  json["type"] = base::detail::to_json(column.type);
  json["kind"] = to_text(column.kind);
  if (!column.note.empty()) json["note"] = base::detail::to_json(column.note);
  if (column.unreadable) json["unreadable"] = true;
  if (column.scalar) json["scalar"] = true;
  json["rows"] = column.rows;
  json["row_shape"] = column.row_shape;
  json["elements"] = column.elements;
  json["unwritten"] = column.unwritten;
  json["valueless"] = column.valueless;
  if (column.is_number()) json.update(numbers_json(column));
  if (column.kind == ColumnKind::kText) json.update(texts_json(column));
  return json;
}

}  // namespace

Json to_json(const DataProfile& profile) {
  Json json = Json::object();
  json["schema"] = 1;
  json["format"] = "assay-profile";
  json["format_version"] = 1;
  json["tool"] = base::detail::to_json(profile.tool);
  json["created"] = base::detail::to_json(profile.created);
  json["sources"] = Json::array();
  for (const std::string& source : profile.sources) json["sources"].push_back(base::detail::to_json(source));
  json["columns"] = Json::array();
  for (const ColumnProfile& column : profile.columns) json["columns"].push_back(column_json(column));
  return json;
}

}  // namespace assay::expect::detail
