#include <assay/base/detail/json.hpp>
#include <assay/examples/mine.hpp>

namespace assay::examples {

using base::detail::Json;

std::string to_json(const Mined& mined) {
  Json answer = {{"schema", 1}, {"examples", Json::array()}};
  for (const MinedExample& example : mined.examples) {
    answer["examples"].push_back({{"row", example.row},
                                  {"id", base::to_hex(example.id)},
                                  {"loss", base::detail::to_json(example.loss)},
                                  {"status", to_text(example.status)}});
  }
  answer["invalid"] = mined.invalid;
  answer["duplicates"] = mined.duplicates;
  answer["generation"] = mined.committed.generation;
  answer["added"] = mined.committed.added;
  return answer.dump();
}

}  // namespace assay::examples
