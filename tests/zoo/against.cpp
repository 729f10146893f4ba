#include "against.hpp"

#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace assay::zoo {
namespace {

constexpr std::uint64_t kMostMatrixBytes = 16U << 20U;

}  // namespace

Recorded read_matrix(const std::filesystem::path& file) {
  const auto text = base::read_text_file(file, kMostMatrixBytes);
  if (!text) {
    throw base::UserError(text.error() + "; `assay_zoo --json FILE` makes it");
  }
  try {
    Recorded recorded;
    const nlohmann::json json = nlohmann::json::parse(*text);
    for (const nlohmann::json& row : json.at("mutations")) {
      const bool fault = row.at("expected") == "fault";
      if (fault ? row.at("caught").get<bool>() : row.at("alarmed_runs").get<std::size_t>() > 0) {
        (fault ? recorded.caught : recorded.alarming).insert(row.at("name").get<std::string>());
      }
    }
    return recorded;
  } catch (const nlohmann::json::exception& error) {
    throw base::UserError(fmt::format("{} is no matrix: {}", file.string(), error.what()));
  }
}

std::vector<std::string> worse_than(const Recorded& recorded, const Matrix& matrix) {
  std::vector<std::string> sentences;
  for (const MatrixRow& row : matrix.rows) {
    const std::string name = row.mutation->full_name();
    if (row.mutation->expected == Expected::kEquivalent && row.alarmed > 0 && !recorded.alarming.contains(name)) {
      std::vector<std::string> names;
      for (const auto& [check, detection] : row.checks) {
        names.push_back(check);
      }
      sentences.push_back(fmt::format("{} is no fault, but {} alarmed", name, fmt::join(names, ", ")));
    } else if (row.mutation->expected == Expected::kFault && recorded.caught.contains(name) && !row.caught()) {
      sentences.push_back(
          fmt::format("{} was caught and is so in only {} of {} runs now", name, row.alarmed, row.seeds));
    }
  }
  return sentences;
}

}  // namespace assay::zoo
