#include <assay/base/error.hpp>
#include <assay/base/text_file.hpp>
#include <assay/run/detail/fields.hpp>
#include <assay/run/detail/order.hpp>
#include <assay/run/detail/writing.hpp>

namespace assay::run::detail {

using base::detail::Json;
using base::detail::to_json;

namespace {

/// Case names and limits of a million cases.
constexpr std::uint64_t kLargestOrder = std::uint64_t{256} << 20;

std::optional<base::Duration> optional_duration(const Fields& fields, const char* name) {
  return fields.find(name) == nullptr ? std::nullopt : std::optional(base::Duration(fields.integer(name)));
}

Order order_from_fields(const Fields& fields) {
  Order order;
  order.run = fields.text("run");
  order.runner = fields.small_integer("runner");
  order.program = fields.text("program");
  order.folder = fields.text("folder");
  order.batch = fields.text("batch");
  order.events = fields.text("events");
  order.output = fields.text("output");
  for (const Json* json : fields.list("cases")) {
    const Fields item(*json, "an ordered case");
    OrderedCase& ordered = order.cases.emplace_back();
    ordered.name = item.text("name");
    ordered.limit = optional_duration(item, "limit_ns");
    if (item.find("memory") != nullptr) ordered.memory = item.count("memory");
  }
  for (const Json* json : fields.list("env")) {
    const Fields item(*json, "a variable");
    order.env.emplace_back(item.text("name"), item.text("value"));
  }
  order.budget = optional_duration(fields, "budget_ns");
  order.budget_end_ns = fields.integer("budget_end_ns");
  if (order.runner <= 0) throw FieldError("`runner`: expected a process id");
  if (order.program.empty() || order.batch.empty() || order.events.empty()) {
    throw FieldError("`program`, `batch` and `events` must be named");
  }
  return order;
}

}  // namespace

void write_order(const Order& order, const std::filesystem::path& file) {
  Json json = {{"schema", 1},
               {"run", to_json(order.run)},
               {"runner", order.runner},
               {"program", order.program.native()},
               {"folder", order.folder.native()},
               {"batch", order.batch.native()},
               {"events", order.events.native()},
               {"output", order.output.native()}};
  json["cases"] = Json::array();
  for (const OrderedCase& item : order.cases) {
    Json& ordered = json["cases"].emplace_back(Json{{"name", to_json(item.name)}});
    if (item.limit) ordered["limit_ns"] = item.limit->count();
    if (item.memory) ordered["memory"] = *item.memory;
  }
  json["env"] = Json::array();
  for (const auto& [name, value] : order.env) {
    json["env"].push_back(Json{{"name", to_json(name)}, {"value", to_json(value)}});
  }
  if (order.budget) {
    json["budget_ns"] = order.budget->count();
    json["budget_end_ns"] = order.budget_end_ns;
  }
  std::string text;
  try {
    text = json.dump(2);
  } catch (const Json::exception&) {
    throw base::InfrastructureError(file.native() + ": the path of the program or of a folder is not UTF-8");
  }
  write_new_file(file, text + '\n');
}

tl::expected<Order, std::string> read_order(const std::filesystem::path& file) {
  const tl::expected<std::string, std::string> text = base::read_text_file(file, kLargestOrder);
  if (!text) return tl::unexpected(text.error());
  const tl::expected<Json, std::string> json = base::detail::parse_json(*text);
  if (!json) return tl::unexpected(file.native() + ": not an order: " + json.error());
  try {
    const Fields fields(*json, "an order");
    require_schema(fields);
    return order_from_fields(fields);
  } catch (const FieldError& error) {
    return tl::unexpected(file.native() + ": not an order: " + error.what());
  }
}

}  // namespace assay::run::detail
