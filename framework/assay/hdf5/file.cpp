#include <assay/hdf5/detail/dataset_state.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/open_file.hpp>
#include <assay/hdf5/detail/open_object.hpp>
#include <assay/hdf5/detail/read_attribute.hpp>
#include <assay/hdf5/file.hpp>

#include <algorithm>

namespace assay::hdf5 {
namespace {

struct Listing {
  std::vector<std::string> paths;
  std::size_t most;
};

herr_t list_dataset(hid_t /*root*/, const char* name, const H5O_info_t* info, void* data) noexcept {
  auto& listing = *static_cast<Listing*>(data);
  if (info->type == H5O_TYPE_DATASET) {
    listing.paths.push_back(std::string("/") + name);
  }
  return listing.paths.size() < listing.most ? 0 : 1;
}

}  // namespace

struct File::State : detail::OpenFile {};

File::File(std::shared_ptr<State> state) : state_(std::move(state)) {}
File::~File() = default;
File::File(File&&) noexcept = default;
File& File::operator=(File&&) noexcept = default;

tl::expected<File, Problem> File::open(const std::filesystem::path& path) {
  auto id = detail::open_file(path);
  if (!id) {
    return tl::unexpected(std::move(id.error()));
  }
  auto state = std::make_shared<State>();
  state->id = *std::move(id);
  state->path = path;
  return File(std::move(state));
}

tl::expected<Dataset, Problem> File::dataset(const std::string& path) const {
  auto state = detail::open_dataset(state_, detail::normal_path(path));
  if (!state) {
    return tl::unexpected(std::move(state.error()));
  }
  return Dataset(*std::move(state));
}

std::vector<std::string> File::dataset_paths(std::size_t most) const {
  detail::prepare_library();
  Listing listing{.paths = {}, .most = most};
  if (most > 0) {
    // What stands behind a damaged object is left out; the list only helps with messages.
    H5Ovisit2(state_->id.get(), H5_INDEX_NAME, H5_ITER_NATIVE, list_dataset, &listing, H5O_INFO_BASIC);
  }
  std::sort(listing.paths.begin(), listing.paths.end());
  return std::move(listing.paths);
}

std::optional<base::Scalar> File::attribute(const std::string& name) const {
  return detail::read_attribute(state_->id.get(), name);
}

const std::filesystem::path& File::path() const noexcept { return state_->path; }

}  // namespace assay::hdf5
