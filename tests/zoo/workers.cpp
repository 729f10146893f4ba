#include "workers.hpp"

#include <assay/base/error.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::zoo {
namespace {

using Json = nlohmann::json;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// A process and the file without a name that it writes its reports into.
struct Worker {
  pid_t process = -1;
  File file;
};

Json to_json(const RunReport& report) {
  Json alarms = Json::array();
  for (const Alarm& each : report.alarms) {
    alarms.push_back(
        {{"check", each.check}, {"message", each.message}, {"step", each.step ? Json(*each.step) : Json()}});
  }
  return {{"experiment", report.experiment}, {"alarms", alarms},        {"cleared", report.cleared},
          {"naive", report.naive_alarm},     {"losses", report.losses}, {"seconds", report.seconds}};
}

RunReport from_json(const Json& json) {
  RunReport report;
  report.experiment = json.at("experiment").get<std::size_t>();
  for (const Json& each : json.at("alarms")) {
    Alarm alarm{each.at("check").get<std::string>(), each.at("message").get<std::string>(), {}};
    if (!each.at("step").is_null()) {
      alarm.step = each.at("step").get<std::uint64_t>();
    }
    report.alarms.push_back(std::move(alarm));
  }
  report.cleared = json.at("cleared").get<std::vector<std::string>>();
  report.naive_alarm = json.at("naive").get<bool>();
  report.losses = json.at("losses").get<std::string>();
  report.seconds = json.at("seconds").get<double>();
  return report;
}

/// Every `jobs`-th experiment, into the file; the exit status.
int work(std::span<const Experiment> experiments, const Calibrations& calibrations, std::size_t first, unsigned jobs,
         std::FILE* file) {
  try {
    for (std::size_t i = first; i < experiments.size(); i += jobs) {
      RunReport report = run(experiments[i], calibrations.at(experiments[i].subject));
      report.experiment = i;
      fmt::print(file, "{}\n", to_json(report).dump(-1, ' ', true, Json::error_handler_t::replace));
    }
    return std::fflush(file) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}

std::string whole_text(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char part[1 << 14];
  for (std::size_t got = std::fread(part, 1, sizeof part, file); got > 0;
       got = std::fread(part, 1, sizeof part, file)) {
    text.append(part, got);
  }
  return text;
}

}  // namespace

std::vector<RunReport> run_all(std::span<const Experiment> experiments, const Calibrations& calibrations,
                               unsigned jobs) {
  std::fflush(nullptr);
  std::vector<Worker> workers;
  for (unsigned i = 0; i < std::max(jobs, 1U); ++i) {
    Worker worker{-1, File(std::tmpfile())};
    if (!worker.file) {
      throw base::InfrastructureError("no temporary file can be made");
    }
    worker.process = ::fork();
    if (worker.process == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // never longer than whoever wants to know
      ::_exit(work(experiments, calibrations, i, std::max(jobs, 1U), worker.file.get()));
    }
    if (worker.process < 0) {
      throw base::InfrastructureError("no process can be started");
    }
    workers.push_back(std::move(worker));
  }
  std::vector<RunReport> reports(experiments.size());
  std::size_t count = 0;
  bool died = false;
  for (const Worker& worker : workers) {
    int status = 0;
    died = ::waitpid(worker.process, &status, 0) != worker.process || status != 0 || died;
    std::string text = whole_text(worker.file.get());
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      const std::string line = text.substr(from, end - from);
      from = end + 1;
      if (const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false); !json.is_discarded()) {
        RunReport report = from_json(json);
        const std::size_t place = report.experiment;
        reports.at(place) = std::move(report);
        ++count;
      }
    }
  }
  if (died || count != experiments.size()) {
    throw base::InfrastructureError(
        fmt::format("{} of {} runs ended; a process died or could not go on", count, experiments.size()));
  }
  return reports;
}

}  // namespace assay::zoo
