#include <assay/base/error.hpp>
#include <assay/expect/detail/other_dataset.hpp>
#include <assay/expect/detail/wording.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <vector>

namespace assay::expect::detail {

DatasetKey key_of(const Question& question, const suite::DatasetReference& reference) {
  const std::string path = reference.dataset.starts_with('/') ? reference.dataset : "/" + reference.dataset;
  if (reference.data.empty()) return {question.key.files, path, reference.slices, {}};
  const auto files = question.files->find(reference.data);
  if (files == question.files->end()) {
    throw base::InternalError("no files were given for the data name '" + reference.data + "'");
  }
  return {files->second, path, reference.slices, {}};
}

tl::expected<Partner, Trouble> partner_of(const DataQuestion& data, const suite::DatasetReference& reference,
                                          Planner& planner) {
  DatasetKey key = key_of(data.question, reference);
  key.sample = data.question.sample;  // the same rows, where both have as many
  const auto& other = planner.structure(key);
  if (!other) return tl::unexpected(other.error());
  if (const auto obstacle = other->obstacle()) return tl::unexpected(*obstacle);
  if (other->shape() != data.structure.shape()) {
    return tl::unexpected(Trouble{
        Trouble::Kind::kFailed, fmt::format("{} has the shape {} and {} has {}: {} needs one shape",
                                            data.structure.place(), shape_text(data.structure.shape()), other->place(),
                                            shape_text(other->shape()), data.question.check->key)});
  }
  const bool comparable = (is_number(data.structure.type) && is_number(other->type)) ||
                          (is_text(data.structure.type) && is_text(other->type));
  if (!comparable) {
    return tl::unexpected(
        Trouble{Trouble::Kind::kMistake,
                fmt::format("{} needs numbers on both sides or text on both, but {} holds {} and {} holds {}",
                            data.question.check->key, data.structure.place(), data.structure.type.name(),
                            other->place(), other->type.name())});
  }
  const auto companion = data.scan.companion(key);
  if (!companion) return tl::unexpected(companion.error());
  return Partner(*companion, data.scan.companion_at(*companion), data.question.expectation->missing);
}

std::optional<Trouble> valueless_trouble(const Structure& other, std::uint64_t valueless) {
  if (valueless == 0) return std::nullopt;
  return Trouble{Trouble::Kind::kFailed,
                 fmt::format("{} of {} {} never written and there is no fill value", count_text(valueless, "element"),
                             other.place(), valueless == 1 ? "was" : "were")};
}

}  // namespace assay::expect::detail
