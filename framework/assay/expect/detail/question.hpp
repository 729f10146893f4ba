#pragma once

#include <assay/base/check_result.hpp>
#include <assay/expect/detail/scan.hpp>
#include <assay/expect/detail/structure.hpp>
#include <assay/suite/expect_case.hpp>

#include <tl/expected.hpp>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
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
  DatasetKey key;                                                                    ///< without the sample
  std::optional<Sample> sample;
};

/// What checks are planned with: datasets are opened once, and what is asked of one of them shares one pass.
class Planner {
 public:
  virtual ~Planner() = default;
  [[nodiscard]] virtual const tl::expected<Structure, Trouble>& structure(const DatasetKey& key) = 0;
  /// The attribute of the dataset in each of its files; none where it is not there or holds no single value.
  [[nodiscard]] virtual tl::expected<std::vector<base::Scalar>, Trouble> attribute(const DatasetKey& key,
                                                                                   const std::string& name) = 0;
  /// The pass over a dataset whose structure could be read.
  [[nodiscard]] virtual Scan& scan(const DatasetKey& key) = 0;
  /// A further pass, for what can only be asked once the first one has run; the judge fills and runs it.
  [[nodiscard]] virtual std::unique_ptr<Scan> further_scan(const DatasetKey& key) = 0;
  virtual void run(Scan& scan) = 0;
};

/// Gives the result of a planned check once the passes it asked for have run.
using Judge = std::function<base::CheckResult()>;

/// One check: plans its metrics, or judges at once when structure suffices.
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
[[nodiscard]] Judge plan_columns(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_attributes(const Question& question, Planner& planner);
// Checks of each element.
[[nodiscard]] Judge plan_values(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_membership(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_number_kind(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_matches(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_length(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_order(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_outliers(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_below(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_pairs(const Question& question, Planner& planner);
// One number for all elements.
[[nodiscard]] Judge plan_aggregate(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_missing_share(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_classes(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_quantile(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_drift(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_axis(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_correlation(const Question& question, Planner& planner);
// Whole rows.
[[nodiscard]] Judge plan_row_statistic(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_one_hot(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_same_rows_as(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_other_rows(const Question& question, Planner& planner);
[[nodiscard]] Judge plan_unique(const Question& question, Planner& planner);

}  // namespace assay::expect::detail
