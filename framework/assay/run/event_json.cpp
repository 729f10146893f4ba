#include <assay/run/detail/check_json.hpp>
#include <assay/run/detail/fields.hpp>
#include <assay/run/event.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::run {

using base::detail::Json;
using base::detail::to_json;
using detail::Fields;

namespace {

constexpr std::array kKinds{
    EventKind::kRunPlanned,     EventKind::kRunStarted,  EventKind::kCaseStarted, EventKind::kPhase,
    EventKind::kStep,           EventKind::kCheck,       EventKind::kMeasure,     EventKind::kCaseFinished,
    EventKind::kWorkerFinished, EventKind::kWorkerEnded, EventKind::kRunFinished,
};

constexpr std::array kEndings{
    Ending::kExited, Ending::kSignalled, Ending::kTimeout,    Ending::kBudget,
    Ending::kMemory, Ending::kCancelled, Ending::kNotStarted,
};

/// The enumerator with this word, or none.
template <typename Values>
auto find_word(const Values& values, std::string_view word) -> std::optional<typename Values::value_type> {
  const auto found = std::ranges::find_if(values, [word](auto value) { return to_text(value) == word; });
  return found == values.end() ? std::nullopt : std::optional(*found);
}

void put(Json& json, const char* name, const std::string& text) {
  if (!text.empty()) json[name] = to_json(text);
}

template <typename Number>
void put_number(Json& json, const char* name, Number number) {
  if (number != Number{}) json[name] = number;
}

void put_list(Json& json, const char* name, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) json[name].push_back(to_json(text));
}

Json planned_to_json(const PlannedCase& planned) {
  Json json = Json::object();
  put(json, "name", planned.name);
  put(json, "suite", planned.suite);
  put(json, "kind", planned.kind);
  put(json, "tier", planned.tier);
  put(json, "file", planned.file);
  put_number(json, "line", planned.line);
  put_list(json, "checks", planned.checks);
  put(json, "reproduce", planned.reproduce);
  put(json, "xfail", planned.xfail);
  put(json, "xfail_until", planned.xfail_until);
  put_number(json, "xfail_expired", planned.xfail_expired);
  json["repeat"] = planned.repeat;
  put_number(json, "retries", planned.retries);
  put(json, "skip", planned.skip);
  put(json, "skip_fault", std::string(to_text(planned.skip_fault)));
  return json;
}

PlannedCase planned_from_json(const Json& json) {
  const Fields fields(json, "a planned case");
  PlannedCase planned;
  planned.name = fields.text("name");
  planned.suite = fields.text("suite");
  planned.kind = fields.text("kind");
  planned.tier = fields.text("tier");
  planned.file = fields.text("file");
  planned.line = fields.small_integer("line");
  planned.checks = fields.texts("checks");
  planned.reproduce = fields.text("reproduce");
  planned.xfail = fields.text("xfail");
  planned.xfail_until = fields.text("xfail_until");
  planned.xfail_expired = fields.flag("xfail_expired");
  planned.repeat = std::max(1U, fields.small_count("repeat"));
  planned.retries = fields.small_count("retries");
  planned.skip = fields.text("skip");
  planned.skip_fault = detail::fault_from_word(fields.text("skip_fault"));
  return planned;
}

Event event_from_fields(EventKind kind, const Fields& fields) {
  Event event;
  event.kind = kind;
  event.run = fields.text("run");
  event.case_name = fields.text("case");
  event.monotonic_ns = fields.integer("monotonic_ns");
  event.phase = fields.text("phase");
  event.detail = fields.text("detail");
  event.step = fields.count("step");
  if (fields.find("loss") != nullptr) event.loss = detail::double_from_json(*fields.find("loss"));
  if (const Json* check = fields.find("check")) event.check = detail::check_from_json(*check);
  if (const Json* measure = fields.find("measure")) event.measure = detail::measurement_from_json(*measure);
  event.verdict = detail::verdict_from_word(fields.text("verdict"));
  event.fault = detail::fault_from_word(fields.text("fault"));
  event.reason = fields.text("reason");
  event.seconds = fields.number("seconds");
  if (const Json* planned = fields.find("planned")) event.planned = planned_from_json(*planned);
  if (const std::string word = fields.text("ending"); !word.empty()) {
    const std::optional<Ending> ending = find_word(kEndings, word);
    if (!ending) throw detail::FieldError(fmt::format("`{}` is no ending of a worker", word));
    event.ending = *ending;
  }
  event.code = fields.small_integer("code");
  event.peak_memory = fields.count("peak_memory");
  event.swept = fields.texts("swept");
  event.output = fields.text("output");
  event.last_case = fields.text("last_case");
  event.broken_lines = fields.count("broken_lines");
  event.time = fields.text("time");
  return event;
}

}  // namespace

std::string to_line(const Event& event) {
  Json json = {{"schema", 1}, {"event", std::string(to_text(event.kind))}, {"run", to_json(event.run)}};
  put(json, "case", event.case_name);
  json["monotonic_ns"] = event.monotonic_ns;
  put(json, "phase", event.phase);
  put(json, "detail", event.detail);
  if (event.kind == EventKind::kStep || event.step != 0) json["step"] = event.step;
  if (event.loss) json["loss"] = detail::scalar_to_json(*event.loss);
  if (event.check) json["check"] = detail::check_to_json(*event.check);
  if (event.measure) json["measure"] = detail::measurement_to_json(*event.measure);
  if (event.kind == EventKind::kCaseFinished || event.verdict != base::Verdict::kNotRun) {
    json["verdict"] = std::string(to_text(event.verdict));
  }
  put(json, "fault", std::string(to_text(event.fault)));
  put(json, "reason", event.reason);
  put_number(json, "seconds", event.seconds);
  if (event.planned) json["planned"] = planned_to_json(*event.planned);
  if (event.kind == EventKind::kWorkerEnded) {
    json["ending"] = std::string(to_text(event.ending));
    json["code"] = event.code;
  }
  put_number(json, "peak_memory", event.peak_memory);
  put_list(json, "swept", event.swept);
  put(json, "output", event.output);
  put(json, "last_case", event.last_case);
  put_number(json, "broken_lines", event.broken_lines);
  put(json, "time", event.time);
  return json.dump();
}

tl::expected<std::optional<Event>, std::string> parse_line(std::string_view line) {
  const tl::expected<Json, std::string> json = base::detail::parse_json(line);
  if (!json) return tl::unexpected(json.error());
  try {
    const Fields fields(*json, "an event");
    detail::require_schema(fields);
    const std::string word = fields.text("event");
    if (word.empty()) return tl::unexpected(std::string("an event without `event`, the word that says its kind"));
    const std::optional<EventKind> kind = find_word(kKinds, word);
    if (!kind) return std::optional<Event>();
    return event_from_fields(*kind, fields);
  } catch (const detail::FieldError& error) {
    return tl::unexpected(std::string(error.what()));
  }
}

}  // namespace assay::run
