#include <assay/base/detail/json.hpp>
#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/stats/prediction_interval.hpp>
#include <assay/train/calibration.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace assay::train {
namespace {

using base::detail::Json;

constexpr std::string_view kCalibrationFormat = "assay-calibration";
constexpr int kCalibrationSchema = 1;

/// The least deviation that counts, by the beginning of a measure's name.
double least_deviation(std::string_view name) {
  struct Row {
    std::string_view prefix;
    double deviation;
  };
  constexpr std::array kRows = {Row{"steps", 0.06},     Row{"levels.", 0.06},    Row{"update_ratio.", 0.03},
                                Row{"operator.", 0.01}, Row{"first_loss", 0.01}, Row{"zero_rows.", 0.02}};
  const auto row =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& each) { return name.starts_with(each.prefix); });
  return row == kRows.end() ? 0 : row->deviation;
}

std::pair<std::uint64_t, std::uint64_t> whole_steps(const Band& band) {
  constexpr double kMostSteps = 1e15;
  const double low = std::floor(std::exp(band.low));
  const double high = std::ceil(std::min(std::exp(band.high), kMostSteps));
  return {static_cast<std::uint64_t>(std::max(0.0, low)), static_cast<std::uint64_t>(high)};
}

/// Of a document that may be anything; each getter leaves a sentence when it finds something else.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  std::string text(const char* key) {
    const Json* found = find(key);
    return found != nullptr && found->is_string() ? found->get<std::string>() : miss<std::string>(key, "a text");
  }
  std::uint64_t count(const char* key) {
    const Json* found = find(key);
    return found != nullptr && found->is_number_unsigned() ? found->get<std::uint64_t>()
                                                           : miss<std::uint64_t>(key, "a whole number");
  }
  double number(const char* key) {
    const Json* found = find(key);
    return found != nullptr && found->is_number() ? found->get<double>() : miss<double>(key, "a number");
  }
  const Json& list(const char* key) {
    static const Json kNothing = Json::array();
    const Json* found = find(key);
    if (found != nullptr && found->is_array()) {
      return *found;
    }
    (void)miss<int>(key, "a list");
    return kNothing;
  }
  [[nodiscard]] const std::string& mistake() const noexcept { return mistake_; }

 private:
  const Json* find(const char* key) const {
    const auto found = object_.is_object() ? object_.find(key) : object_.end();
    return found == object_.end() ? nullptr : &*found;
  }
  template <class Value>
  Value miss(const char* key, const char* kind) {
    if (mistake_.empty()) {
      mistake_ = fmt::format("`{}` is not {}", key, kind);
    }
    return {};
  }

  const Json& object_;
  std::string mistake_;
};

std::string parse(const Json& document, Calibration& into) {
  Fields fields(document);
  if (fields.text("format") != kCalibrationFormat || fields.count("schema") != kCalibrationSchema) {
    return fmt::format("it is no calibration of this version (`format` \"{}\", `schema` {})", kCalibrationFormat,
                       kCalibrationSchema);
  }
  into.recipe = fields.text("recipe");
  into.batch_size = fields.count("batch_size");
  into.batches = fields.count("batches");
  into.threads = static_cast<unsigned>(std::min<std::uint64_t>(fields.count("threads"), 1024));
  into.machine = fields.text("machine");
  into.commit = fields.text("commit");
  into.date = fields.text("date");
  for (const Json& seed : fields.list("seeds")) {
    if (!seed.is_number_unsigned()) {
      return "`seeds` are not whole numbers";
    }
    into.seeds.push_back(seed.get<std::uint64_t>());
  }
  for (const Json& each : fields.list("measures")) {
    Fields measure(each);
    into.measures.push_back(
        {measure.text("name"), measure.count("runs"), measure.number("mean"), measure.number("deviation")});
    if (!measure.mistake().empty()) {
      return fmt::format("of a measure {}", measure.mistake());
    }
  }
  std::sort(into.measures.begin(), into.measures.end(),
            [](const auto& left, const auto& right) { return left.name < right.name; });
  return fields.mistake();
}

}  // namespace

Band band_of(const CalibratedMeasure& measure, double alpha) {
  const double deviation = std::max(measure.deviation, least_deviation(measure.name));
  const stats::Interval interval = stats::prediction_interval(measure.mean, deviation, measure.runs, alpha);
  return {interval.low, interval.high};
}

std::vector<CalibratedMeasure> summarise(std::span<const std::vector<Measure>> runs) {
  std::map<std::string, std::vector<double>> values;
  for (const auto& run : runs) {
    for (const Measure& measure : run) {
      if (std::isfinite(measure.value)) {
        values[measure.name].push_back(measure.value);
      }
    }
  }
  std::vector<CalibratedMeasure> summary;
  for (const auto& [name, seen] : values) {
    const auto count = static_cast<double>(seen.size());
    double mean = 0;
    for (const double value : seen) {
      mean += value / count;
    }
    double squares = 0;
    for (const double value : seen) {
      squares += (value - mean) * (value - mean);
    }
    summary.push_back({name, seen.size(), mean, seen.size() > 1 ? std::sqrt(squares / (count - 1)) : 0});
  }
  return summary;
}

const CalibratedMeasure* find_measure(const Calibration& calibration, std::string_view name) noexcept {
  const auto found =
      std::lower_bound(calibration.measures.begin(), calibration.measures.end(), name,
                       [](const CalibratedMeasure& each, std::string_view wanted) { return each.name < wanted; });
  return found != calibration.measures.end() && found->name == name ? &*found : nullptr;
}

StepLimits step_limits(const Calibration& calibration, double alpha) {
  constexpr std::string_view kLevels = "levels.";
  StepLimits limits;
  for (const CalibratedMeasure& measure : calibration.measures) {
    if (measure.name == "steps") {
      limits.steps = whole_steps(band_of(measure, alpha));
    } else if (measure.name.starts_with(kLevels)) {
      limits.levels.emplace_back(measure.name.substr(kLevels.size()), whole_steps(band_of(measure, alpha)));
    }
  }
  return limits;
}

std::string to_json_text(const Calibration& calibration, double alarm_rate) {
  const StepLimits limits = step_limits(calibration, alarm_rate);
  Json levels = Json::object();
  for (const auto& [fraction, range] : limits.levels) {
    levels[fraction] = {range.first, range.second};
  }
  Json head{{"format", kCalibrationFormat},
            {"schema", kCalibrationSchema},
            {"recipe", base::detail::to_json(calibration.recipe)},
            {"batch_size", calibration.batch_size},
            {"batches", calibration.batches},
            {"seeds", calibration.seeds},
            {"threads", calibration.threads},
            {"machine", base::detail::to_json(calibration.machine)},
            {"commit", base::detail::to_json(calibration.commit)},
            {"date", base::detail::to_json(calibration.date)},
            {"limits",
             {{"alarm_rate", alarm_rate},
              {"steps", {limits.steps.first, limits.steps.second}},
              {"levels", std::move(levels)}}}};
  std::string text = head.dump();
  text.pop_back();
  text += ",\"measures\":[";
  const char* separator = "\n";
  for (const CalibratedMeasure& measure : calibration.measures) {
    text += separator;
    text += Json{{"name", base::detail::to_json(measure.name)},
                 {"runs", measure.runs},
                 {"mean", measure.mean},
                 {"deviation", measure.deviation}}
                .dump();
    separator = ",\n";
  }
  return text + "\n]}\n";
}

Calibration read_calibration(const std::filesystem::path& file) {
  constexpr std::uint64_t kMostBytes = 64'000'000;
  const auto text = base::read_text_file(file, kMostBytes);
  if (!text) {
    throw base::UserError(fmt::format("{}; `assay calibrate` makes calibrations", text.error()));
  }
  const Json document = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  Calibration calibration;
  if (const std::string mistake = parse(document, calibration); !mistake.empty()) {
    throw base::UserError(fmt::format("{}: {}; make it again with `assay calibrate`", file.string(), mistake));
  }
  return calibration;
}

}  // namespace assay::train
