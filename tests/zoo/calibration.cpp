#include "calibration.hpp"

#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>

#include <boost/math/distributions/students_t.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace assay::zoo {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostBytes = 1 << 20;

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

}  // namespace

StepLimit limit_of(std::span<const std::uint64_t> steps) {
  if (steps.size() < 3) {
    throw base::UserError(fmt::format("{} runs are too few to calibrate from", steps.size()));
  }
  const auto n = static_cast<double>(steps.size());
  double sum = 0;
  for (const std::uint64_t each : steps) {
    sum += std::log(static_cast<double>(std::max<std::uint64_t>(each, 1)));
  }
  StepLimit limit;
  limit.mean_log = sum / n;
  double squares = 0;
  for (const std::uint64_t each : steps) {
    const double off = std::log(static_cast<double>(std::max<std::uint64_t>(each, 1))) - limit.mean_log;
    squares += off * off;
  }
  limit.deviation_log = std::sqrt(squares / (n - 1));
  const boost::math::students_t student(n - 1);
  const double t = boost::math::quantile(boost::math::complement(student, kAlarmRate / 2));
  const double half = t * std::max(limit.deviation_log, kLeastDeviation) * std::sqrt(1 + 1 / n);
  limit.low = static_cast<std::uint64_t>(std::floor(std::exp(limit.mean_log - half)));
  limit.high = static_cast<std::uint64_t>(std::ceil(std::exp(limit.mean_log + half)));
  return limit;
}

Calibration read_calibration(const std::filesystem::path& file) {
  const auto text = base::read_text_file(file, kMostBytes);
  if (!text) {
    throw base::UserError(text.error() + "; `assay_zoo --calibrate` makes it");
  }
  try {
    const Json json = Json::parse(*text);
    Calibration calibration;
    calibration.seeds = json.at("seeds").get<std::uint64_t>();
    for (const auto& [subject, limits] : json.at("subjects").items()) {
      for (const auto& [check, limit] : limits.items()) {
        calibration.subjects[subject][check] = {
            limit.at("mean_log").get<double>(), limit.at("deviation_log").get<double>(),
            limit.at("low").get<std::uint64_t>(), limit.at("high").get<std::uint64_t>()};
      }
    }
    return calibration;
  } catch (const Json::exception& error) {
    throw base::UserError(fmt::format("{} is no calibration: {}", file.string(), error.what()));
  }
}

void write_calibration(const std::filesystem::path& file, const Calibration& calibration) {
  Json json{{"schema", 1},
            {"seeds", calibration.seeds},
            {"alarm_rate", kAlarmRate},
            {"least_deviation_log", kLeastDeviation},
            {"subjects", Json::object()}};
  for (const auto& [subject, limits] : calibration.subjects) {
    Json& made = json["subjects"][subject] = Json::object();
    for (const auto& [check, limit] : limits) {
      made[check] = {{"mean_log", rounded(limit.mean_log)},
                     {"deviation_log", rounded(limit.deviation_log)},
                     {"low", limit.low},
                     {"high", limit.high}};
    }
  }
  base::write_file_atomically(file, json.dump(2) + "\n");
}

}  // namespace assay::zoo
