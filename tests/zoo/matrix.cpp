#include "matrix.hpp"

#include <assay/train/check_list.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace assay::zoo {
namespace {

bool is_fault(const MatrixRow& row) { return row.mutation->expected == Expected::kFault; }

void add(MatrixRow& row, const RunReport& report) {
  ++row.seeds;
  row.alarmed += report.alarms.empty() ? 0U : 1U;
  for (const Alarm& alarm : report.alarms) {
    Detection& detection = row.checks[alarm.check];
    ++detection.seeds;
    if (alarm.step && (!detection.first_step || *alarm.step < *detection.first_step)) {
      detection.first_step = alarm.step;
    }
  }
}

}  // namespace

std::vector<std::string> MatrixRow::always() const {
  std::vector<std::string> names;
  for (const auto& [check, detection] : checks) {
    if (detection.seeds == seeds) {
      names.push_back(check);
    }
  }
  return names;
}

std::optional<std::uint64_t> MatrixRow::first_step() const {
  std::optional<std::uint64_t> first;
  for (const auto& [check, detection] : checks) {
    if (detection.seeds == seeds && detection.first_step && (!first || *detection.first_step < *first)) {
      first = detection.first_step;
    }
  }
  return first;
}

Share Matrix::caught() const {
  const auto faults = std::ranges::count_if(rows, is_fault);
  const auto hits = std::ranges::count_if(rows, [](const MatrixRow& row) { return is_fault(row) && row.caught(); });
  return wilson(static_cast<std::size_t>(hits), static_cast<std::size_t>(faults));
}

Share Matrix::naive() const {
  const auto faults = std::ranges::count_if(rows, is_fault);
  const auto hits = std::ranges::count_if(rows, [](const MatrixRow& row) { return is_fault(row) && row.naive; });
  return wilson(static_cast<std::size_t>(hits), static_cast<std::size_t>(faults));
}

Share Matrix::controls_alarmed() const {
  std::size_t runs = 0;
  std::size_t alarms = 0;
  for (const MatrixRow& row : rows) {
    if (!is_fault(row)) {
      runs += row.seeds;
      alarms += row.alarmed;
    }
  }
  return wilson(alarms, runs);
}

std::vector<CheckPower> Matrix::by_check() const {
  std::vector<std::string> names;
  for (const train::CheckDescription& each : train::built_in_checks()) {
    names.emplace_back(each.id);
  }
  std::set<std::string> others;
  for (const MatrixRow& row : rows) {
    for (const auto& [check, detection] : row.checks) {
      if (std::ranges::find(names, check) == names.end()) {
        others.insert(check);
      }
    }
  }
  names.insert(names.end(), others.begin(), others.end());
  const auto faults = static_cast<std::size_t>(std::ranges::count_if(rows, is_fault));
  std::vector<CheckPower> powers;
  for (const std::string& name : names) {
    std::size_t alone = 0;
    std::size_t only = 0;
    bool ever = false;
    for (const MatrixRow& row : rows) {
      const auto found = row.checks.find(name);
      ever = ever || found != row.checks.end();
      if (is_fault(row) && found != row.checks.end() && found->second.seeds == row.seeds) {
        ++alone;
        only += row.checks.size() == 1 ? 1U : 0U;
      }
    }
    if (ever) {
      powers.push_back({name, wilson(alone, faults), wilson(only, faults)});
    }
  }
  return powers;
}

Matrix make_matrix(std::span<const Mutation* const> chosen, std::span<const std::uint64_t> seeds,
                   std::span<const Experiment> experiments, std::span<const RunReport> reports) {
  std::map<std::pair<std::string, std::uint64_t>, std::string> healthy_losses;
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    if (experiments[i].mutation.empty()) {
      healthy_losses[{experiments[i].subject, experiments[i].seed}] = reports[i].losses;
    }
  }
  Matrix matrix;
  matrix.seeds.assign(seeds.begin(), seeds.end());
  std::map<std::string, std::size_t> places;
  for (const Mutation* each : chosen) {
    places[each->full_name()] = matrix.rows.size();
    matrix.rows.push_back({each, 0, 0, true, true, {}});
  }
  for (std::size_t i = 0; i < experiments.size(); ++i) {
    const auto place = places.find(experiments[i].mutation);
    if (place == places.end()) {
      continue;
    }
    MatrixRow& row = matrix.rows[place->second];
    add(row, reports[i]);
    row.naive = row.naive && reports[i].naive_alarm;
    row.inert = row.inert && reports[i].losses == healthy_losses[{experiments[i].subject, experiments[i].seed}];
  }
  return matrix;
}

}  // namespace assay::zoo
