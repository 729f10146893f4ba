#pragma once

#include <assay/expect/detail/question.hpp>
#include <assay/expect/evaluation.hpp>

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace assay::expect::detail {

/// Plans cases, runs the passes they need, judges. A case is planned together with all other cases about the datasets
/// that it reads, and with no others: a file that crashes HDF5 then falls on a case that asked for it.
class Session : public Planner {
 public:
  Session(std::vector<Request> requests, EvaluationOptions options);

  [[nodiscard]] const std::vector<base::CheckResult>& results(std::size_t request);

  [[nodiscard]] tl::expected<std::optional<std::string>, std::string> draw_offenders(std::size_t request,
                                                                                     std::size_t check,
                                                                                     const base::Failure& failure,
                                                                                     const std::filesystem::path& file);

  [[nodiscard]] const tl::expected<Structure, Trouble>& structure(const DatasetKey& key) override;
  [[nodiscard]] tl::expected<std::vector<base::Scalar>, Trouble> attribute(const DatasetKey& key,
                                                                           const std::string& name) override;
  [[nodiscard]] Scan& scan(const DatasetKey& key) override;
  [[nodiscard]] std::unique_ptr<Scan> further_scan(const DatasetKey& key) override;
  void run(Scan& scan) override { Scan::run({&scan}, options_); }

 private:
  struct Planned {
    std::vector<DatasetKey> keys;  ///< of the case's own datasets: itself and its parts
    bool planned = false;
    bool judged = false;
    std::deque<Question> questions;  ///< judges point to them
    std::vector<Judge> judges;
    std::vector<Scan*> scans;  ///< that it needs, in the order of asking
    std::vector<base::CheckResult> results;
  };

  [[nodiscard]] tl::expected<Structure, Trouble> find_structure(const DatasetKey& key);
  /// The scan and those of other parts of the same dataset.
  [[nodiscard]] std::vector<Scan*> scans_beside(const Scan& scan);
  void plan_with_neighbours(std::size_t request);
  void plan(std::size_t request);
  void plan_checks(Planned& planned, const Request& request, const DatasetKey& key,
                   const std::vector<suite::Check>& checks, const std::string& part);

  std::vector<Request> requests_;
  EvaluationOptions options_;
  std::vector<Planned> planned_;
  std::map<DatasetKey, std::vector<std::size_t>> requests_of_;  ///< by own whole dataset
  std::map<DatasetKey, tl::expected<Structure, Trouble>> structures_;
  std::map<DatasetKey, std::vector<std::unique_ptr<Scan>>> scans_;  ///< the last one may still take requests
  Planned* planning_ = nullptr;
  std::vector<DatasetKey>* touched_ = nullptr;  ///< datasets that the planning under way asks to scan
};

}  // namespace assay::expect::detail
