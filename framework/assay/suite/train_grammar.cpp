#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/suite/detail/bound_type.hpp>
#include <assay/suite/detail/case_grammar.hpp>
#include <assay/suite/detail/free_table_type.hpp>

#include <fmt/format.h>

#include <charconv>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;

/// A step written as a key.
config::KeyRule step_key() {
  return {[](const config::Entry& entry, Reader& reader) {
            std::uint64_t step = 0;
            const char* end = entry.key.data() + entry.key.size();
            const auto parsed = std::from_chars(entry.key.data(), end, step);
            if (parsed.ec == std::errc() && parsed.ptr == end) {
              return true;
            }
            reader.report(entry.position, fmt::format("{}: the key must be a step such as \"500\"", reader.subject()));
            return false;
          },
          [] { return config::JsonValue().set("pattern", "^[0-9]+$"); }};
}

config::Type<std::vector<std::pair<std::uint64_t, Bound>>> by_step_type() {
  return config::map_of("a table such as { \"500\" = [0, 2] }", bound_type(), step_key())
      .then([](const std::vector<std::pair<std::string, Bound>>& written, const Node&, Reader&) {
        std::vector<std::pair<std::uint64_t, Bound>> marks;
        for (const auto& [key, bound] : written) {
          std::uint64_t step = 0;
          std::from_chars(key.data(), key.data() + key.size(), step);
          marks.emplace_back(step, bound);
        }
        return std::optional(std::move(marks));
      });
}

config::Type<MetricLimits::Plateau> plateau_type() {
  using Plateau = MetricLimits::Plateau;
  config::Table<Plateau> table("a table { steps, change }");
  table.key("steps", "over how many steps", config::count(1), &Plateau::steps)
      .required()
      .key("change", "least relative improvement over them", config::number(0), &Plateau::change)
      .required();
  return table.type();
}

config::Type<MetricLimits::Reference> reference_type() {
  using Reference = MetricLimits::Reference;
  config::Table<Reference> table("a table { files, band, outside }");
  table
      .key("files", "metrics of earlier runs, or globs of them",
           config::list_of(config::text("a file or a glob"), "a list of files", {1}), &Reference::files)
      .required()
      .key("band", "width of the band in units of the references' noise (5)", config::number(0), &Reference::band)
      .key("outside", "largest share of points outside (0.2)", config::share(), &Reference::outside);
  return table.type();
}

config::Type<MetricLimits> metric_type() {
  config::Table<MetricLimits> table("a table of limits");
  table
      .key("better", "which way is better", config::choice<bool>({{"lower", false}, {"higher", true}}),
           &MetricLimits::higher_is_better)
      .key("first", "first value", bound_type(), &MetricLimits::first)
      .key("last", "value at the highest step", bound_type(), &MetricLimits::last)
      .key("best", "lowest value, or highest with better = \"higher\"", bound_type(), &MetricLimits::best)
      .key("median", "median of the values", bound_type(), &MetricLimits::median)
      .key("max", "largest value", bound_type(), &MetricLimits::max)
      .key("min", "smallest value", bound_type(), &MetricLimits::min)
      .key("by_step", "the last value at or before a step", by_step_type(), &MetricLimits::by_step)
      .key("diverges_above", "factor over the running best", config::number(0), &MetricLimits::diverges_above)
      .key("patience", "points that it must hold (3)", config::count(1), &MetricLimits::patience)
      .key("plateau", "an improvement that must be kept up", plateau_type(), &MetricLimits::plateau)
      .key("decreasing", "least share of windows that improve", config::share(), &MetricLimits::decreasing)
      .key("reference", "a band around earlier runs", reference_type(), &MetricLimits::reference)
      .key("from_history", "limits learned from this case's own history", config::flag(), &MetricLimits::from_history)
      .key("required", "a metric never written fails (true)", config::flag(), &MetricLimits::required);
  note_later_keys(table, Kind::kTrain, "metric.");
  return table.type();
}

config::Type<GeneralisationGap> gap_type() {
  config::Table<GeneralisationGap> table("a table { train, validation, below }");
  table.key("train", "metric of the training data", config::text("a metric"), &GeneralisationGap::train)
      .required()
      .key("validation", "the same of held-out data", config::text("a metric"), &GeneralisationGap::validation)
      .required()
      .key("below", "largest allowed difference", config::number(), &GeneralisationGap::below)
      .required();
  return table.type();
}

config::Type<std::vector<MetricLimits>> metrics_type() {
  return config::map_of("a table of metrics, each with its limits", metric_type())
      .then([](std::vector<std::pair<std::string, MetricLimits>> named, const Node&, Reader&) {
        std::vector<MetricLimits> limits;
        for (std::pair<std::string, MetricLimits>& entry : named) {
          entry.second.metric = std::move(entry.first);
          limits.push_back(std::move(entry.second));
        }
        return std::optional(std::move(limits));
      });
}

}  // namespace

KindGrammar train_grammar() {
  KindGrammar grammar{Kind::kTrain,
                      "a training run, of a recipe or of any program that writes metrics",
                      config::Table<Case>("a table of limits"),
                      TrainCase(),
                      {"env", "metric"}};
  auto& table = grammar.table;
  table.key("recipe", "a recipe registered in C++", config::text("the name of a recipe"), into(&TrainCase::recipe))
      .key("command", "the program, run in the suite's folder without a shell", command_type(),
           into(&TrainCase::command))
      .key("metrics", "what it writes: JSON lines, CSV or an event file", config::text("a file"),
           into(&TrainCase::metrics))
      .key("wall_time", "longest time of the run", config::duration(), into(&TrainCase::wall_time))
      .key("stall", "longest time without a new step; learned by default", config::duration(), into(&TrainCase::stall))
      .key("first_step", "longest time to the first step", config::duration(), into(&TrainCase::first_step))
      .key("step_key", "name of the step in the metrics (\"step\")", config::text("the name of a key"),
           into(&TrainCase::step_key))
      .key("exit_code", "exit code that the program must have (0)", config::integer(0, 255).as<int>(),
           into(&TrainCase::exit_code))
      .key("steps", "range of the number of steps written", bound_type(), into(&TrainCase::steps))
      .key("gap", "largest distance of validation from training", gap_type(), into(&TrainCase::gap))
      .key("metric", "limits by metric", metrics_type(), into(&TrainCase::limits));
  note_later_keys(table, Kind::kTrain);
  add_case_options(table);
  table.rule(one_of({"recipe", "command"}, "`recipe`, or `command` with `metrics`"));
  table.rule(only_with("command", "metrics"));
  table.rule(only_with("metrics", "command"));
  return grammar;
}

}  // namespace assay::suite::detail
