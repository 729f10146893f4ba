#include <assay/base/error.hpp>
#include <assay/base/utf8.hpp>
#include <assay/examples/detail/column.hpp>
#include <assay/examples/detail/elements.hpp>
#include <assay/examples/predictions.hpp>

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace assay::examples {
namespace {

using detail::refuse;

constexpr std::uint64_t kMostPredictions = std::uint64_t{1} << 26U;
constexpr std::int64_t kNoExample = -1;

/// The class with the largest score, the lower of equal ones; none when a score is not finite or there is none.
template <class Score>
std::optional<std::int64_t> best_class(std::span<const Score> scores) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!std::isfinite(scores[i])) {
      return std::nullopt;
    }
    if (!best || scores[i] > scores[*best]) {
      best = i;
    }
  }
  return best ? std::optional(static_cast<std::int64_t>(*best)) : std::nullopt;
}

/// For each row of the file the first example it is about, or kNoExample. Examples with one id follow in `same_id`.
struct Matching {
  std::vector<std::int64_t> example;
  std::vector<std::vector<std::size_t>> examples;  ///< groups of examples with one id
};

Matching match_by_id(const hdf5::Dataset& column, const ExampleSuite& suite) {
  Matching matching;
  std::map<base::Digest, std::int64_t> group_of;
  for (std::size_t row = 0; row < suite.examples.size(); ++row) {
    const auto group = static_cast<std::int64_t>(matching.examples.size());
    const auto [found, is_new] = group_of.emplace(suite.examples[row].id, group);
    if (is_new) {
      matching.examples.emplace_back();
    }
    matching.examples[static_cast<std::size_t>(found->second)].push_back(row);
  }
  for (const base::Digest& id : detail::read_ids(column, kMostPredictions)) {
    const auto found = group_of.find(id);
    matching.example.push_back(found == group_of.end() ? kNoExample : found->second);
  }
  return matching;
}

Matching match_by_row(const hdf5::Dataset& column, const ExampleSuite& suite) {
  if (column.rows() > kMostPredictions) {
    refuse(column, fmt::format("has {} rows, expected at most {}", column.rows(), kMostPredictions));
  }
  Matching matching;
  matching.example = detail::read_integers(column, column.rows());
  for (std::size_t row = 0; row < suite.examples.size(); ++row) {
    matching.examples.push_back({row});
  }
  for (std::size_t i = 0; i < matching.example.size(); ++i) {
    if (matching.example[i] < 0 || matching.example[i] >= static_cast<std::int64_t>(suite.examples.size())) {
      refuse(column, fmt::format("names row {} of the suite at its row {}, but the suite has {} examples",
                                 matching.example[i], i, suite.examples.size()));
    }
  }
  return matching;
}

/// The model's classes as indices into the suite's; -1 for those that the suite does not have.
std::vector<std::int64_t> map_classes(const hdf5::File& file, const ExampleSuite& suite) {
  std::vector<std::int64_t> map;
  const auto names = detail::find_column(file, "/classes/names");
  if (!names) {
    for (std::size_t i = 0; i < suite.classes.size(); ++i) {
      map.push_back(static_cast<std::int64_t>(i));
    }
    return map;
  }
  std::map<std::string_view, std::int64_t> index_of;
  for (std::size_t i = 0; i < suite.classes.size(); ++i) {
    index_of.emplace(suite.classes[i], static_cast<std::int64_t>(i));
  }
  bool any = false;
  for (const std::string& name : detail::read_names(*names)) {
    const auto found = index_of.find(name);
    any = any || found != index_of.end();
    map.push_back(found == index_of.end() ? -1 : found->second);
  }
  if (!any && !suite.classes.empty()) {
    refuse(*names,
           fmt::format("has no name in common with the classes of the suite, such as \"{}\"", suite.classes.front()));
  }
  return map;
}

/// The model's class for each row by its scores; none for rows that are no answer.
std::vector<std::optional<std::int64_t>> classes_by_score(const hdf5::Dataset& scores, std::uint64_t rows,
                                                          std::uint64_t classes) {
  detail::expect_rows(scores, rows, "there are ids or rows");
  if (scores.shape().size() != 2 || scores.shape()[1] != classes || !detail::is_floating(scores.type())) {
    refuse(scores, fmt::format("is of type {} with {} dimensions and {} columns, expected floating-point numbers with "
                               "one column for each of {} classes",
                               scores.type().name(), scores.shape().size(), scores.row_elements(), classes));
  }
  std::vector<std::optional<std::int64_t>> best;
  std::vector<double> values;
  detail::for_each_block(scores, 0, [&](const hdf5::Block& block) {
    values.clear();
    detail::append_doubles(scores.type(), block.bytes, values);
    for (const auto& [first, last] : block.unwritten) {
      for (std::uint64_t i = first; i < last; ++i) {
        values[i] = std::numeric_limits<double>::quiet_NaN();
      }
    }
    for (std::uint64_t row = 0; row < block.rows; ++row) {
      best.push_back(best_class(std::span<const double>(values).subspan(row * classes, classes)));
    }
  });
  return best;
}

/// Both must name one class for an answer; a class outside the map is none.
std::vector<Answer> combine(std::vector<std::optional<std::int64_t>> by_score, bool have_scores,
                            const std::vector<std::int64_t>& named, bool have_classes,
                            const std::vector<std::int64_t>& map, std::size_t rows) {
  std::vector<Answer> answers(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    answers[row].state = Answer::State::kInvalid;
    std::optional<std::int64_t> chosen = have_scores ? by_score[row] : std::optional(named[row]);
    if (have_scores && have_classes && chosen != named[row]) {
      chosen.reset();
    }
    if (chosen && *chosen >= 0 && *chosen < static_cast<std::int64_t>(map.size())) {
      answers[row].state = Answer::State::kGiven;
      answers[row].label = map[static_cast<std::size_t>(*chosen)];
    }
  }
  return answers;
}

void give(Answer& to, const Answer& answer) {
  if (to.state == Answer::State::kMissing) {
    to = answer;
  } else if (to.state != answer.state || to.label != answer.label) {
    to.state = Answer::State::kInvalid;
    to.label = -1;
  }
}

}  // namespace

Predictions read_predictions(const std::filesystem::path& path, const ExampleSuite& suite) {
  const hdf5::File file = detail::open_file(path);
  const auto ids = detail::find_column(file, "/id");
  const auto row_numbers = detail::find_column(file, "/row");
  if (!ids && !row_numbers) {
    refuse(path,
           "there is neither /id nor /row: answers are never matched by their position; write /id as uint8[n,32] "
           "from the suite's /examples/id");
  }
  const Matching matching = ids ? match_by_id(*ids, suite) : match_by_row(*row_numbers, suite);
  const std::size_t rows = matching.example.size();
  const auto map = map_classes(file, suite);
  const auto scores = detail::find_column(file, "/scores");
  const auto named = detail::find_column(file, "/class");
  if (!scores && !named) {
    refuse(path, "there is neither /scores nor /class with values, and so no answer");
  }
  if (named) {
    detail::expect_rows(*named, rows, "there are ids or rows");
  }
  const auto answers =
      combine(scores ? classes_by_score(*scores, rows, map.size()) : std::vector<std::optional<std::int64_t>>{},
              scores.has_value(), named ? detail::read_integers(*named, rows, -1) : std::vector<std::int64_t>{},
              named.has_value(), map, rows);
  const auto loss_column = detail::find_column(file, "/loss");
  const auto losses = loss_column ? detail::read_doubles(*loss_column, rows) : std::vector<double>{};

  Predictions predictions;
  const auto model_id = file.attribute("model_id");
  predictions.model_id =
      model_id && std::holds_alternative<std::string>(*model_id) ? base::to_utf8(std::get<std::string>(*model_id)) : "";
  predictions.answers.resize(suite.examples.size());
  predictions.rows = rows;
  for (std::size_t row = 0; row < rows; ++row) {
    if (matching.example[row] == kNoExample) {
      continue;
    }
    ++predictions.matched;
    Answer answer = answers[row];
    answer.loss = losses.empty() ? answer.loss : losses[row];
    for (const std::size_t example : matching.examples[static_cast<std::size_t>(matching.example[row])]) {
      give(predictions.answers[example], answer);
    }
  }
  return predictions;
}

Predictions predictions_from_scores(const ExampleSuite& suite, std::span<const float> scores, std::uint64_t classes,
                                    std::string_view model_id) {
  const std::uint64_t rows = suite.examples.size();
  if (classes != suite.classes.size() || scores.size() / (classes == 0 ? 1 : classes) != rows ||
      scores.size() != rows * classes) {
    throw base::UserError(
        fmt::format("the model gave {} scores in {} classes for the {} examples of suite {} with {} "
                    "classes; expected one score for each example and class",
                    scores.size(), classes, rows, suite.name, suite.classes.size()));
  }
  Predictions predictions;
  predictions.model_id = std::string(model_id);
  predictions.rows = predictions.matched = rows;
  for (std::uint64_t row = 0; row < rows; ++row) {
    Answer answer;
    const auto best = best_class(scores.subspan(row * classes, classes));
    answer.state = best ? Answer::State::kGiven : Answer::State::kInvalid;
    answer.label = best.value_or(-1);
    predictions.answers.push_back(answer);
  }
  return predictions;
}

}  // namespace assay::examples
