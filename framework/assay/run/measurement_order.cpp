#include <assay/base/text_file.hpp>
#include <assay/run/detail/fields.hpp>
#include <assay/run/detail/writing.hpp>
#include <assay/run/measurement_order.hpp>

namespace assay::run {

using base::detail::Json;
using base::detail::to_json;

namespace {

constexpr std::uint64_t kMostBytesOfOrder = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostBytesOfCalibration = std::uint64_t{1} << 26;

tl::expected<Json, std::string> json_in(const std::filesystem::path& file, std::uint64_t most) {
  const tl::expected<std::string, std::string> text = base::read_text_file(file, most);
  if (!text) return tl::unexpected(text.error());
  tl::expected<Json, std::string> json = base::detail::parse_json(*text);
  if (!json) return tl::unexpected(file.native() + ": " + json.error());
  return json;
}

CalibratedLimits::Range range_in(const Json& json) {
  if (!json.is_array() || json.size() != 2 || !json[0].is_number_unsigned() || !json[1].is_number_unsigned()) {
    throw detail::FieldError("a limit is not a pair of whole numbers");
  }
  return {json[0].get<std::uint64_t>(), json[1].get<std::uint64_t>()};
}

}  // namespace

void write_measurement_order(const MeasurementOrder& order, const std::filesystem::path& file) {
  const Json json = {{"schema", 1},
                     {"task", to_json(order.task)},
                     {"suite_file", to_json(order.suite_file.native())},
                     {"name", to_json(order.name)},
                     {"seeds", order.seeds},
                     {"alarm_rate", order.alarm_rate},
                     {"commit", to_json(order.commit)},
                     {"date", to_json(order.date)},
                     {"into", to_json(order.into.native())}};
  detail::write_new_file(file, json.dump(2) + '\n');
}

tl::expected<MeasurementOrder, std::string> read_measurement_order(const std::filesystem::path& file) {
  const tl::expected<Json, std::string> json = json_in(file, kMostBytesOfOrder);
  if (!json) return tl::unexpected(json.error());
  try {
    const detail::Fields fields(*json, "an order");
    detail::require_schema(fields);
    MeasurementOrder order{.task = fields.text("task"),
                           .suite_file = fields.text("suite_file"),
                           .name = fields.text("name"),
                           .seeds = {},
                           .alarm_rate = fields.number("alarm_rate"),
                           .commit = fields.text("commit"),
                           .date = fields.text("date"),
                           .into = fields.text("into")};
    for (const Json* seed : fields.list("seeds")) {
      if (!seed->is_number_unsigned()) throw detail::FieldError("a seed is not a whole number");
      order.seeds.push_back(seed->get<std::uint64_t>());
    }
    if (order.task != "calibrate" && order.task != "power") {
      throw detail::FieldError("its task is neither calibrate nor power");
    }
    if (order.suite_file.empty() || order.name.empty() || order.into.empty()) {
      throw detail::FieldError("it names no suite, no case or no file to write");
    }
    return order;
  } catch (const detail::FieldError& error) {
    return tl::unexpected(file.native() + ": not an order to measure: " + error.what());
  }
}

tl::expected<CalibratedLimits, std::string> read_calibrated_limits(const std::filesystem::path& file) {
  const tl::expected<Json, std::string> json = json_in(file, kMostBytesOfCalibration);
  if (!json) return tl::unexpected(json.error());
  try {
    const detail::Fields fields(*json, "a calibration");
    detail::require_schema(fields);
    const Json* written = fields.find("limits");
    if (written == nullptr) throw detail::FieldError("it has no limits");
    const detail::Fields of_limits(*written, "the limits");
    const Json* steps = of_limits.find("steps");
    const Json* levels = of_limits.find("levels");
    if (steps == nullptr || levels == nullptr || !levels->is_object()) throw detail::FieldError("a limit is missing");
    CalibratedLimits limits{range_in(*steps), {}};
    for (const auto& [fraction, range] : levels->items()) limits.levels.emplace_back(fraction, range_in(range));
    return limits;
  } catch (const detail::FieldError& error) {
    return tl::unexpected(file.native() + ": not a calibration: " + error.what());
  }
}

}  // namespace assay::run
