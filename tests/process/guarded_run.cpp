#include "guarded_run.hpp"

#include <assay/run/event_log.hpp>

#include "marked_processes.hpp"
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace assay::run {

GuardedRun::GuardedRun() : mark_(folder_.path().filename()) {}

void GuardedRun::TearDown() { EXPECT_THAT(marked_processes(mark_), testing::IsEmpty()) << "left alive"; }

std::string GuardedRun::program(const char* variable) {
  const char* path = std::getenv(variable);
  if (path == nullptr) {
    throw std::runtime_error(std::string(variable) + " must name a program; ctest sets it");
  }
  return path;
}

Task GuardedRun::task(const std::string& name) const {
  Task task;
  task.planned.name = "s.test.F." + name;
  task.env = {{kMarkVariable, mark_}};
  return task;
}

Plan GuardedRun::plan_of(const std::vector<Task>& tasks) const {
  Plan plan;
  plan.tasks = tasks;
  plan.jobs.push_back({folder_.path() / "suite.toml", program("ASSAY_TEST_FAKE_WORKER"), {}});
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    plan.jobs.back().tasks.push_back(i);
  }
  return plan;
}

Plan GuardedRun::plan(const std::vector<std::string>& names) const {
  std::vector<Task> tasks;
  for (const std::string& name : names) {
    tasks.push_back(task(name));
  }
  return plan_of(tasks);
}

RunRecord GuardedRun::run(const Plan& plan, unsigned jobs) {
  ExecuteOptions options;
  options.run = "r";
  options.guard_program = program("ASSAY_TEST_GUARD");
  options.folder = folder_.path() / "run";
  options.jobs = jobs;
  return execute(plan, options);
}

std::string GuardedRun::content(const std::string& file) const {
  std::ifstream stream(folder_.path() / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<Event> GuardedRun::events() const { return EventTail(folder_.path() / "run" / "events.jsonl").read_new(); }

std::vector<Event> GuardedRun::events(EventKind kind) const {
  std::vector<Event> chosen = events();
  std::erase_if(chosen, [kind](const Event& event) { return event.kind != kind; });
  return chosen;
}

std::vector<std::string> verdicts(const RunRecord& record) {
  std::vector<std::string> words;
  for (const CaseRecord& item : record.cases) {
    words.emplace_back(base::to_text(item.verdict));
  }
  return words;
}

}  // namespace assay::run
