#include "matrix.hpp"
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace assay::zoo {
namespace {

constexpr std::size_t kChecksFrom = 67;
constexpr std::size_t kWidth = 118;

std::string_view verdict_of(const MatrixRow& row) {
  if (row.mutation->expected == Expected::kEquivalent) {
    return row.alarmed > 0 ? "ALARM" : "silent";
  }
  return row.caught() ? "caught" : row.alarmed > 0 ? "PARTLY" : "MISSED";
}

/// Checks that alarmed in all runs, then those of some runs as `name 2/3`, in lines that begin under each other.
std::string checks_of(const MatrixRow& row) {
  std::vector<std::string> words = row.always();
  for (const auto& [check, detection] : row.checks) {
    if (detection.seeds < row.seeds) {
      words.push_back(fmt::format("{} {}/{}", check, detection.seeds, row.seeds));
    }
  }
  std::string text;
  std::size_t column = kChecksFrom;
  for (const std::string& word : words) {
    if (column > kChecksFrom && column + 1 + word.size() > kWidth) {
      text += fmt::format("\n{:{}}", "", kChecksFrom);
      column = kChecksFrom;
    }
    text += column > kChecksFrom ? " " : "";
    text += word;
    column += word.size() + 1;
  }
  return text;
}

std::string share_text(const Share& share) {
  return fmt::format("{:>3} of {:<3} {:5.1f} %  [{:.1f}, {:.1f}]", share.hits, share.total, 100 * share.share,
                     100 * share.low, 100 * share.high);
}

}  // namespace

std::string to_text(const Matrix& matrix) {
  std::string text = fmt::format("{:<4} {:<42} {:<5} {:<6}{:>4} {:<3} {}\n", "row", "subject/mutation", "size", "found",
                                 "step", "nai", "checks that alarmed (of all seeds, or k/n)");
  for (const MatrixRow& row : matrix.rows) {
    const auto step = row.first_step();
    text += fmt::format("{:<4} {:<42} {:<5} {:<6}{:>4} {:<3} {}{}\n", row.mutation->row, row.mutation->full_name(),
                        row.mutation->strength, verdict_of(row), step ? fmt::format("{}", *step) : "-",
                        row.naive ? "yes" : "-", row.inert ? "(same losses) " : "", checks_of(row));
  }
  text += fmt::format("\n{:<34} {}\n{:<34} {}\n{:<34} {}\n", "faults caught in every run", share_text(matrix.caught()),
                      "by the naive test", share_text(matrix.naive()), "runs of equivalents that alarmed",
                      share_text(matrix.controls_alarmed()));
  text += fmt::format("\n{:<20} {:<36} {}\n", "check", "caught alone (95 %)", "caught by nothing else");
  for (const CheckPower& power : matrix.by_check()) {
    text += fmt::format("{:<20} {:<36} {}\n", power.check, share_text(power.alone), share_text(power.only));
  }
  return text;
}

}  // namespace assay::zoo
