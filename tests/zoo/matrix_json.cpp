#include "matrix.hpp"
#include <nlohmann/json.hpp>

#include <cmath>

namespace assay::zoo {
namespace {

using Json = nlohmann::ordered_json;

double rounded_share(double value) { return std::round(value * 1e4) / 1e4; }

Json share_json(const Share& share) {
  return {{"hits", share.hits},
          {"total", share.total},
          {"share", rounded_share(share.share)},
          {"low", rounded_share(share.low)},
          {"high", rounded_share(share.high)}};
}

Json row_json(const MatrixRow& row) {
  Json checks = Json::object();
  for (const auto& [check, detection] : row.checks) {
    checks[check] = {{"seeds", detection.seeds},
                     {"first_step", detection.first_step ? Json(*detection.first_step) : Json()}};
  }
  const auto step = row.first_step();
  return {{"name", row.mutation->full_name()},
          {"row", row.mutation->row},
          {"strength", row.mutation->strength},
          {"what", row.mutation->what},
          {"expected", row.mutation->expected == Expected::kFault ? "fault" : "equivalent"},
          {"caught", row.caught()},
          {"alarmed_runs", row.alarmed},
          {"naive", row.naive},
          {"same_losses", row.inert},
          {"first_step", step ? Json(*step) : Json()},
          {"checks", checks}};
}

}  // namespace

std::string to_json(const Matrix& matrix) {
  std::map<std::string, Json> rows;
  for (const MatrixRow& row : matrix.rows) {
    rows[row.mutation->full_name()] = row_json(row);
  }
  Json list = Json::array();
  for (auto& [name, row] : rows) {
    list.push_back(std::move(row));
  }
  Json powers = Json::object();
  for (const CheckPower& power : matrix.by_check()) {
    powers[power.check] = {{"alone", share_json(power.alone)}, {"only", share_json(power.only)}};
  }
  Json left = Json::array();
  for (const LeftOut& each : left_out()) {
    left.push_back({{"row", each.row}, {"why", each.why}});
  }
  const Json json{{"schema", 1},
                  {"seeds", matrix.seeds},
                  {"totals",
                   {{"caught", share_json(matrix.caught())},
                    {"naive", share_json(matrix.naive())},
                    {"equivalent_runs_alarmed", share_json(matrix.controls_alarmed())}}},
                  {"checks", powers},
                  {"mutations", list},
                  {"left_out", left}};
  return json.dump(1) + "\n";
}

}  // namespace assay::zoo
