#include <assay/base/error.hpp>
#include <assay/run/detail/case_choice.hpp>
#include <assay/run/detail/chosen_case.hpp>
#include <assay/run/detail/suite_lacks.hpp>
#include <assay/run/plan.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>

namespace assay::run {

using base::Mistake;
using detail::ChosenCase;

namespace {

void check_numbers(const Selection& selection, std::vector<Mistake>& mistakes) {
  if (selection.shards < 1 || selection.shard < 1 || selection.shard > selection.shards) {
    mistakes.push_back(
        {{}, fmt::format("--shard {}/{}: expected I/N with 1 <= I <= N", selection.shard, selection.shards)});
  }
  if (selection.repeat < 1) mistakes.push_back({{}, "--repeat 0: expected at least 1"});
}

const suite::Tier& tier_of(const suite::Project& project, const ChosenCase& item) {
  return *std::ranges::find(project.tiers, item.options.tier, &suite::Tier::name);
}

bool needs_cuda(const suite::Project& project, const ChosenCase& item) {
  return item.options.gpus > 0 || item.options.device.value_or(tier_of(project, item).device) == suite::Device::kCuda;
}

std::string to_text(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

/// The one seed of a case that trains, so that the command repeats exactly this run; with several it runs them all.
std::optional<std::uint64_t> seed_of(const Selection& selection, const ChosenCase& item) {
  if (item.kind != suite::Kind::kMemorize && item.kind != suite::Kind::kTrain) return std::nullopt;
  if (selection.seed) return selection.seed;
  const auto* body = std::get_if<suite::MemorizeCase>(&item.item->body);
  if (body == nullptr || body->seeds.empty()) return item.options.seed;
  return body->seeds.size() == 1 ? std::optional(body->seeds.front()) : std::nullopt;
}

Task make_task(const suite::Project& project, const Selection& selection, const ChosenCase& item) {
  const suite::CaseOptions& options = item.options;
  Task task;
  PlannedCase& planned = task.planned;
  planned.name = item.name;
  planned.suite = item.suite->name;
  planned.kind = suite::to_text(item.kind);
  planned.tier = options.tier;
  planned.file = item.place.file.empty() ? item.suite->file.native() : item.place.file;
  planned.line = item.place.line;
  planned.checks = item.checks;
  planned.reproduce = detail::reproduce_command(item, project.tiers.front().name);
  if (const auto seed = seed_of(selection, item)) planned.reproduce += fmt::format(" --seed {}", *seed);
  if (!selection.hdf5_plugins.empty()) {
    planned.reproduce += fmt::format(" --hdf5-plugins {}", detail::shell_word(selection.hdf5_plugins.native()));
  }
  planned.xfail = options.xfail;
  if (options.xfail_until) {
    planned.xfail_until = to_text(*options.xfail_until);
    const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
    planned.xfail_expired = today > *options.xfail_until;
  }
  planned.repeat = selection.repeat;
  planned.retries = options.retries;
  task.limit = options.timeout ? options.timeout : tier_of(project, item).per_case;
  task.memory = options.memory;
  task.threads = options.threads;
  // Memory that an earlier case of the worker still holds would count for this one.
  task.isolate = options.isolate || options.memory.has_value();
  task.retries = options.retries;
  task.env = options.env;
  return task;
}

/// What needs no C++ of the suite runs in the stock program: it starts at once and loads no library of the suite's.
std::filesystem::path program_of(const ChosenCase& chosen) {
  if (chosen.program == nullptr) return {};
  if (chosen.item != nullptr && chosen.item->trains_model() && !chosen.program->training.empty()) {
    return chosen.program->training;
  }
  const bool needs_own =
      chosen.kind == suite::Kind::kTest || !chosen.item->recipe().empty() || chosen.item->trains_model();
  return needs_own || chosen.program->stock.empty() ? chosen.program->executable : chosen.program->stock;
}

std::vector<Job> make_jobs(const std::vector<ChosenCase>& chosen, const std::vector<Task>& tasks) {
  using Key = std::tuple<std::filesystem::path, std::filesystem::path, unsigned,
                         std::vector<std::pair<std::string, std::string>>>;
  std::vector<Job> jobs;
  std::map<Key, std::size_t> shared;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const Task& task = tasks[i];
    if (!task.planned.skip.empty()) continue;
    const std::filesystem::path program = program_of(chosen[i]);
    std::size_t job = jobs.size();
    if (!task.isolate) {
      job = shared.try_emplace(Key(chosen[i].suite->file, program, task.threads, task.env), jobs.size()).first->second;
    }
    if (job == jobs.size()) jobs.push_back({chosen[i].suite->file, program, {}});
    jobs[job].tasks.push_back(i);
  }
  return jobs;
}

/// Joins each task with the one it needs, which comes before it; what cannot run there cannot run here.
void connect(const std::vector<ChosenCase>& chosen, std::vector<Task>& tasks) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    index.emplace(tasks[i].planned.name, i);
    const auto needed = chosen[i].needs.empty() ? index.end() : index.find(chosen[i].needs);
    if (needed == index.end()) continue;
    tasks[i].needs = needed->second;
    const PlannedCase& before = tasks[needed->second].planned;
    if (tasks[i].planned.skip.empty() && !before.skip.empty()) {
      tasks[i].planned.skip = fmt::format("it needs {}, which is skipped: {}", before.name, before.skip);
      tasks[i].planned.skip_fault = before.skip_fault;
    }
  }
}

/// The budgets of the tiers that have cases in the plan; none when one of them is unlimited.
std::optional<base::Duration> budget_of(const suite::Project& project, const std::vector<ChosenCase>& chosen) {
  base::Duration sum{};
  std::set<std::string> counted;
  for (const ChosenCase& item : chosen) {
    if (!counted.insert(item.options.tier).second) continue;
    const std::optional<base::Duration> budget = tier_of(project, item).budget;
    if (!budget || *budget > base::Duration::max() - sum) return std::nullopt;
    sum += *budget;
  }
  return chosen.empty() ? std::nullopt : std::optional(sum);
}

}  // namespace

Plan make_plan(const suite::Project& project, const Selection& selection,
               const std::map<std::string, WorkerProgram>& programs, const CudaProbe& probe) {
  std::vector<Mistake> mistakes;
  check_numbers(selection, mistakes);
  const std::vector<std::size_t> tiers = detail::chosen_tiers(project, selection, mistakes);
  const std::vector<ChosenCase> cases = detail::all_cases(project, programs, mistakes);
  if (!mistakes.empty()) throw base::UserError(std::move(mistakes));
  const std::vector<ChosenCase> chosen = detail::choose(project, selection, cases, tiers, mistakes);
  const detail::SuiteLacks lacks = detail::find_lacks(chosen, programs, mistakes);
  if (!mistakes.empty()) {
    for (const auto& [suite, lacking] : lacks) mistakes.insert(mistakes.end(), lacking.begin(), lacking.end());
    throw base::UserError(std::move(mistakes));
  }

  const bool cuda_is_required = std::ranges::find(selection.require, "cuda") != selection.require.end();
  const bool any_cuda = std::ranges::any_of(chosen, [&](const ChosenCase& item) { return needs_cuda(project, item); });
  const std::optional<std::string> no_cuda = any_cuda ? probe() : std::nullopt;
  Plan plan;
  for (const ChosenCase& item : chosen) {
    Task& task = plan.tasks.emplace_back(make_task(project, selection, item));
    if (item.kind == suite::Kind::kTest &&
        detail::is_disabled(item.name.substr(item.suite->name.size() + sizeof ".test"))) {
      task.planned.skip = "the test is disabled by its name (DISABLED_)";
    } else if (no_cuda && needs_cuda(project, item)) {
      task.planned.skip = "it needs a GPU: " + *no_cuda;
      task.planned.skip_fault = cuda_is_required ? base::Fault::kMachine : base::Fault::kNone;
    }
  }
  detail::refuse_lacking(lacks, chosen, plan);
  connect(chosen, plan.tasks);
  plan.tier = selection.tier;
  plan.seed = selection.seed;
  if (!selection.hdf5_plugins.empty()) plan.hdf5_plugins = std::filesystem::absolute(selection.hdf5_plugins);
  plan.jobs = make_jobs(chosen, plan.tasks);
  plan.budget = budget_of(project, chosen);
  return plan;
}

}  // namespace assay::run
