#include <assay/base/text_file.hpp>
#include <assay/run/detail/fields.hpp>
#include <assay/run/detail/writing.hpp>
#include <assay/run/prediction_order.hpp>

namespace assay::run {

using base::detail::Json;
using base::detail::to_json;

namespace {

constexpr std::uint64_t kLargestOrder = std::uint64_t{1} << 20;

Json json_of(const std::optional<OrderedDataset>& place) {
  if (!place) return {};
  return {{"file", to_json(place->file.native())}, {"dataset", to_json(place->dataset)}};
}

std::optional<OrderedDataset> dataset_of(const detail::Fields& order, const char* name) {
  const Json* member = order.find(name);
  if (member == nullptr) return std::nullopt;
  const detail::Fields fields(*member, name);
  return OrderedDataset{fields.text("file"), fields.text("dataset")};
}

}  // namespace

void write_prediction_order(const PredictionOrder& order, const std::filesystem::path& file) {
  const Json json = {{"schema", 1},
                     {"recipe", to_json(order.recipe)},
                     {"checkpoint", to_json(order.checkpoint.native())},
                     {"seed", order.seed},
                     {"threads", order.threads},
                     {"suite", to_json(order.suite.native())},
                     {"inputs", json_of(order.inputs)},
                     {"labels", json_of(order.labels)},
                     {"probabilities", order.probabilities},
                     {"into", to_json(order.into.native())}};
  detail::write_new_file(file, json.dump(2) + '\n');
}

tl::expected<PredictionOrder, std::string> read_prediction_order(const std::filesystem::path& file) {
  const auto wrong = [&file](const std::string& cause) {
    return tl::unexpected(file.native() + ": not an order for predictions: " + cause);
  };
  const tl::expected<std::string, std::string> text = base::read_text_file(file, kLargestOrder);
  if (!text) return tl::unexpected(text.error());
  const tl::expected<Json, std::string> json = base::detail::parse_json(*text);
  if (!json) return wrong(json.error());
  try {
    const detail::Fields fields(*json, "an order");
    detail::require_schema(fields);
    PredictionOrder order{.recipe = fields.text("recipe"),
                          .checkpoint = fields.text("checkpoint"),
                          .seed = fields.count("seed"),
                          .threads = fields.small_count("threads"),
                          .suite = fields.text("suite"),
                          .inputs = dataset_of(fields, "inputs"),
                          .labels = dataset_of(fields, "labels"),
                          .probabilities = fields.flag("probabilities"),
                          .into = fields.text("into")};
    if (order.recipe.empty() || order.checkpoint.empty() || order.into.empty()) {
      return wrong("it names no recipe, no checkpoint or no file to write");
    }
    if (order.suite.empty() != order.inputs.has_value()) return wrong("it must name either a suite or inputs");
    return order;
  } catch (const detail::FieldError& error) {
    return wrong(error.what());
  }
}

}  // namespace assay::run
