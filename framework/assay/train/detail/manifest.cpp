#include <assay/base/detail/json.hpp>
#include <assay/train/detail/manifest.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>

namespace assay::train::detail {
namespace {

using base::detail::Json;

constexpr std::string_view kFormat = "assay-checkpoint";
constexpr std::string_view kVersion = "1.0";

std::optional<std::string> text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
}

std::optional<std::uint64_t> count_of(const Json& value) {
  return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

std::optional<std::uint64_t> count_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() ? count_of(*found) : std::nullopt;
}

std::optional<ManifestEntry> entry_of(const Json& object) {
  if (!object.is_object()) {
    return std::nullopt;
  }
  const auto kind = text_of(object, "kind");
  auto name = text_of(object, "name");
  auto type = text_of(object, "dtype");
  auto sha256 = text_of(object, "sha256");
  const auto shape = object.find("shape");
  if (!kind || (*kind != "parameter" && *kind != "buffer") || !name || !type || !sha256 || shape == object.end() ||
      !shape->is_array()) {
    return std::nullopt;
  }
  ManifestEntry entry{*kind == "buffer", std::move(*name), std::move(*type), {}, std::move(*sha256)};
  for (const Json& size : *shape) {
    const auto length = count_of(size);
    if (!length) {
      return std::nullopt;
    }
    entry.shape.push_back(*length);
  }
  return entry;
}

}  // namespace

std::string ManifestEntry::dataset() const {
  std::string path = buffer ? "/buffers/" : "/parameters/";
  for (const char character : name) {
    if (character == '/') {
      path += "%2F";
    } else if (character == '%') {
      path += "%25";
    } else {
      path += character;
    }
  }
  return path;
}

std::string ManifestEntry::shape_text() const { return fmt::format("[{}] {}", fmt::join(shape, ", "), type); }

std::string to_json_text(const Manifest& manifest) {
  Json tensors = Json::array();
  for (const ManifestEntry& entry : manifest.tensors) {
    tensors.push_back(Json{{"kind", entry.buffer ? "buffer" : "parameter"},
                           {"name", base::detail::to_json(entry.name)},
                           {"dtype", entry.type},
                           {"shape", entry.shape},
                           {"sha256", entry.sha256}});
  }
  return Json{{"format", kFormat},
              {"format_version", kVersion},
              {"recipe", base::detail::to_json(manifest.info.recipe)},
              {"seed", manifest.info.seed},
              {"steps", manifest.info.steps},
              {"tensors", std::move(tensors)}}
      .dump();
}

tl::expected<Manifest, std::string> parse_manifest(std::string_view text) {
  const auto json = base::detail::parse_json(text);
  if (!json) {
    return tl::unexpected("its manifest is no JSON: " + json.error());
  }
  if (!json->is_object() || text_of(*json, "format") != std::string(kFormat)) {
    return tl::unexpected(fmt::format("its manifest does not say \"format\": \"{}\"", kFormat));
  }
  const std::string version = text_of(*json, "format_version").value_or("none");
  if (!version.starts_with("1.")) {
    return tl::unexpected(fmt::format("it is of format version {}, but this program reads 1", version));
  }
  const auto tensors = json->find("tensors");
  auto recipe = text_of(*json, "recipe");
  const auto seed = count_of(*json, "seed");
  const auto steps = count_of(*json, "steps");
  if (!recipe || !seed || !steps || tensors == json->end() || !tensors->is_array()) {
    return tl::unexpected(std::string("its manifest lacks one of recipe, seed, steps and tensors"));
  }
  Manifest manifest{{std::move(*recipe), *seed, *steps}, {}};
  for (const Json& each : *tensors) {
    auto entry = entry_of(each);
    if (!entry) {
      return tl::unexpected(fmt::format("entry {} of its manifest is no tensor", manifest.tensors.size()));
    }
    manifest.tensors.push_back(std::move(*entry));
  }
  return manifest;
}

}  // namespace assay::train::detail
