#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/suite/detail/case_grammar.hpp>
#include <assay/suite/detail/dataset_type.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assay::suite::detail {
namespace {

using config::Reader;
using config::TableView;

constexpr unsigned kMostThreads = 4096;
constexpr unsigned kMostGpus = 64;
constexpr unsigned kMostRetries = 100;

template <class Member>
auto into_options(Member CaseOptions::*member) {
  return [member](Case& to, auto value) { to.options.*member = std::move(value); };
}

/// The name of an environment variable: what `setenv` takes.
config::KeyRule variable_key() {
  return {[](const config::Entry& entry, Reader& reader) {
            if (!entry.key.empty() && entry.key.find_first_of(std::string_view("=\0", 2)) == std::string::npos) {
              return true;
            }
            reader.report(entry.position,
                          fmt::format("{}: the name of a variable must not be empty or hold `=`", reader.subject()));
            return false;
          },
          [] { return config::JsonValue().set("pattern", "^[^=]+$"); }};
}

}  // namespace

void add_case_options(config::Table<Case>& table) {
  table
      .key("tier", "the tier that runs the case; the first by default",
           config::reference_to(kTierCategory, "the name of a tier"), into_options(&CaseOptions::tier))
      .key("tags", "words to select cases by", config::list_of(config::text("a word"), "a list of words"),
           into_options(&CaseOptions::tags))
      .key("timeout", "longest time the case may take; the tier's per_case by default", config::duration(),
           into_options(&CaseOptions::timeout))
      .key("device", "where the case runs; the tier's device by default",
           config::choice<Device>({{"cpu", Device::kCpu}, {"cuda", Device::kCuda}, {"any", Device::kAny}}),
           into_options(&CaseOptions::device))
      .key("seed", "seed of all random numbers", config::count(), into_options(&CaseOptions::seed))
      .key("threads", "threads the case may use (1)", config::small_count(1, kMostThreads),
           into_options(&CaseOptions::threads))
      .key("memory", "largest resident memory", config::byte_size(), into_options(&CaseOptions::memory))
      .key("gpus", "GPUs the case needs", config::small_count(0, kMostGpus), into_options(&CaseOptions::gpus))
      .key("isolate", "run in a process of its own", config::flag(), into_options(&CaseOptions::isolate))
      .key("retries", "runs after a failure before it counts; a pass is then flaky",
           config::small_count(0, kMostRetries), into_options(&CaseOptions::retries))
      .key("env", "environment variables", config::map_of("a table of texts", config::any_text(), variable_key()),
           into_options(&CaseOptions::env))
      .key("xfail", "why a failure is expected", config::text("the reason, as text"), into_options(&CaseOptions::xfail))
      .key("xfail_until", "last day on which a failure is expected", config::date(),
           into_options(&CaseOptions::xfail_until))
      .rule(only_with("xfail_until", "xfail"));
}

config::Table<Case>::Rule one_of(std::vector<std::string> keys, std::string needed) {
  return [keys = std::move(keys), needed = std::move(needed)](const Case&, const TableView& table, Reader& reader) {
    std::vector<std::string> present;
    std::copy_if(keys.begin(), keys.end(), std::back_inserter(present),
                 [&](const std::string& key) { return table.has(key); });
    if (present.empty() && !needed.empty()) {
      reader.report(table.position(), fmt::format("{} needs {}", reader.subject(), needed));
    } else if (present.size() > 1) {
      reader.report(table.position(present[1]),
                    fmt::format("{} takes `{}` or `{}`, not both", reader.subject(), present[0], present[1]));
    }
  };
}

config::Table<Case>::Rule only_with(std::string key, std::string other) {
  return [key = std::move(key), other = std::move(other)](const Case&, const TableView& table, Reader& reader) {
    if (table.has(key) && !table.has(other)) {
      reader.report(table.position(key), fmt::format("{}: `{}` needs `{}` beside it", reader.subject(), key, other));
    }
  };
}

KindGrammar test_grammar() {
  KindGrammar grammar{
      Kind::kTest, "options of C++ tests, by GoogleTest name", config::Table<Case>(), TestPattern(), {"env"}};
  add_case_options(grammar.table);
  return grammar;
}

const std::vector<KindGrammar>& kind_grammars() {
  static const std::vector<KindGrammar> kGrammars = {expect_grammar(),
                                                     memorize_grammar(),
                                                     train_grammar(),
                                                     examples_grammar(),
                                                     behave_grammar(),
                                                     resume_grammar(),
                                                     comparison_grammar(Kind::kDeterminism),
                                                     comparison_grammar(Kind::kParity),
                                                     test_grammar()};
  return kGrammars;
}

}  // namespace assay::suite::detail
