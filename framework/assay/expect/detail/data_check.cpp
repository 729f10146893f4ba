#include <assay/expect/detail/data_check.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <utility>

namespace assay::expect::detail {

FilterSpec filter_of(const suite::ExpectCase& expectation) { return {expectation.where, expectation.missing}; }

DatasetKey sampled_key(const Question& question) {
  DatasetKey key = question.key;
  key.sample = question.sample;
  return key;
}

base::CheckResult troubled(const Question& question, const Trouble& trouble) {
  base::CheckResult result{.check = question.name};
  apply(trouble, result);
  return result;
}

void add_count(base::CheckResult& result, std::string_view name, std::uint64_t count) {
  result.metrics.push_back({std::string(name), base::to_scalar(to_number(count)), "count", ""});
}

void fail(base::CheckResult& result, base::Failure failure) {
  result.verdict = base::Verdict::kFailed;
  if (result.reason.empty()) result.reason = failure.message;
  result.failures.push_back(std::move(failure));
}

void finish_empty(const Question& question, const std::string& why, base::CheckResult& result) {
  add_count(result, "unexpected", 0);
  add_count(result, "total", 0);
  const std::string message = "no data: " + why;
  if (question.check->allow_empty) {
    result.verdict = base::Verdict::kPassed;
    result.reason = message + ", which allow_empty lets pass";
  } else {
    fail(result, {.message = message, .unexpected = 0, .total = 0});
  }
}

std::string emptiness_text(const Question& question, const Structure& structure, const FilterCounts& counts) {
  if (!structure.has_space) return fmt::format("{} has a null dataspace", structure.place());
  if (structure.elements() == 0) {
    return fmt::format("{} has the shape {}", structure.place(), shape_text(structure.shape()));
  }
  if (counts.rows == 0) {
    return fmt::format("the condition \"{}\" keeps no row of {}", question.expectation->where_text, structure.place());
  }
  return fmt::format("{} of {} is missing", counts.elements == 1 ? "the only element" : "every element",
                     structure.place());
}

Trouble wrong_type(const Question& question, const Structure& structure, std::string_view needed) {
  return {Trouble::Kind::kMistake, fmt::format("{} needs {}, but {} holds {}", question.check->key, needed,
                                               structure.place(), structure.type.name())};
}

std::string place_text(const Structure& structure, const base::Offender& offender) {
  if (structure.shards.size() == 1) return position_text(offender);
  return fmt::format("row {}, index {} of {}", offender.row, shape_text(offender.index),
                     structure.stored().shard_of(offender.row).file.filename().string());
}

namespace {

/// Never-written elements without a fill value have no value at all.
std::optional<std::string> valueless_text(const Structure& structure, const FilterCounts& counts) {
  if (counts.valueless > 0) {
    return fmt::format("{} of {} {} never written and there is no fill value, so {} no value",
                       count_text(counts.valueless, "element"), structure.place(),
                       counts.valueless == 1 ? "was" : "were", counts.valueless == 1 ? "it has" : "they have");
  }
  if (counts.valueless_conditions > 0) {
    return fmt::format("{} needed for the condition on {} {} never written and there is no fill value",
                       count_text(counts.valueless_conditions, "value"), structure.place(),
                       counts.valueless_conditions == 1 ? "was" : "were");
  }
  return std::nullopt;
}

}  // namespace

Judge plan_data_check(const Question& question, Planner& planner, const Prepare& prepare, Emptiness emptiness) {
  const auto cannot = [&question](const Trouble& trouble) -> Judge {
    return [result = troubled(question, trouble)] { return result; };
  };
  const DatasetKey key = sampled_key(question);
  if (key.sample && emptiness == Emptiness::kLeftToCheck) {
    return cannot(
        {Trouble::Kind::kMistake,
         fmt::format("`{}` needs every row: a sample does not tell whether a row stands twice", question.check->key)});
  }
  const auto& structure = planner.structure(key);
  if (!structure) return cannot(structure.error());
  if (const auto obstacle = structure->obstacle(question.check->key == "length")) return cannot(*obstacle);
  Scan& scan = planner.scan(key);
  const std::size_t filter = scan.filter(filter_of(*question.expectation));
  tl::expected<Finish, Trouble> finish = prepare({question, scan.structure(), scan, filter});
  if (!finish) return cannot(finish.error());

  return [&question, &scan, filter, emptiness, finish = std::move(*finish)] {
    if (const auto trouble = scan.trouble(filter)) return troubled(question, *trouble);
    const Structure& data = scan.structure();
    FilterCounts counts = scan.filter_at(filter).counts;
    base::CheckResult result{.check = question.name};
    const std::uint64_t judged = emptiness == Emptiness::kNothingKept ? counts.elements : counts.present();
    if (const auto message = valueless_text(data, counts)) {
      fail(result, {.message = *message});
    } else if (judged == 0 && emptiness != Emptiness::kLeftToCheck) {
      finish_empty(question, emptiness_text(question, data, counts), result);
    } else {
      finish(counts, result);
    }
    if (result.verdict == base::Verdict::kPassed || result.verdict == base::Verdict::kFailed) {
      add_count(result, "missing", counts.missing);
      add_count(result, "unwritten", counts.unwritten);
      if (data.selection != nullptr && data.selection->sampled()) {
        add_count(result, "sampled_rows", data.rows);
        if (result.reason.empty()) result.reason = fmt::format("of a sample of {}", count_text(data.rows, "row"));
      }
    }
    return result;
  };
}

}  // namespace assay::expect::detail
