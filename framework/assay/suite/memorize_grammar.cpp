#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/suite/detail/bound_type.hpp>
#include <assay/suite/detail/case_grammar.hpp>
#include <assay/suite/detail/free_table_type.hpp>
#include <assay/suite/memorize_check.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;

config::Type<WallTime> wall_time_type() {
  const auto guard = config::duration().then([](base::Duration most, const Node&, Reader&) {
    return std::optional(WallTime{most, std::nullopt});
  });
  config::Table<WallTime> table("a table { max, ratio }");
  table.key("max", "a hang guard", config::duration(), &WallTime::most)
      .key("ratio", "range of the ratio to an interleaved reference loop", bound_type(), &WallTime::ratio);
  note_later_keys(table, Kind::kMemorize, "wall_time.");
  return config::either<WallTime>("a duration such as \"20s\", or a table { max, ratio }", {guard, table.type()});
}

config::Type<Deployment> deployment_type() {
  config::Table<Deployment> table("a table { model } or { command, predictions }");
  table.key("model", "the exported model", config::text("a file"), &Deployment::model)
      .key("command", "the program that answers", command_type(), &Deployment::command)
      .key("predictions", "the file it writes", config::text("a file"), &Deployment::predictions)
      .rule([](const Deployment&, const config::TableView& keys, Reader& reader) {
        const bool by_command = keys.has("command") && keys.has("predictions") && !keys.has("model");
        const bool by_model = keys.has("model") && !keys.has("command") && !keys.has("predictions");
        if (!by_command && !by_model) {
          reader.report(keys.position(),
                        fmt::format("{} needs `model`, or `command` and `predictions`", reader.subject()));
        }
      });
  return table.type();
}

config::Type<std::vector<std::pair<double, Bound>>> levels_type() {
  using Levels = std::vector<std::pair<double, Bound>>;
  return config::map_of("a table such as { \"0.5\" = [1, 20] }", bound_type(), config::share_key())
      .then([](const std::vector<std::pair<std::string, Bound>>& written, const Node&, Reader&) {
        Levels levels;
        for (const auto& [key, bound] : written) {
          double fraction = 0;
          std::from_chars(key.data(), key.data() + key.size(), fraction);
          levels.emplace_back(fraction, bound);
        }
        return std::optional(std::move(levels));
      });
}

config::Type<FreeTable> check_switches_type() {
  config::Table<FreeTable> table("a table of switches and settings");
  for (const MemorizeCheck& check : memorize_checks()) {
    const std::string id(check.id);
    table.key(id, std::string(check.criterion),
              config::scalar().called(check.takes_number ? "true, false or its tolerance" : "true or false"),
              [id](FreeTable& to, base::Scalar value) { to.emplace_back(id, std::move(value)); });
  }
  return table.type();
}

void add_model(config::Table<Case>& table) {
  const auto model = [](auto ModelReference::*member) {
    return [member](Case& to, auto value) { std::get<MemorizeCase>(to.body).model.*member = std::move(value); };
  };
  table
      .key("recipe", "a recipe registered in C++", config::text("the name of a recipe"), model(&ModelReference::recipe))
      .key("model", "a TorchScript file, in place of a recipe: its parameters are trained as they were saved",
           config::text("a file"), model(&ModelReference::model))
      .key("loss", "the loss of an exported model", loss_table_type(), model(&ModelReference::loss))
      .key("optimizer", "the optimizer of an exported model", optimizer_table_type(), model(&ModelReference::optimizer))
      .key("data",
           "the examples of an exported model: datasets `inputs` and `targets` (so called by default), `scale` that "
           "inputs "
           "are divided by, their `dtype` (float32, float64, int64), and `layout` of one: hw, hwc, chw (the model gets "
           "chw) or flat",
           data_table_type(), model(&ModelReference::data))
      .rule(one_of({"recipe", "model"}, "`recipe`, or `model` with `loss`, `optimizer` and `data`"));
  for (const char* key : {"loss", "optimizer", "data"}) {
    table.rule(only_with(key, "model"));
  }
  table.rule([](const Case&, const config::TableView& keys, Reader& reader) {
    for (const char* key : {"loss", "optimizer", "data"}) {
      if (keys.has("model") && !keys.has(key)) {
        reader.report(keys.position("model"), fmt::format("{}: `model` needs `{}` beside it", reader.subject(), key));
      }
    }
  });
}

/// A switch, or for some checks a tolerance.
void check_settings(const Case& item, const config::TableView& keys, Reader& reader) {
  for (const auto& [id, setting] : std::get<MemorizeCase>(item.body).checks) {
    const auto is_it = [&id = id](const MemorizeCheck& each) { return each.id == id; };
    const auto check = std::ranges::find_if(memorize_checks(), is_it);
    if (check == memorize_checks().end() || std::holds_alternative<bool>(setting)) {
      continue;
    }
    const auto* whole = std::get_if<std::int64_t>(&setting);
    const auto* real = std::get_if<double>(&setting);
    const bool positive = (whole != nullptr && *whole > 0) || (real != nullptr && *real > 0 && std::isfinite(*real));
    if (!check->takes_number || !positive) {
      reader.report(keys.position("checks"),
                    fmt::format("{}: `checks.{}` must be true, false{}, not {}", reader.subject(), id,
                                check->takes_number ? " or a positive number, its tolerance" : "; it is exact",
                                base::to_text(setting)));
    }
  }
}

/// What no run could ever reach.
void check_goals(const Case& item, const config::TableView& keys, Reader& reader) {
  const auto& body = std::get<MemorizeCase>(item.body);
  const auto report = [&](const char* key, const std::string& sentence) {
    reader.report(keys.position(key), fmt::format("{}: {}", reader.subject(), sentence));
  };
  if (body.loss_below && !std::isfinite(*body.loss_below)) {
    report("loss_below", "`loss_below` must be a finite number");
  }
  if (body.accuracy_above && *body.accuracy_above >= 1) {
    report("accuracy_above", "no accuracy is above 1; for every sample right write 0.999");
  }
  for (const auto& [fraction, bound] : body.levels) {
    if (!(fraction > 0 && fraction < 1)) {
      report("levels", "a level is a part of the first loss, between 0 and 1 and neither of them");
    }
  }
}

}  // namespace

KindGrammar memorize_grammar() {
  KindGrammar grammar{Kind::kMemorize,
                      "whether training can memorise one batch",
                      config::Table<Case>("a table of limits"),
                      MemorizeCase(),
                      {"env", "checks"}};
  auto& table = grammar.table;
  add_model(table);
  table
      .key("batch_size", "examples in the batch; the recipe's own by default", config::count(1),
           into(&MemorizeCase::batch_size))
      .key("batches", "batches to memorise (1)", config::count(1), into(&MemorizeCase::batches))
      .key("loss_below", "the loss that must be reached", config::number(), into(&MemorizeCase::loss_below))
      .key("accuracy_above", "the accuracy that must be reached", config::share(), into(&MemorizeCase::accuracy_above))
      .key("steps", "range of steps until the loss is reached", bound_type(), into(&MemorizeCase::steps))
      .key("levels", "steps to these fractions of the first loss", levels_type(), into(&MemorizeCase::levels))
      .key("wall_time", "longest time, or range of the ratio to a reference loop", wall_time_type(),
           into(&MemorizeCase::wall_time))
      .key("seeds", "seeds to run with", config::list_of(config::count(), "a list of at least one seed", {1}),
           into(&MemorizeCase::seeds))
      .key("ladder", "rungs from the whole model and batch down to narrow and short",
           config::list_of(config::text("a rung"), "a list of rungs", {1}), into(&MemorizeCase::ladder))
      .key("deployed", "what was memorised must also answer right as deployed", deployment_type(),
           into(&MemorizeCase::deployed))
      .key("calibration", "what healthy runs have in common, as `assay calibrate` writes it beside the suite file",
           config::text("a file"), into(&MemorizeCase::calibration))
      .key("checks", "switches built-in checks off or sets them", check_switches_type(), into(&MemorizeCase::checks))
      .rule(check_goals)
      .rule(check_settings);
  note_later_keys(table, Kind::kMemorize);
  add_case_options(table);
  return grammar;
}

}  // namespace assay::suite::detail
