#pragma once

#include <assay/base/check_result.hpp>
#include <assay/expect/detail/scan.hpp>
#include <assay/expect/detail/structure.hpp>
#include <assay/suite/expect_case.hpp>

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::expect::detail {

/// One check of one case and the dataset it is about. Lives as long as the evaluation.
struct Question {
  const suite::Check* check = nullptr;
  std::string name;  ///< as results call it: the key, for a part of a table with the part before it
  const suite::ExpectCase* expectation = nullptr;
  const std::map<std::string, std::vector<std::filesystem::path>>* files = nullptr;  ///< of every data name of the case
  DatasetKey key;
};

/// What checks are planned with: datasets are opened once, and what is asked of one of them shares one pass.
class Planner {
 public:
  virtual ~Planner() = default;
  [[nodiscard]] virtual const tl::expected<Structure, Trouble>& structure(const DatasetKey& key) = 0;
  /// The pass over a dataset whose structure could be read.
  [[nodiscard]] virtual Scan& scan(const DatasetKey& key) = 0;
};

/// Gives the result of a planned check once the passes it asked for have run.
using Judge = std::function<base::CheckResult()>;

/// One key of SPEC section 2: plans its metrics, or judges at once when structure suffices.
struct CheckRule {
  std::string_view key;
  Judge (*plan)(const Question& question, Planner& planner);
};

/// All checks that are built; to add one, write its plan function and list it here.
[[nodiscard]] const CheckRule* find_check_rule(std::string_view key) noexcept;

// Checks of structure; they need no data.
[[nodiscard]] Judge plan_exists(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_dtype(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_shape(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_rank(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_rows(const Question& question, Planner& planner);
// Checks of each element.
[[nodiscard]] Judge plan_values(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_membership(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_number_kind(const Question& question, Planner& planner);
// One number for all elements.
[[nodiscard]] Judge plan_extreme(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_moment(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_share(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_missing_share(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_class_share(const Question& question, Planner& planner);
// Whole rows.
[[nodiscard]] Judge plan_unique(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_disjoint_from(const Question& question, Planner& planner);

}  // namespace assay::expect::detail
