#include <assay/base/text_file.hpp>
#include <assay/run/batch.hpp>
#include <assay/run/detail/fields.hpp>
#include <assay/run/detail/writing.hpp>

namespace assay::run {

using base::detail::Json;
using base::detail::to_json;

namespace {

/// A million case names of 64 bytes.
constexpr std::uint64_t kLargestBatch = std::uint64_t{64} << 20;

}  // namespace

void write_batch(const Batch& batch, const std::filesystem::path& file) {
  Json json = {{"schema", 1}, {"run", to_json(batch.run)}, {"suite_file", to_json(batch.suite_file.native())}};
  if (!batch.files.empty()) json["files"] = to_json(batch.files.native());
  if (batch.keeps_files) json["keeps_files"] = true;
  if (!batch.tier.empty()) json["tier"] = to_json(batch.tier);
  if (batch.seed) json["seed"] = *batch.seed;
  if (!batch.hdf5_plugins.empty()) json["hdf5_plugins"] = to_json(batch.hdf5_plugins.native());
  json["cases"] = Json::array();
  for (const std::string& name : batch.cases) json["cases"].push_back(to_json(name));
  detail::write_new_file(file, json.dump(2) + '\n');
}

tl::expected<Batch, std::string> read_batch(const std::filesystem::path& file) {
  const auto wrong = [&file](const std::string& cause) {
    return tl::unexpected(file.native() + ": not a batch of cases: " + cause);
  };
  const tl::expected<std::string, std::string> text = base::read_text_file(file, kLargestBatch);
  if (!text) return tl::unexpected(text.error());
  const tl::expected<Json, std::string> json = base::detail::parse_json(*text);
  if (!json) return wrong(json.error());
  try {
    const detail::Fields fields(*json, "a batch");
    detail::require_schema(fields);
    Batch batch{.run = fields.text("run"),
                .suite_file = fields.text("suite_file"),
                .files = fields.text("files"),
                .keeps_files = fields.flag("keeps_files"),
                .tier = fields.text("tier"),
                .seed = {},
                .hdf5_plugins = fields.text("hdf5_plugins"),
                .cases = fields.texts("cases")};
    if (fields.find("seed") != nullptr) batch.seed = fields.count("seed");
    if (batch.cases.empty()) return wrong("it names no case");
    return batch;
  } catch (const detail::FieldError& error) {
    return wrong(error.what());
  }
}

}  // namespace assay::run
