#include <assay/expect/detail/row_check.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace assay::expect::detail {

bool has_content_rule(const hdf5::ElementType& type) {
  return is_number(type) || is_text(type) || type.kind == hdf5::ElementKind::kCompound;
}

KeyPart key_part(std::optional<std::size_t> companion, const Structure& structure, const suite::MissingRule& missing) {
  KeyPart part{companion, std::make_shared<const MissingTests>(missing, structure), {}};
  for (const Shard& shard : structure.shards) part.has_fill.push_back(shard.fill ? 1 : 0);
  return part;
}

std::optional<Trouble> list_trouble(const RowKeyList& list, const Structure& structure) {
  if (list.too_many) {
    return Trouble{Trouble::Kind::kTooLarge,
                   fmt::format("{} has more than {} rows to compare, which is the most Assay takes", structure.place(),
                               RowKeyList::kMostRows)};
  }
  if (list.valueless > 0) {
    return Trouble{Trouble::Kind::kFailed, fmt::format("{} of {} {} never written and there is no fill value",
                                                       count_text(list.valueless, "element"), structure.place(),
                                                       list.valueless == 1 ? "was" : "were")};
  }
  return std::nullopt;
}

void BrokenRows::note(std::uint64_t row, const Structure& structure) {
  ++count;
  if (first.size() >= base::kMostOffenders) return;
  first.push_back(structure.place_of_row(row));
}

void finish_rows(const Question& question, const std::string& what, const std::string& more, BrokenRows broken,
                 std::uint64_t total, base::CheckResult& result) {
  add_count(result, "unexpected", broken.count);
  add_count(result, "total", total);
  if (enough_pass(total, broken.count, question.check->mostly)) {
    result.verdict = base::Verdict::kPassed;
    return;
  }
  base::Failure failure;
  failure.message = fmt::format("{} of {} {}; {} row {}{}", broken.count, count_text(total, "row"), what,
                                broken.count == 1 ? "it is" : "the first is", broken.first.front().row, more);
  if (question.check->mostly < 1) {
    failure.message += fmt::format("; at least {} of them have to pass", share_text(question.check->mostly));
  }
  failure.unexpected = broken.count;
  failure.total = total;
  failure.truncated = broken.count > broken.first.size();
  failure.offenders = std::move(broken.first);
  fail(result, std::move(failure));
}

}  // namespace assay::expect::detail
