#include <assay/base/nearest_name.hpp>
#include <assay/base/utf8.hpp>
#include <assay/expect/detail/structure.hpp>
#include <assay/expect/detail/wording.hpp>
#include <assay/hdf5/file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace assay::expect::detail {

std::vector<std::uint64_t> Structure::shape() const {
  if (selection != nullptr) return selection->shape(rows);
  std::vector<std::uint64_t> dimensions = shards.front().shape;
  if (!dimensions.empty()) dimensions.front() = rows;
  return dimensions;
}

const Shard& Structure::shard_of(std::uint64_t row) const {
  const auto after = std::upper_bound(shards.begin(), shards.end(), row, [](std::uint64_t wanted, const Shard& shard) {
    return wanted < shard.first_row;
  });
  return *std::prev(after);
}

std::uint64_t Structure::stored_row(std::uint64_t row) const {
  return selection == nullptr ? row : selection->stored_row(row);
}

namespace {

base::Offender place_in(const Structure& stored, std::uint64_t row) {
  base::Offender offender;
  offender.row = row;
  if (stored.rank() > 0) offender.index.push_back(row - stored.shard_of(row).first_row);
  return offender;
}

}  // namespace

base::Offender Structure::place_of_row(std::uint64_t row) const {
  base::Offender offender = place_in(stored(), stored_row(row));
  if (selection != nullptr) {
    const auto inner = selection->inner_index(row, std::nullopt);
    offender.index.insert(offender.index.end(), inner.begin(), inner.end());
  }
  return offender;
}

base::Offender Structure::place_of_element(std::uint64_t row, std::uint64_t element) const {
  base::Offender offender = place_in(stored(), stored_row(row));
  if (selection != nullptr) {
    const auto inner = selection->inner_index(row, element);
    offender.index.insert(offender.index.end(), inner.begin(), inner.end());
    return offender;
  }
  const auto row_shape = std::span(shards.front().shape).subspan(std::min<std::size_t>(rank(), 1));
  const std::size_t before = offender.index.size();
  offender.index.resize(before + row_shape.size());
  for (std::size_t dimension = row_shape.size(); dimension > 0; --dimension) {
    offender.index[before + dimension - 1] = element % row_shape[dimension - 1];
    element /= row_shape[dimension - 1];
  }
  return offender;
}

std::string Structure::place() const {
  const std::string first = shards.front().file.filename().string();
  const std::string name = selection != nullptr && selection->sampled()
                               ? fmt::format("a sample of {} of {}{}", count_text(rows, "row"), path, part)
                               : path + part;
  if (shards.size() == 1) return fmt::format("{} in {}", name, first);
  return fmt::format("{} in {} files from {} to {}", name, shards.size(), first,
                     shards.back().file.filename().string());
}

std::optional<Trouble> Structure::obstacle(bool only_lengths) const {
  if (unlike) return Trouble{Trouble::Kind::kUnreadable, *unlike};
  if (only_lengths && type.kind == hdf5::ElementKind::kVariable) return std::nullopt;
  if (!type.unreadable.empty()) {
    return Trouble{Trouble::Kind::kUnreadable, fmt::format("{} cannot be read: {}", place(), type.unreadable)};
  }
  return std::nullopt;
}

namespace {

/// The first few names, safe to print.
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNamed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) {
    text += fmt::format("{}{}", i == 0 ? "" : ", ", base::to_printable(names[i]));
  }
  return names.size() > kMostNamed ? fmt::format("{} and {} more", text, names.size() - kMostNamed) : text;
}

}  // namespace

Trouble trouble_of(const hdf5::Problem& problem) {
  std::string message = problem.message;
  if (problem.kind == hdf5::Problem::Kind::kUnreadable) return {Trouble::Kind::kUnreadable, message};
  while (!message.empty() && message.back() == '.') message.pop_back();
  if (problem.kind == hdf5::Problem::Kind::kMissing) {
    if (const auto file = hdf5::File::open(problem.file)) {
      const std::vector<std::string> there = file->dataset_paths();
      if (const std::string hint = base::did_you_mean(problem.object, there); !hint.empty()) {
        message += hint;
      } else if (!there.empty()) {
        message += fmt::format("; the file holds {}", some_of(there));
      }
    }
  }
  return {Trouble::Kind::kFailed, message};
}

bool same_elements(const hdf5::ElementType& left, const hdf5::ElementType& right) {
  if (left.kind != right.kind) return false;
  if (left.kind == hdf5::ElementKind::kString) return true;
  return left.size == right.size && left.is_signed == right.is_signed && left.brain_float == right.brain_float &&
         std::equal(left.members.begin(), left.members.end(), right.members.begin(), right.members.end(),
                    [](const hdf5::Member& one, const hdf5::Member& other) {
                      return one.name == other.name && one.offset == other.offset &&
                             same_elements(one.type, other.type);
                    });
}

namespace {

std::optional<std::string> difference(const Structure& first, const std::vector<std::uint64_t>& shape,
                                      const hdf5::Dataset& dataset) {
  const std::vector<std::uint64_t>& wanted = first.shards.front().shape;
  const std::string files = fmt::format("{} in {}", first.path, dataset.file().filename().string());
  const std::string other = first.shards.front().file.filename().string();
  const bool same_rows = shape.size() == wanted.size() && dataset.has_space() == first.has_space &&
                         (shape.empty() || std::equal(shape.begin() + 1, shape.end(), wanted.begin() + 1));
  if (!same_rows) {
    return fmt::format("{} has the shape {}, unlike {} with {}: shards that are read as one need rows of one shape",
                       files, shape_text(shape), other, shape_text(wanted));
  }
  if (!same_elements(dataset.type(), first.type)) {
    return fmt::format("{} holds {}, unlike {} with {}: shards that are read as one need one element type", files,
                       dataset.type().name(), other, first.type.name());
  }
  return std::nullopt;
}

}  // namespace

tl::expected<Structure, Trouble> read_structure(const DatasetKey& key, const OnRead& on_read) {
  Structure structure;
  structure.path = key.path;
  for (const std::filesystem::path& path : key.files) {
    if (on_read) on_read(path, key.path);
    const auto file = hdf5::File::open(path);
    if (!file) return tl::unexpected(Trouble{Trouble::Kind::kUnreadable, file.error().message});
    const auto dataset = file->dataset(key.path);
    if (!dataset) return tl::unexpected(trouble_of(dataset.error()));
    if (structure.shards.empty()) {
      structure.type = dataset->type();
      structure.has_space = dataset->has_space();
      structure.row_elements = dataset->row_elements();
    } else if (!structure.unlike) {
      structure.unlike = difference(structure, dataset->shape(), *dataset);
    }
    structure.shards.push_back({path, structure.rows, dataset->rows(), dataset->shape(), dataset->fill_value()});
    structure.rows += dataset->rows();
  }
  if (structure.shards.empty()) {
    return tl::unexpected(Trouble{Trouble::Kind::kFailed, fmt::format("there is no file to read {} from", key.path)});
  }
  return structure;
}

tl::expected<Structure, Trouble> part_of(const std::shared_ptr<const Structure>& whole, const DatasetKey& key) {
  Structure structure = *whole;
  structure.part = to_text(key.slices);
  structure.whole = whole;
  auto selection = Selection::resolve(key.slices, whole->shape());
  if (!selection) {
    const auto kind = selection.error().mistake ? Trouble::Kind::kMistake : Trouble::Kind::kFailed;
    return tl::unexpected(Trouble{kind, fmt::format("there is no {}: {}", structure.place(), selection.error().cause)});
  }
  if (key.sample && !selection->take_sample(*key.sample)) {
    return tl::unexpected(Trouble{
        Trouble::Kind::kMistake,
        fmt::format("`sample` takes rows of the first dimension, of which {} has only one", structure.place())});
  }
  structure.rows = selection->rows();
  structure.row_elements = selection->row_elements();
  for (Shard& shard : structure.shards) {
    const Selection::Run run = selection->within(shard.first_row, shard.rows);
    shard.first_row = run.first;
    shard.rows = run.rows;
    shard.shape = selection->shape(run.rows);
  }
  structure.selection = std::make_shared<const Selection>(std::move(*selection));
  return structure;
}

tl::expected<hdf5::Dataset, Trouble> open_unchanged(const Structure& part, std::size_t shard, const OnRead& on_read) {
  const Structure& structure = part.stored();
  const Shard& stored = structure.shards[shard];
  if (on_read) on_read(stored.file, structure.path);
  const auto file = hdf5::File::open(stored.file);
  if (!file) return tl::unexpected(trouble_of(file.error()));
  auto dataset = file->dataset(structure.path);
  if (!dataset) return tl::unexpected(trouble_of(dataset.error()));
  if (dataset->shape() != stored.shape || !same_elements(dataset->type(), structure.type)) {
    return tl::unexpected(Trouble{Trouble::Kind::kUnreadable, fmt::format("{} in {} changed while it was being checked",
                                                                          structure.path, stored.file.string())});
  }
  return std::move(*dataset);
}

tl::expected<std::vector<base::Scalar>, Trouble> read_attribute(const DatasetKey& key, const std::string& name,
                                                                const OnRead& on_read) {
  std::vector<base::Scalar> values;
  for (const std::filesystem::path& path : key.files) {
    if (on_read) on_read(path, key.path);
    const auto file = hdf5::File::open(path);
    if (!file) return tl::unexpected(Trouble{Trouble::Kind::kUnreadable, file.error().message});
    const auto dataset = file->dataset(key.path);
    if (!dataset) return tl::unexpected(trouble_of(dataset.error()));
    values.push_back(dataset->attribute(name).value_or(base::Scalar{}));
  }
  return values;
}

}  // namespace assay::expect::detail
