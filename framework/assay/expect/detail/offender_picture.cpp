#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/expect/detail/image_rows.hpp>
#include <assay/expect/detail/offender_picture.hpp>
#include <assay/expect/detail/png_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace assay::expect::detail {

namespace {

double to_double(const base::Number& number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

std::optional<double> number_of(const base::Scalar& scalar) {
  return std::visit(
      []<class T>(const T& value) -> std::optional<double> {
        if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) return static_cast<double>(value);
        return std::nullopt;
      },
      scalar);
}

/// The range that each listed value was to lie in, where the check has one.
std::optional<std::pair<double, double>> range_of(const suite::CheckArgument& argument) {
  if (const auto* bound = std::get_if<suite::Bound>(&argument)) {
    return std::pair(to_double(bound->low), to_double(bound->high));
  }
  if (const auto* sum = std::get_if<suite::RowSum>(&argument)) return std::pair(sum->sum, sum->sum);
  return std::nullopt;
}

struct RankedRow {
  std::uint64_t row = 0;
  double outside = 0;  ///< how far its worst value is from the range
};

/// Each row once, the worst first; without a range in order of position.
std::vector<std::uint64_t> ranked_rows(const std::vector<base::Offender>& offenders,
                                       const std::optional<std::pair<double, double>>& range) {
  std::vector<RankedRow> ranked;
  for (const base::Offender& offender : offenders) {
    double outside = 0;
    if (const auto value = number_of(offender.value); range && value) {
      outside = std::isnan(*value) ? std::numeric_limits<double>::infinity()
                                   : std::max(range->first - *value, *value - range->second);
    }
    const auto known = std::ranges::find(ranked, offender.row, &RankedRow::row);
    if (known == ranked.end()) {
      ranked.push_back({offender.row, outside});
    } else {
      known->outside = std::max(known->outside, outside);
    }
  }
  std::ranges::stable_sort(ranked, std::greater<>(), &RankedRow::outside);
  std::vector<std::uint64_t> rows;
  for (const RankedRow& each : ranked) rows.push_back(each.row);
  return rows;
}

std::string caption_of(const Structure& stored, const std::vector<std::uint64_t>& rows, bool by_distance,
                       std::size_t enlarged) {
  std::string caption =
      fmt::format("{} {} of {}, {}, numbered", rows.size() == 1 ? "row" : "rows", fmt::join(rows, ", "), stored.place(),
                  by_distance ? "the furthest outside first" : "in order of position");
  if (enlarged > 1) caption += fmt::format("; enlarged {} times", enlarged);
  if (is_shown_scaled(stored.type)) {
    caption += "; black to white is the smallest to the largest value of each picture, magenta what is not finite";
  }
  return caption;
}

}  // namespace

tl::expected<std::optional<std::string>, std::string> draw_offenders(const Question& question, Planner& planner,
                                                                     const base::Failure& failure,
                                                                     const std::filesystem::path& file,
                                                                     const OnRead& on_read) {
  if (failure.offenders.empty()) return std::nullopt;
  const auto& stored = planner.structure(question.key.whole());
  const std::optional<ImageShape> shape = stored ? image_shape(*stored) : std::nullopt;
  if (!shape) return std::nullopt;
  const auto range = range_of(question.check->argument);
  std::vector<std::uint64_t> rows = ranked_rows(failure.offenders, range);
  const SheetLayout layout = lay_out(rows.size(), shape->height, shape->width, std::ranges::max(rows));
  rows.resize(layout.tiles);
  const auto tiles = read_images(*stored, *shape, rows, on_read);
  if (!tiles) return tl::unexpected(tiles.error().message);
  const auto png = png_text(draw_sheet(*tiles, layout));
  if (!png) return tl::unexpected(fmt::format("{}: no PNG can be made: {}", file.string(), png.error()));
  try {
    base::write_file_atomically(file, *png);
  } catch (const base::InfrastructureError& error) {
    return tl::unexpected(std::string(error.what()));
  }
  return caption_of(*stored, rows, range.has_value(), layout.enlarged);
}

}  // namespace assay::expect::detail
