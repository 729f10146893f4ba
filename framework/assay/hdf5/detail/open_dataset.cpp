#include <assay/hdf5/detail/checked.hpp>
#include <assay/hdf5/detail/dataset_state.hpp>
#include <assay/hdf5/detail/fill_value.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/open_object.hpp>
#include <assay/hdf5/detail/stored_type.hpp>
#include <assay/hdf5/detail/virtual_sources.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::hdf5::detail {
namespace {

// Larger elements are no data that can be judged element by element.
constexpr std::size_t kMostElementBytes = std::size_t{64} << 20U;
constexpr std::uint64_t kMostCacheBytes = std::uint64_t{512} << 20U;

using State = Dataset::State;
/// Nothing when all went well, else what went wrong.
using Trouble = std::optional<std::string>;

std::filesystem::path home_of(const State& state) {
  const ssize_t length = H5Fget_name(state.dataset.get(), nullptr, 0);
  std::string name(length > 0 ? static_cast<std::size_t>(length) + 1 : 0, '\0');
  if (length <= 0 || H5Fget_name(state.dataset.get(), name.data(), name.size()) < 0) {
    return state.file->path;
  }
  name.resize(static_cast<std::size_t>(length));
  return name;
}

Trouble read_space(State& state) {
  const Id space(H5Dget_space(state.dataset.get()));
  const H5S_class_t space_class = space ? H5Sget_simple_extent_type(space.get()) : H5S_NO_CLASS;
  const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
  if (space_class == H5S_NO_CLASS || rank < 0) {
    return "its dataspace cannot be read: " + error_text();
  }
  state.has_space = space_class != H5S_NULL;
  if (!state.has_space) {
    return std::nullopt;
  }
  std::vector<hsize_t> dimensions(static_cast<std::size_t>(rank));
  if (rank > 0 && H5Sget_simple_extent_dims(space.get(), dimensions.data(), nullptr) < 0) {
    return "its dimensions cannot be read: " + error_text();
  }
  state.stored_shape.assign(dimensions.begin(), dimensions.end());
  return std::nullopt;
}

Trouble read_storage(State& state) {
  const hid_t creation = state.creation.get();
  switch (H5Pget_layout(creation)) {
    case H5D_COMPACT:
      state.storage = StorageKind::kCompact;
      return std::nullopt;
    case H5D_CONTIGUOUS:
      state.storage = H5Pget_external_count(creation) > 0 ? StorageKind::kExternal : StorageKind::kContiguous;
      return std::nullopt;
    case H5D_VIRTUAL:
      state.storage = StorageKind::kVirtual;
      return std::nullopt;
    case H5D_CHUNKED:
      break;
    case H5D_LAYOUT_ERROR:
    case H5D_NLAYOUTS:
      return "its storage layout cannot be read: " + error_text();
  }
  state.storage = StorageKind::kChunked;
  const std::size_t rank = state.stored_shape.size();
  std::vector<hsize_t> chunk(rank);
  unsigned options = 0;
  if (rank == 0 || H5Pget_chunk(creation, static_cast<int>(rank), chunk.data()) != static_cast<int>(rank) ||
      H5Pget_chunk_opts(creation, &options) < 0) {
    return "its chunks cannot be described: " + error_text();
  }
  auto filters = read_filters(creation);
  if (!filters) {
    return "its filters cannot be described: " + error_text();
  }
  state.filters = *std::move(filters);
  state.partial_chunks_unfiltered = (options & H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS) != 0;
  state.grid = ChunkGrid::make(state.stored_shape, {chunk.begin(), chunk.end()});
  if (!state.grid) {
    state.obstacle = "its shape and chunks are too large to be counted";
  }
  return std::nullopt;
}

void set_shape(State& state, const StoredType& stored) {
  if (!state.has_space) {
    return;
  }
  state.shape = state.stored_shape;
  if (state.shape.empty() && !stored.shape.empty()) {
    state.shape.push_back(1);
  }
  state.shape.insert(state.shape.end(), stored.shape.begin(), stored.shape.end());
  state.rows = state.shape.empty() ? 1 : state.shape.front();
  const auto row_elements = checked_product(std::span(state.shape).subspan(state.shape.empty() ? 0 : std::size_t{1}));
  const auto elements = row_elements ? checked_product(*row_elements, state.rows) : std::nullopt;
  const auto bytes = row_elements ? checked_product(*row_elements, stored.type.size) : std::nullopt;
  state.row_elements = row_elements.value_or(0);
  if (!elements || !bytes) {
    state.obstacle = "its shape claims more elements than can be counted";
  }
}

/// Opens the dataset anew where reading it needs what is set on opening: where external files lie, room for chunks.
Trouble reopen_for_reading(State& state, const std::string& dataset_path) {
  const Id access(H5Pcreate(H5P_DATASET_ACCESS));
  if (state.storage == StorageKind::kExternal) {
    if (!names_files_beside(state.creation.get(), state.home)) {
      return std::nullopt;
    }
    if (!access || H5Pset_efile_prefix(access.get(), "${ORIGIN}") < 0) {
      return error_text();
    }
  } else if (state.grid) {
    const auto elements = checked_product(state.grid->tiles(), state.grid->chunk_elements());
    const auto slab = elements ? checked_product(*elements, state.format->layout.stored_size) : std::nullopt;
    constexpr std::uint64_t kDefaultCacheBytes = std::uint64_t{1} << 20U;
    if (slab && *slab <= kDefaultCacheBytes) {
      return std::nullopt;
    }
    // HDF5 advises a prime number of slots; nothing is allocated before a chunk is kept.
    constexpr std::size_t kSlots = 12421;
    const std::uint64_t room = std::min(slab.value_or(kMostCacheBytes), kMostCacheBytes);
    if (!access || H5Pset_chunk_cache(access.get(), kSlots, room, 1.0) < 0) {
      return error_text();
    }
  } else {
    return std::nullopt;
  }
  state.dataset.reset();
  state.dataset = Id(H5Dopen2(state.file->id.get(), dataset_path.c_str(), access.get()));
  return state.dataset ? std::nullopt : std::optional(error_text());
}

Trouble fill_in(State& state, const std::string& dataset_path, const std::string& member) {
  const Id type(H5Dget_type(state.dataset.get()));
  state.creation = Id(H5Dget_create_plist(state.dataset.get()));
  if (!type || !state.creation) {
    return "its type or creation properties cannot be read: " + error_text();
  }
  if (Trouble trouble = read_space(state)) {
    return trouble;
  }
  state.home = home_of(state);
  auto format = std::make_shared<RowFormat>();
  format->origin = {state.file->path, state.path};
  StoredType stored = describe_type(type.get());
  state.fixed_size = !stored.holds_variable_data;
  if (member.empty()) {
    state.memory_type = Id(H5Tcopy(type.get()));
    format->layout = stored.layout;
  } else {
    auto found = find_member(type.get(), member);
    if (!found) {
      return std::move(found.error());
    }
    stored = std::move(found->stored);
    state.memory_type = state.fixed_size ? Id(H5Tcopy(type.get())) : std::move(found->memory);
    format->layout = state.fixed_size ? stored.layout : found->packed;
  }
  if (!state.memory_type) {
    return "its type cannot be copied: " + error_text();
  }
  state.type = stored.type;
  set_shape(state, stored);
  if (Trouble trouble = read_storage(state)) {
    return trouble;
  }
  format->is_text = state.type.kind == ElementKind::kString;
  format->text_size = format->is_text ? state.type.size : 0;
  format->parts = stored.parts();
  format->row_elements =
      state.has_space && state.obstacle.empty()
          ? checked_product(std::span(state.stored_shape).subspan(state.stored_shape.empty() ? 0 : std::size_t{1}))
                .value_or(0)
          : 0;
  if (format->layout.stored_size > kMostElementBytes) {
    state.obstacle = fmt::format("one element of it has {} bytes; more than {} are not read",
                                 format->layout.stored_size, kMostElementBytes);
  } else if (state.type.unreadable.empty()) {
    auto fill = read_fill_value(state.creation.get(), state.memory_type.get(), *format, state.type);
    if (!fill) {
      return std::move(fill.error());
    }
    state.fill_value = std::move(fill->element);
    format->fill = std::move(fill->stored_element);
  }
  state.format = std::move(format);
  return reopen_for_reading(state, dataset_path);
}

tl::expected<std::shared_ptr<State>, Problem> open_parts(const std::shared_ptr<const OpenFile>& file, Id dataset,
                                                         const std::string& path, std::size_t dataset_length) {
  auto state = std::make_shared<State>();
  state->file = file;
  state->path = path;
  state->dataset = std::move(dataset);
  const std::string member = dataset_length == path.size() ? "" : path.substr(dataset_length + 1);
  if (!member.empty()) {
    // Only a missing member is "missing"; all else that goes wrong here is damage.
    const Id type(H5Dget_type(state->dataset.get()));
    const auto found = type ? find_member(type.get(), member) : tl::unexpected(error_text());
    if (!found) {
      return tl::unexpected(
          Origin{file->path, path.substr(0, dataset_length)}.problem(Problem::Kind::kMissing, found.error()));
    }
  }
  if (const Trouble trouble = fill_in(*state, path.substr(0, dataset_length), member)) {
    return tl::unexpected(Origin{file->path, path}.unreadable(*trouble));
  }
  return state;
}

}  // namespace

tl::expected<std::shared_ptr<State>, Problem> open_dataset(const std::shared_ptr<const OpenFile>& file,
                                                           const std::string& path) {
  prepare_library();
  auto object = open_dataset_object(file->id.get(), {file->path, path});
  if (object) {
    return open_parts(file, *std::move(object), path, path.size());
  }
  if (object.error().kind != Problem::Kind::kMissing) {
    return tl::unexpected(std::move(object.error()));
  }
  for (std::size_t dot = path.rfind('.'); dot != std::string::npos && dot > 1; dot = path.rfind('.', dot - 1)) {
    auto table = open_dataset_object(file->id.get(), {file->path, path.substr(0, dot)});
    if (table) {
      return open_parts(file, *std::move(table), path, dot);
    }
  }
  return tl::unexpected(std::move(object.error()));
}

}  // namespace assay::hdf5::detail
