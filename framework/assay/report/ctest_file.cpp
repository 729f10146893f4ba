#include <assay/base/detail/json.hpp>
#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/report/ctest_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace assay::report {
namespace {

constexpr std::uint64_t kLargestRegistration = std::uint64_t{1} << 20;
/// CTest's own default would be 25 minutes; this one stands for "no limit".
constexpr std::int64_t kNoLimitSeconds = 30 * 86400;
constexpr std::int64_t kLeastMargin = 60;

/// What `assay_add_suite` left in the build tree about the suite.
struct Registration {
  bool own_program = false;
  bool cuda = false;
};

std::string text_member(const base::detail::Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<base::detail::Json> read_registration(const std::filesystem::path& file) {
  const auto text = base::read_text_file(file, kLargestRegistration);
  if (!text) return std::nullopt;
  const auto json = base::detail::parse_json(*text);
  return json && json->is_object() ? std::optional(*json) : std::nullopt;
}

Registration find_registration(const suite::Suite& suite, const std::filesystem::path& build) {
  Registration found;
  if (build.empty()) return found;
  std::error_code error;
  const std::filesystem::directory_iterator end;
  for (std::filesystem::directory_iterator entry(build / "assay" / "suites", error); !error && entry != end;
       entry.increment(error)) {
    const auto json = entry->path().extension() == ".json" ? read_registration(entry->path()) : std::nullopt;
    if (!json) continue;
    const std::string name = text_member(*json, "suite");
    if (name == suite.name) {
      found = {.own_program = true, .cuda = text_member(*json, "device") == "cuda"};
    } else if (std::filesystem::path(text_member(*json, "file")) == suite.file) {
      throw base::UserError({{.place = {.file = suite.file.string()},
                              .message = fmt::format("the suite is called {}, but assay_add_suite({} ...) builds it; "
                                                     "use one name in both",
                                                     suite.name, name)}});
    }
  }
  return found;
}

/// A CMake bracket argument: nothing in it is special, whatever it holds.
std::string bracketed(std::string_view text) {
  std::string equals = "=";
  while (text.find("]" + equals + "]") != std::string_view::npos || text.ends_with("]" + equals)) equals += "=";
  // CMake drops an end of line right after the opening.
  return fmt::format("[{}[{}{}]{}]", equals, text.starts_with('\n') ? "\n" : "", text, equals);
}

std::int64_t timeout_of(const std::optional<base::Duration>& limit) {
  if (!limit) return kNoLimitSeconds;
  const std::int64_t seconds = std::chrono::ceil<std::chrono::seconds>(*limit).count();
  return std::min(kNoLimitSeconds, seconds + std::max(kLeastMargin, seconds / 10));
}

/// One add_test, gathered from the cases that it runs.
struct Entry {
  std::string name;
  const suite::Tier* tier = nullptr;
  std::string filter;  ///< empty: the whole tier
  std::vector<std::string> tags;
  std::optional<base::Duration> limit;
  unsigned threads = 1;
  unsigned gpus = 0;

  void add(const suite::CaseOptions& options) {
    threads = std::max(threads, options.threads);
    const bool cuda = options.device.value_or(tier->device) == suite::Device::kCuda;
    gpus = std::max({gpus, options.gpus, cuda ? 1U : 0U});
  }
};

std::string command_of(const Entry& entry, const suite::Suite& suite, const CTestOptions& options) {
  std::vector<std::string> words{
      options.assay.string(), "run", suite.file.string(), "--only-tier", "--tier", entry.tier->name, "--jobs", "1"};
  if (!entry.filter.empty()) words.insert(words.end(), {"--filter", entry.filter});
  if (!options.build.empty()) words.insert(words.end(), {"--build", options.build.string()});
  std::string command;
  for (const std::string& word : words) command += " " + bracketed(word);
  return command;
}

std::string text_of(const Entry& entry, bool first_tier, const suite::Project& project, const suite::Suite& suite,
                    const CTestOptions& options) {
  std::string labels = "tier-" + entry.tier->name;
  for (const std::string& tag : entry.tags) labels += ";" + tag;
  std::string text = fmt::format("add_test({}{})\n", bracketed(entry.name), command_of(entry, suite, options));
  text += fmt::format("set_tests_properties({} PROPERTIES\n", bracketed(entry.name));
  text += fmt::format("  LABELS {}\n  TIMEOUT {}\n  PROCESSORS {}\n", bracketed(labels), timeout_of(entry.limit),
                      entry.threads);
  if (entry.gpus > 0) text += fmt::format("  RESOURCE_GROUPS [=[{},gpus:1]=]\n", entry.gpus);
  text += fmt::format("  WORKING_DIRECTORY {}\n  SKIP_RETURN_CODE 77)\n", bracketed(project.root.string()));
  if (first_tier) return text;
  return fmt::format(
      "string(TOLOWER \"${{CTEST_CONFIGURATION_TYPE}}\" assay_configuration)\n"
      "string(TOLOWER {} assay_tier)\n"
      "if(assay_configuration STREQUAL assay_tier)\n{}endif()\n",
      bracketed(entry.tier->name), text);
}

class Entries {
 public:
  Entries(const suite::Project& project, const suite::Suite& suite, const Registration& registration)
      : project_(project), suite_(suite), registration_(registration) {}

  /// One entry a tier that holds anything.
  [[nodiscard]] std::vector<Entry> by_tier() const {
    std::vector<Entry> entries;
    for (const suite::Tier& tier : project_.tiers) {
      Entry entry = tier_entry(tier, suite_.name + "." + tier.name);
      bool any = add_tests(tier, entry);
      for (const suite::Case& item : suite_.cases) {
        if (item.options.tier != tier.name) continue;
        entry.add(item.options);
        any = true;
      }
      if (any) entries.push_back(std::move(entry));
    }
    return entries;
  }

  [[nodiscard]] std::vector<Entry> by_case() const {
    std::vector<Entry> entries;
    for (const suite::Tier& tier : project_.tiers) {
      for (const suite::Case& item : suite_.cases) {
        if (item.options.tier != tier.name) continue;
        Entry entry = tier_entry(tier, suite_.full_name(item));
        entry.filter = suite_.full_name(item);
        entry.tags = item.options.tags;
        entry.limit = item.options.timeout ? item.options.timeout : tier.per_case;
        entry.add(item.options);
        entries.push_back(std::move(entry));
      }
      Entry tests = tier_entry(tier, fmt::format("{}.test.{}", suite_.name, tier.name));
      tests.filter = suite_.name + ".test.*";
      if (add_tests(tier, tests)) entries.push_back(std::move(tests));
    }
    return entries;
  }

 private:
  [[nodiscard]] Entry tier_entry(const suite::Tier& tier, std::string name) const {
    Entry entry;
    entry.name = std::move(name);
    entry.tier = &tier;
    entry.limit = tier.budget;
    return entry;
  }

  /// Adds what the C++ tests of a tier need; false when there are none in it.
  [[nodiscard]] bool add_tests(const suite::Tier& tier, Entry& entry) const {
    if (!registration_.own_program) return false;
    bool any = &tier == &project_.tiers.front();
    for (const suite::Case& table : suite_.test_options) {
      if (table.options.tier == tier.name) {
        entry.add(table.options);
        any = true;
      } else if (table.name == "*" && &tier == &project_.tiers.front()) {
        any = false;
      }
    }
    if (any && registration_.cuda) entry.gpus = std::max(entry.gpus, 1U);
    return any;
  }

  const suite::Project& project_;
  const suite::Suite& suite_;
  Registration registration_;
};

}  // namespace

std::string ctest_file(const suite::Project& project, const suite::Suite& suite, const CTestOptions& options) {
  const Registration registration = find_registration(suite, options.build);
  const Entries entries(project, suite, registration);
  // A build tree that does not know the suite is refused by `assay run`; the stock program needs none.
  const CTestOptions used{.assay = options.assay,
                          .build = registration.own_program ? options.build : std::filesystem::path(),
                          .per_case = options.per_case};
  std::string text = "# Written by `assay list --ctest`; changes are lost at the next build.\n";
  for (const Entry& entry : options.per_case ? entries.by_case() : entries.by_tier()) {
    text += text_of(entry, entry.tier == &project.tiers.front(), project, suite, used);
  }
  return text;
}

}  // namespace assay::report
