#include <assay/hdf5/dataset.hpp>
#include <assay/hdf5/detail/dataset_state.hpp>
#include <assay/hdf5/detail/read_attribute.hpp>

namespace assay::hdf5 {

Dataset::Dataset(std::shared_ptr<State> state) : state_(std::move(state)) {}
Dataset::~Dataset() = default;
Dataset::Dataset(Dataset&&) noexcept = default;
Dataset& Dataset::operator=(Dataset&&) noexcept = default;

const std::filesystem::path& Dataset::file() const noexcept { return state_->file->path; }
const std::string& Dataset::path() const noexcept { return state_->path; }
const ElementType& Dataset::type() const noexcept { return state_->type; }
const std::vector<std::uint64_t>& Dataset::shape() const noexcept { return state_->shape; }
bool Dataset::has_space() const noexcept { return state_->has_space; }
std::uint64_t Dataset::rows() const noexcept { return state_->rows; }
std::uint64_t Dataset::row_elements() const noexcept { return state_->row_elements; }
const std::optional<std::vector<std::byte>>& Dataset::fill_value() const noexcept { return state_->fill_value; }

std::optional<base::Scalar> Dataset::attribute(const std::string& name) const {
  return detail::read_attribute(state_->dataset.get(), name);
}

}  // namespace assay::hdf5
