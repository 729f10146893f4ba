#include <assay/base/error.hpp>
#include <assay/train/check.hpp>
#include <assay/train/check_list.hpp>
#include <assay/train/detail/built_checks.hpp>
#include <assay/train/detail/findings.hpp>
#include <assay/train/detail/module_view.hpp>
#include <assay/train/recipe.hpp>

#include <ATen/ops/zeros.h>
#include <c10/core/GradMode.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace assay::train::detail {
namespace {

/// Channel, row and column.
using Place = std::array<std::int64_t, 3>;

constexpr std::string_view kLetters = "chw";

bool is_layout(std::string_view text) {
  std::string sorted(text);
  std::sort(sorted.begin(), sorted.end());
  return sorted == "chw" || sorted == "hw";
}

/// A place in the order of a layout.
std::vector<std::int64_t> in_order(std::string_view layout, const Place& place) {
  std::vector<std::int64_t> ordered;
  for (const char letter : layout) {
    ordered.push_back(place[kLetters.find(letter)]);
  }
  return ordered;
}

class AxisProbe : public Check {
 public:
  [[nodiscard]] bool probes(std::uint64_t step) const override { return step == 0; }

  void probe(const CheckContext& context, const StepView& view) override {
    if (!context.declarations.images) {
      return;
    }
    const c10::NoGradGuard no_gradients;
    const ImageLayout& layout = *context.declarations.images;
    refuse_bad_layout(layout);
    probed_ = true;
    Place sizes = {1, 1, 1};
    for (std::size_t i = 0; i < layout.stored.size(); ++i) {
      sizes[kLetters.find(layout.stored[i])] = layout.stored_shape[i];
    }
    // Off the middle in both directions, so that a flip or a transposition moves it.
    const std::int64_t row = sizes[1] / 3;
    const std::int64_t column = sizes[2] - 1 - sizes[2] / 5;
    std::vector<std::int64_t> shape = layout.stored_shape;
    shape.insert(shape.begin(), sizes[0] + 1);
    const at::Tensor stored = at::zeros(shape, layout.bytes ? at::kByte : at::kFloat);
    for (std::int64_t channel = 0; channel < sizes[0]; ++channel) {
      at::Tensor pixel = stored.select(0, channel + 1);
      for (const std::int64_t index : in_order(layout.stored, {channel, row, column})) {
        pixel = pixel.select(0, index);
      }
      pixel.fill_(layout.bytes ? 255 : 1);
    }
    const at::Tensor prepared = context.recipe.prepare(stored);
    judge(layout, sizes, prepared, {0, row, column});
    if (prepared.dim() != view.batch.inputs.dim() || prepared.sizes().slice(1) != view.batch.inputs.sizes().slice(1)) {
      findings_.push_back(failure(fmt::format("`prepare` makes {} of stored images, but batches hold {}",
                                              shape_text(prepared), shape_text(view.batch.inputs)),
                                  std::string("inputs of one shape by both ways")));
    }
  }

  [[nodiscard]] base::CheckResult result(const CheckContext& /*context*/, const FitView& fit) override {
    if (fit.losses.empty() && !probed_) {
      return not_run("axis_probe", "the run ended before its first step");
    }
    return probed_ ? judged("axis_probe", findings_)
                   : skipped("axis_probe", "no stored images: declare `images` when there are");
  }

 private:
  static void refuse_bad_layout(const ImageLayout& layout) {
    const bool positive =
        std::all_of(layout.stored_shape.begin(), layout.stored_shape.end(), [](std::int64_t size) { return size > 0; });
    if (!is_layout(layout.stored) || !is_layout(layout.prepared) || !positive ||
        layout.stored_shape.size() != layout.stored.size()) {
      throw base::UserError(
          fmt::format("the recipe declares images as `{}` of shape [{}], prepared as `{}`: a layout is made of the "
                      "letters c, h and "
                      "w (c may be left out), and the shape has one size for each letter of the stored one",
                      layout.stored, fmt::join(layout.stored_shape, ", "), layout.prepared));
    }
  }

  void judge(const ImageLayout& layout, const Place& sizes, const at::Tensor& prepared, Place place) {
    const auto letters = static_cast<std::int64_t>(layout.prepared.size());
    if (prepared.size(0) != sizes[0] + 1 || prepared.dim() != letters + 1) {
      findings_.push_back(failure(fmt::format("`prepare` makes {} of {} images, but [{}, {}] is declared",
                                              shape_text(prepared), sizes[0] + 1, sizes[0] + 1, layout.prepared)));
      return;
    }
    for (std::int64_t channel = 0; channel < sizes[0]; ++channel) {
      place[0] = channel;
      const at::Tensor moved = prepared.select(0, channel + 1).ne(prepared.select(0, 0)).nonzero();
      const std::vector<std::int64_t> wanted = in_order(layout.prepared, place);
      std::vector<std::vector<std::int64_t>> seen;
      for (std::int64_t i = 0; i < std::min<std::int64_t>(moved.size(0), kMostShown); ++i) {
        std::vector<std::int64_t> index;
        for (std::int64_t axis = 0; axis < moved.size(1); ++axis) {
          index.push_back(moved[i][axis].item().toLong());
        }
        seen.push_back(std::move(index));
      }
      if (moved.size(0) == 1 && seen.front() == wanted) {
        continue;
      }
      std::vector<std::string> places;
      for (const auto& index : seen) {
        places.push_back(fmt::format("[{}]", fmt::join(index, ", ")));
      }
      findings_.push_back(failure(
          fmt::format("one pixel lit at channel {}, row {}, column {} of a stored image changes {} of the inputs{}{}",
                      channel, place[1], place[2],
                      counted(static_cast<std::size_t>(moved.size(0)), "element", "elements"),
                      places.empty() ? "" : fmt::format(" ({} {})", layout.prepared, fmt::join(places, ", ")),
                      static_cast<std::size_t>(moved.size(0)) > places.size() ? " and more" : ""),
          fmt::format("{} [{}] alone", layout.prepared, fmt::join(wanted, ", "))));
    }
  }

  static constexpr std::int64_t kMostShown = 3;
  bool probed_ = false;
  std::vector<base::Failure> findings_;
};

}  // namespace

std::unique_ptr<Check> make_axis_probe(const CheckSetting& /*setting*/) { return std::make_unique<AxisProbe>(); }

}  // namespace assay::train::detail
