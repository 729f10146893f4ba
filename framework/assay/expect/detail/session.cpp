#include <assay/base/error.hpp>
#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/offender_picture.hpp>
#include <assay/expect/detail/session.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::expect::detail {

namespace {

std::string full_path(const std::string& path) { return path.starts_with('/') ? path : "/" + path; }

const std::vector<std::filesystem::path>& files_of(const Request& request) {
  const std::string& name = request.expectation.dataset.data;
  const auto files = request.files.find(name);
  if (files == request.files.end()) throw base::InternalError("no files were given for the data name '" + name + "'");
  return files->second;
}

std::optional<Sample> sample_of(const Request& request) {
  const auto& samples = request.expectation.samples;
  if (samples.empty()) return std::nullopt;
  return Sample{samples.front().rows, samples.front().seed};
}

}  // namespace

Session::Session(std::vector<Request> requests, EvaluationOptions options)
    : requests_(std::move(requests)), options_(std::move(options)), planned_(requests_.size()) {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    const Request& request = requests_[i];
    const auto& [data, dataset, slices] = request.expectation.dataset;
    const std::string path = full_path(dataset);
    std::vector<DatasetKey>& keys = planned_[i].keys;
    keys.push_back({files_of(request), path, slices, {}});
    for (const auto& [part, checks] : request.expectation.parts) {
      keys.push_back({files_of(request), path + "." + part, slices, {}});
    }
    for (const DatasetKey& key : keys) requests_of_[key.whole()].push_back(i);
  }
}

const tl::expected<Structure, Trouble>& Session::structure(const DatasetKey& key) {
  const auto known = structures_.find(key);
  if (known != structures_.end()) return known->second;
  auto found = find_structure(key);
  return structures_.emplace(key, std::move(found)).first->second;
}

tl::expected<Structure, Trouble> Session::find_structure(const DatasetKey& key) {
  if (key.is_whole()) return read_structure(key, options_.on_read);
  const auto& whole = structure(key.whole());
  if (!whole) return tl::unexpected(whole.error());
  // Shards of unlike rows are nothing to select from; whoever asks is told so.
  if (whole->unlike || !whole->has_space) return *whole;
  return part_of(std::make_shared<const Structure>(*whole), key);
}

tl::expected<std::vector<base::Scalar>, Trouble> Session::attribute(const DatasetKey& key, const std::string& name) {
  return read_attribute(key, name, options_.on_read);
}

Scan& Session::scan(const DatasetKey& key) {
  auto& scans = scans_[key];
  // A pass that has run cannot take more: who comes later (a case about a dataset that nobody had asked for yet, to be
  // compared with this one) gets another.
  if (scans.empty() || scans.back()->finished()) scans.push_back(further_scan(key));
  Scan* scan = scans.back().get();
  if (planning_ != nullptr &&
      std::find(planning_->scans.begin(), planning_->scans.end(), scan) == planning_->scans.end()) {
    planning_->scans.push_back(scan);
  }
  if (touched_ != nullptr) touched_->push_back(key.whole());
  return *scan;
}

std::vector<Scan*> Session::scans_beside(const Scan& scan) {
  std::vector<Scan*> beside;
  for (auto& [key, scans] : scans_) {
    if (key.whole() != scan.key().whole()) continue;
    for (const auto& each : scans) beside.push_back(each.get());
  }
  return beside;
}

std::unique_ptr<Scan> Session::further_scan(const DatasetKey& key) {
  return std::make_unique<Scan>(
      key, *structure(key), [this](const DatasetKey& other) -> const auto& { return structure(other); });
}

void Session::plan_checks(Planned& planned, const Request& request, const DatasetKey& key,
                          const std::vector<suite::Check>& checks, const std::string& part) {
  for (const suite::Check& check : checks) {
    const CheckRule* rule = find_check_rule(check.key);
    if (rule == nullptr) throw base::InternalError("the check '" + check.key + "' was let through but is not built");
    planned.questions.push_back({&check, part.empty() ? check.key : part + "." + check.key, &request.expectation,
                                 &request.files, key, sample_of(request)});
    planned.judges.push_back(rule->plan(planned.questions.back(), *this));
  }
}

void Session::plan(std::size_t request) {
  Planned& planned = planned_[request];
  if (planned.planned) return;
  planned.planned = true;
  planning_ = &planned;
  const suite::ExpectCase& expectation = requests_[request].expectation;
  plan_checks(planned, requests_[request], planned.keys.front(), expectation.checks, {});
  for (std::size_t part = 0; part < expectation.parts.size(); ++part) {
    const auto& [name, checks] = expectation.parts[part];
    plan_checks(planned, requests_[request], planned.keys[part + 1], checks, name);
  }
  planning_ = nullptr;
}

void Session::plan_with_neighbours(std::size_t request) {
  std::vector<DatasetKey> touched;
  touched_ = &touched;
  plan(request);
  for (std::size_t i = 0; i < touched.size(); ++i) {
    const auto neighbours = requests_of_.find(touched[i]);
    if (neighbours == requests_of_.end()) continue;
    for (const std::size_t neighbour : neighbours->second) plan(neighbour);
  }
  touched_ = nullptr;
}

const std::vector<base::CheckResult>& Session::results(std::size_t request) {
  Planned& planned = planned_.at(request);
  if (planned.judged) return planned.results;
  if (!planned.planned) plan_with_neighbours(request);
  for (Scan* scan : planned.scans) {
    if (!scan->finished()) Scan::run(scans_beside(*scan), options_);
  }
  for (const Judge& judge : planned.judges) planned.results.push_back(judge());
  planned.judged = true;
  return planned.results;
}

tl::expected<std::optional<std::string>, std::string> Session::draw_offenders(std::size_t request, std::size_t check,
                                                                              const base::Failure& failure,
                                                                              const std::filesystem::path& file) {
  const Planned& planned = planned_.at(request);
  if (!planned.planned) return std::nullopt;
  return detail::draw_offenders(planned.questions.at(check), *this, failure, file, options_.on_read);
}

}  // namespace assay::expect::detail
