#include <assay/expect/detail/element_check.hpp>
#include <assay/expect/detail/neighbours.hpp>

#include <string>

namespace assay::expect::detail {

namespace {

Wording wording_of(const Direction& direction) {
  const std::string than =
      direction.up ? (direction.strict ? "not above" : "below") : (direction.strict ? "not below" : "above");
  const std::string order = direction.up ? "increasing" : "decreasing";
  return {"is " + than + " the row before", "are " + than + " the row before",
          order + (direction.strict ? ", strict" : ", weak")};
}

tl::expected<Finish, Trouble> prepare_order(const DataQuestion& data) {
  if (!is_number(data.structure.type) && !is_text(data.structure.type)) {
    return tl::unexpected(wrong_type(data.question, data.structure, "numbers or text"));
  }
  const Direction direction{data.question.check->key == "increasing",
                            std::get<suite::Monotony>(data.question.check->argument) == suite::Monotony::kStrict};
  return with_element_type(data.structure.type, [&]<class T>(std::type_identity<T>) -> Finish {
    const auto& neighbours = data.scan.metric(data.filter, std::make_unique<Neighbours<T>>(direction));
    return [&question = data.question, &structure = data.structure, wording = wording_of(direction), &neighbours](
               const FilterCounts& counts, base::CheckResult& result) {
      // What is counted are pairs of neighbours: each stands for its later side.
      FilterCounts pairs = counts;
      pairs.elements = neighbours.state().pairs;
      pairs.rows = pairs.present_rows = neighbours.state().pair_rows;
      pairs.missing = 0;
      finish_elements(question, structure, wording, neighbours.state().broken, pairs, result);
    };
  });
}

}  // namespace

Judge plan_order(const Question& question, Planner& planner) {
  return plan_data_check(question, planner, prepare_order);
}

}  // namespace assay::expect::detail
