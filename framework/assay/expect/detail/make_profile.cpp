#include <assay/base/error.hpp>
#include <assay/expect/detail/extremes.hpp>
#include <assay/expect/detail/make_profile.hpp>
#include <assay/expect/detail/scan.hpp>
#include <assay/expect/detail/text_tally.hpp>
#include <assay/expect/detail/value_tally.hpp>
#include <assay/hdf5/file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace assay::expect::detail {

namespace {

std::string full_path(const std::string& path) { return path.starts_with('/') ? path : "/" + path; }

/// The dataset itself, or each plain member of a compound one.
void add_paths(const std::string& path, const hdf5::ElementType& type, std::vector<std::string>& paths) {
  if (type.kind != hdf5::ElementKind::kCompound) {
    paths.push_back(path);
    return;
  }
  for (const hdf5::Member& member : type.members) add_paths(path + "." + member.name, member.type, paths);
}

ColumnKind kind_of(const hdf5::ElementType& type) {
  if (is_text(type)) return ColumnKind::kText;
  if (type.kind == hdf5::ElementKind::kFloat) return ColumnKind::kReal;
  if (type.kind == hdf5::ElementKind::kInteger) return ColumnKind::kWhole;
  return is_whole_number(type) ? ColumnKind::kNamed : ColumnKind::kOther;
}

void note(const Trouble& trouble, ColumnProfile& column) {
  column.note = trouble.message;
  column.unreadable = true;
  column.kind = ColumnKind::kOther;
}

/// Asks for what a profile of numbers needs, and takes it over once the pass has run.
template <class T>
void profile_numbers(Scan& scan, std::size_t filter, const EvaluationOptions& options, ColumnProfile& column) {
  const auto& extremes = scan.metric(filter, std::make_unique<Extremes<T>>(true));
  const auto& moments = scan.metric(filter, std::make_unique<Moments<T>>(true));
  const auto& values = scan.metric(filter, std::make_unique<ValueTally<T>>());
  Scan::run({&scan}, options);
  const ExtremeValues& seen = extremes.extremes();
  column.nans = seen.nans;
  column.positive_infinities = seen.positive_infinities;
  column.negative_infinities = seen.negative_infinities;
  column.zeros = seen.zeros;
  if (scan.filter_at(filter).counts.elements > seen.nans) {
    column.smallest = seen.smallest;
    column.largest = seen.largest;
  }
  column.sums = moments.sums();
  column.values = values.state().counts;
}

void profile_texts(Scan& scan, std::size_t filter, const EvaluationOptions& options, ColumnProfile& column) {
  const auto& texts = scan.metric(filter, std::make_unique<TextTally>());
  Scan::run({&scan}, options);
  column.texts = texts.state().sample;
  column.lengths = texts.state().lengths;
}

ColumnProfile profile_column(const DatasetKey& key, const EvaluationOptions& options) {
  ColumnProfile column;
  column.path = key.path;
  const auto structure = read_structure(key, options.on_read);
  if (!structure) {
    note(structure.error(), column);
    return column;
  }
  const hdf5::ElementType& type = structure->type;
  column.type = type.name();
  column.scalar = structure->has_space && structure->rank() == 0;
  if (structure->rank() > 0) {
    column.row_shape.assign(structure->shards.front().shape.begin() + 1, structure->shards.front().shape.end());
  }
  column.rows = structure->rows;
  column.elements = structure->elements();
  if (!type.unreadable.empty()) {
    column.note = type.unreadable;
    return column;
  }
  column.kind = kind_of(type);
  if (column.kind == ColumnKind::kOther) {
    column.note = fmt::format("elements of type {} are not looked at", type.name());
    return column;
  }
  if (type.kind == hdf5::ElementKind::kEnum) column.names = type.names;
  Scan scan(key, *structure, [](const DatasetKey&) -> const tl::expected<Structure, Trouble>& {
    throw base::InternalError("a profile was about to read another dataset");
  });
  const std::size_t filter = scan.filter({});
  if (column.kind == ColumnKind::kText) {
    profile_texts(scan, filter, options, column);
  } else {
    with_number_type(type, [&]<class T>(std::type_identity<T>) { profile_numbers<T>(scan, filter, options, column); });
  }
  column.unwritten = scan.filter_at(filter).counts.unwritten;
  column.valueless = scan.filter_at(filter).counts.valueless;
  if (const auto trouble = scan.trouble(filter)) note(*trouble, column);
  return column;
}

/// The paths of all columns that are asked for.
tl::expected<std::vector<std::string>, Trouble> column_paths(const std::filesystem::path& file,
                                                             const std::string& dataset,
                                                             const EvaluationOptions& options) {
  if (options.on_read) options.on_read(file, dataset);
  const auto opened = hdf5::File::open(file);
  if (!opened) return tl::unexpected(Trouble{Trouble::Kind::kUnreadable, opened.error().message});
  std::vector<std::string> paths;
  const bool all = dataset.empty();
  for (const std::string& path : all ? opened->dataset_paths() : std::vector<std::string>{full_path(dataset)}) {
    if (options.on_read) options.on_read(file, path);
    const auto found = opened->dataset(path);
    if (found) {
      add_paths(full_path(path), found->type(), paths);
    } else if (all) {
      paths.push_back(full_path(path));  // its note will say what is wrong
    } else {
      return tl::unexpected(trouble_of(found.error()));
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

tl::expected<DataProfile, Trouble> make_profile(const std::filesystem::path& file, const std::string& dataset,
                                                const EvaluationOptions& options) {
  const auto paths = column_paths(file, dataset, options);
  if (!paths) return tl::unexpected(paths.error());
  DataProfile profile;
  profile.sources.push_back(file.string());
  for (const std::string& path : *paths) profile.columns.push_back(profile_column({{file}, path, {}, {}}, options));
  return profile;
}

}  // namespace assay::expect::detail
