#include <assay/base/error.hpp>
#include <assay/expect/detail/extremes.hpp>
#include <assay/expect/detail/make_profile.hpp>
#include <assay/expect/detail/scan.hpp>
#include <assay/expect/detail/text_tally.hpp>
#include <assay/expect/detail/value_tally.hpp>
#include <assay/hdf5/file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
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

/// One column on its way: what is asked of a scan, and how it is taken over once that has run.
struct Work {
  ColumnProfile column;
  std::unique_ptr<Scan> scan;  ///< null: nothing is read
  std::size_t filter = 0;
  std::function<void(ColumnProfile& column)> take;
};

template <class T>
void ask_for_numbers(Work& work) {
  const auto& extremes = work.scan->metric(work.filter, std::make_unique<Extremes<T>>(true));
  const auto& moments = work.scan->metric(work.filter, std::make_unique<Moments<T>>(true));
  const auto& values = work.scan->metric(work.filter, std::make_unique<ValueTally<T>>());
  work.take = [&extremes, &moments, &values](ColumnProfile& column) {
    const ExtremeValues& seen = extremes.extremes();
    column.nans = seen.nans;
    column.positive_infinities = seen.positive_infinities;
    column.negative_infinities = seen.negative_infinities;
    column.zeros = seen.zeros;
    if (column.elements > seen.nans) {
      column.smallest = seen.smallest;
      column.largest = seen.largest;
    }
    column.sums = moments.sums();
    column.values = values.state().counts;
  };
}

void ask_for_texts(Work& work) {
  const auto& texts = work.scan->metric(work.filter, std::make_unique<TextTally>());
  work.take = [&texts](ColumnProfile& column) {
    column.texts = texts.state().sample;
    column.lengths = texts.state().lengths;
  };
}

Work work_on(const DatasetKey& key, const Structure& structure) {
  Work work;
  ColumnProfile& column = work.column;
  column.part = structure.part;
  column.path = key.path + column.part;
  const hdf5::ElementType& type = structure.type;
  column.type = type.name();
  const std::vector<std::uint64_t> shape = structure.shape();
  column.scalar = structure.has_space && shape.empty();
  if (!shape.empty()) column.row_shape.assign(shape.begin() + 1, shape.end());
  column.rows = structure.rows;
  column.elements = structure.elements();
  if (!type.unreadable.empty()) {
    column.note = type.unreadable;
    return work;
  }
  column.kind = kind_of(type);
  if (column.kind == ColumnKind::kOther) {
    column.note = fmt::format("elements of type {} are not looked at", type.name());
    return work;
  }
  if (type.kind == hdf5::ElementKind::kEnum) column.names = type.names;
  work.scan = std::make_unique<Scan>(key, structure, [](const DatasetKey&) -> const tl::expected<Structure, Trouble>& {
    throw base::InternalError("a profile was about to read another dataset");
  });
  work.filter = work.scan->filter({});
  if (column.kind == ColumnKind::kText) {
    ask_for_texts(work);
  } else {
    with_number_type(type, [&]<class T>(std::type_identity<T>) { ask_for_numbers<T>(work); });
  }
  return work;
}

/// The columns of a table that is one dataset of two dimensions, each by itself; none of any other dataset. Whether
/// there are any must not depend on the number of rows, so that profiles of parts add up.
std::vector<DatasetKey> features_of(const DatasetKey& key, const Structure& structure) {
  constexpr std::uint64_t kMostFeatures = 32;
  std::vector<DatasetKey> features;
  const std::vector<std::uint64_t> shape = structure.shape();
  if (shape.size() != 2 || shape[1] < 2 || shape[1] > kMostFeatures) return features;
  if (structure.type.kind == hdf5::ElementKind::kVariable || !structure.type.unreadable.empty()) return features;
  for (std::uint64_t i = 0; i < shape[1]; ++i) {
    suite::Slice one;
    one.kind = suite::Slice::Kind::kIndex;
    one.index = static_cast<std::int64_t>(i);
    features.push_back({key.files, key.path, {suite::Slice(), one}, {}});
  }
  return features;
}

/// A dataset, and beside it its features, in one pass.
void add_columns(const DatasetKey& key, const EvaluationOptions& options, std::vector<ColumnProfile>& columns) {
  const auto structure = read_structure(key, options.on_read);
  if (!structure) {
    ColumnProfile column;
    column.path = key.path;
    note(structure.error(), column);
    columns.push_back(std::move(column));
    return;
  }
  const auto whole = std::make_shared<const Structure>(*structure);
  std::vector<Work> works;
  works.push_back(work_on(key, *whole));
  for (const DatasetKey& feature : features_of(key, *whole)) {
    if (const auto part = part_of(whole, feature)) works.push_back(work_on(feature, *part));
  }
  std::vector<Scan*> scans;
  for (const Work& work : works) {
    if (work.scan != nullptr) scans.push_back(work.scan.get());
  }
  Scan::run(scans, options);
  for (Work& work : works) {
    if (work.scan != nullptr) {
      work.take(work.column);
      const FilterCounts& counts = work.scan->filter_at(work.filter).counts;
      work.column.unwritten = counts.unwritten;
      work.column.valueless = counts.valueless;
      if (const auto trouble = work.scan->trouble(work.filter)) note(*trouble, work.column);
    }
    columns.push_back(std::move(work.column));
  }
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
  for (const std::string& path : *paths) add_columns({{file}, path, {}, {}}, options, profile.columns);
  std::sort(profile.columns.begin(), profile.columns.end(),
            [](const ColumnProfile& left, const ColumnProfile& right) { return left.path < right.path; });
  return profile;
}

}  // namespace assay::expect::detail
