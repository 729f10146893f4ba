#include <assay/base/detail/json.hpp>
#include <assay/base/sha256.hpp>
#include <assay/examples/answer_json.hpp>

namespace assay::examples {

using base::detail::Json;

std::string to_json(const ExampleSuite& suite, const Judgement& judgement) {
  const auto text = [](std::string_view value) { return base::detail::to_json(value); };
  const auto counted = [](const Tally& tally) {
    return Json{{"pass", tally.pass},
                {"fail", tally.fail},
                {"missing", tally.missing},
                {"invalid", tally.invalid},
                {"accuracy", base::detail::to_json(tally.accuracy())}};
  };
  Json answer = {{"schema", 1}};
  answer["verdict"] = !judgement.decides ? "not_run" : judgement.passed ? "passed" : "failed";
  answer["suite"] = text(suite.name);
  answer["generation"] = suite.generation;
  answer["accuracy"] = base::detail::to_json(judgement.all.accuracy());
  answer["examples"] = Json::array();
  for (std::size_t row = 0; row < suite.examples.size(); ++row) {
    const Example& example = suite.examples[row];
    Json entry = {{"row", row},
                  {"id", base::to_hex(example.id)},
                  {"outcome", to_text(judgement.outcomes[row])},
                  {"status", to_text(example.status)}};
    if (!example.fault.empty()) {
      entry["reason"] = text(example.fault);
    }
    answer["examples"].push_back(std::move(entry));
  }
  answer["tags"] = Json::object();
  for (std::size_t tag = 0; tag < suite.tags.size(); ++tag) {
    answer["tags"][suite.tags[tag]] = counted(judgement.tags[tag]);
  }
  if (judgement.flips) {
    answer["negative_flips"] = judgement.flips->negative.size();
    answer["positive_flips"] = judgement.flips->positive.size();
    answer["mcnemar_p"] = judgement.flips->mcnemar_p;
  }
  answer["notes"] = Json::array();
  for (const std::string& note : suite.notes) {
    answer["notes"].push_back(text(note));
  }
  return answer.dump();
}

}  // namespace assay::examples
