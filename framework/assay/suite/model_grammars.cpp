#include <assay/config/list_type.hpp>
#include <assay/config/plain_types.hpp>
#include <assay/suite/detail/bound_type.hpp>
#include <assay/suite/detail/case_grammar.hpp>
#include <assay/suite/detail/dataset_type.hpp>
#include <assay/suite/detail/free_table_type.hpp>

namespace assay::suite::detail {
namespace {

using config::Node;
using config::Reader;

/// A file, or a case that writes one.
config::Type<std::string> checkpoint_type() {
  return config::reference_to(kCheckpointCategory, "a file, or \"train.<name>\": what that case of this suite writes");
}

/// `recipe` with `checkpoint`, or `model`.
template <class Body>
void add_trained_model(config::Table<Case>& table) {
  const auto model = [](auto ModelReference::*member) {
    return [member](Case& to, auto value) { std::get<Body>(to.body).model.*member = std::move(value); };
  };
  table
      .key("recipe", "a recipe registered in C++", config::text("the name of a recipe"), model(&ModelReference::recipe))
      .key("checkpoint", "the weights for the recipe", checkpoint_type(), model(&ModelReference::checkpoint))
      .key("model", "an exported model", config::text("a file"), model(&ModelReference::model))
      .rule(only_with("checkpoint", "recipe"));
}

config::Type<std::optional<std::uint64_t>> kill_at_type() {
  using Step = std::optional<std::uint64_t>;
  const auto random = config::word({"random"}).then([](const std::string&, const Node&, Reader&) {
    return std::optional<Step>(Step());
  });
  return config::either<Step>("a step, or \"random\"", {config::count(1).as<Step>(), random});
}

config::Type<BehaveCase::Relation> relation_type() {
  using Relation = BehaveCase::Relation;
  return config::choice<Relation>(
      {{"invariant", Relation::kInvariant}, {"increase", Relation::kIncrease}, {"decrease", Relation::kDecrease}});
}

}  // namespace

KindGrammar examples_grammar() {
  KindGrammar grammar{Kind::kExamples,
                      "a suite of hard examples",
                      config::Table<Case>("a table of limits"),
                      ExamplesCase(),
                      {"env", "tag"}};
  auto& table = grammar.table;
  table.key("file", "the example suite", data_type(), into(&ExamplesCase::file));
  add_trained_model<ExamplesCase>(table);
  table.key("predictions", "answers made elsewhere", data_type(), into(&ExamplesCase::predictions))
      .key("baseline", "answers of the previous model", data_type(), into(&ExamplesCase::baseline))
      .key("accuracy", "range of the share of right answers", bound_type(), into(&ExamplesCase::accuracy))
      .key("tag", "the same by tag", config::map_of("a table such as { rare = [0.7, 1] }", bound_type()),
           into(&ExamplesCase::tags))
      .key("negative_flips", "range of the number of right answers that became wrong", bound_type(),
           into(&ExamplesCase::negative_flips))
      .key("margin", "non-inferiority margin by tag", config::share(), into(&ExamplesCase::margin))
      .key("per_example", "one check an example", config::flag(), into(&ExamplesCase::per_example))
      .rule(one_of({"recipe", "model", "predictions"}, ""))
      .rule(only_with("recipe", "checkpoint"))
      .rule([](const Case&, const config::TableView& keys, Reader& reader) {
        if (!keys.has("file")) {
          reader.report(keys.position(), reader.subject() + " needs the key `file`: the example suite");
        }
      });
  note_later_keys(table, Kind::kExamples);
  add_case_options(table);
  return grammar;
}

KindGrammar behave_grammar() {
  KindGrammar grammar{Kind::kBehave,
                      "a relation between answers to an input and to a changed one",
                      config::Table<Case>("a table of limits"),
                      BehaveCase(),
                      {"env"}};
  auto& table = grammar.table;
  add_trained_model<BehaveCase>(table);
  table.key("data", "a name under [data], or a file", data_type(), into(&BehaveCase::data))
      .key("transform", "how the input is changed",
           config::map_of("a table of the transform and its settings", config::scalar()), into(&BehaveCase::transform))
      .key("relation", "what must hold", relation_type(), into(&BehaveCase::relation))
      .key("tolerance", "largest difference that is none", config::number(0), into(&BehaveCase::tolerance))
      .key("rate", "range of the share that holds", bound_type(), into(&BehaveCase::rate))
      .rule(one_of({"recipe", "model"}, ""));
  add_case_options(table);
  return grammar;
}

KindGrammar resume_grammar() {
  KindGrammar grammar{Kind::kResume,
                      "whether a run that was killed goes on as if it had not been",
                      config::Table<Case>("a table of limits"),
                      ResumeCase(),
                      {"env"}};
  auto& table = grammar.table;
  table.key("recipe", "a recipe registered in C++", config::text("the name of a recipe"), into(&ResumeCase::recipe))
      .key("command", "the program", command_type(), into(&ResumeCase::command))
      .key("resume_command", "the program that goes on", command_type(), into(&ResumeCase::resume_command))
      .key("kill_at", "step of the kill, or \"random\"", kill_at_type(), into(&ResumeCase::kill_at))
      .key("tolerance", "largest difference (0: bits)", config::number(0), into(&ResumeCase::tolerance))
      .key("metric", "the metric that is compared", config::text("a metric"), into(&ResumeCase::metric))
      .rule(one_of({"recipe", "command"}, ""))
      .rule(only_with("command", "resume_command"))
      .rule(only_with("resume_command", "command"));
  add_case_options(table);
  return grammar;
}

KindGrammar comparison_grammar(Kind kind) {
  KindGrammar grammar{kind,
                      kind == Kind::kParity ? "whether two ways of running agree" : "whether runs repeat",
                      config::Table<Case>("a table of limits"),
                      ComparisonCase(),
                      {"env"}};
  auto& table = grammar.table;
  table.key("recipe", "a recipe registered in C++", config::text("the name of a recipe"), into(&ComparisonCase::recipe))
      .key("command", "the program", command_type(), into(&ComparisonCase::command))
      .key("runs", "how many runs are compared (2)", config::count(2), into(&ComparisonCase::runs))
      .key("between", "the two sides, such as [\"cpu\", \"cuda\"] or [\"threads=1\", \"threads=2\"]",
           config::list_of(config::text("a side"), "a list of two sides", {2, 2}), into(&ComparisonCase::between))
      .key("tolerance", "largest difference (0: bits)", config::number(0), into(&ComparisonCase::tolerance))
      .rule(one_of({"recipe", "command"}, ""));
  add_case_options(table);
  return grammar;
}

}  // namespace assay::suite::detail
