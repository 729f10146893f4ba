#include <assay/base/utf8.hpp>
#include <assay/hdf5/detail/library.hpp>
#include <assay/hdf5/detail/neighbour_file.hpp>
#include <assay/hdf5/detail/open_object.hpp>

#include <fmt/format.h>

#include <vector>

namespace assay::hdf5::detail {
namespace {

// What a link may say at most; longer ones are only named.
constexpr std::size_t kMostLinkBytes = std::size_t{64} << 10U;

struct Link {
  H5L_type_t type = H5L_TYPE_ERROR;
  std::string file;    ///< of external links
  std::string target;  ///< of soft and external links
};

Link read_link(hid_t file, const std::string& path) {
  Link link;
  H5L_info_t info;
  if (H5Lget_info(file, path.c_str(), &info, H5P_DEFAULT) < 0) {
    return link;
  }
  link.type = info.type;
  if (info.type == H5L_TYPE_HARD || info.u.val_size == 0 || info.u.val_size > kMostLinkBytes) {
    return link;
  }
  std::vector<char> value(info.u.val_size + 1, '\0');
  if (H5Lget_val(file, path.c_str(), value.data(), info.u.val_size, H5P_DEFAULT) < 0) {
    return link;
  }
  if (info.type == H5L_TYPE_SOFT) {
    link.target = value.data();
  } else if (info.type == H5L_TYPE_EXTERNAL) {
    const char* target_file = nullptr;
    const char* target = nullptr;
    unsigned flags = 0;
    if (H5Lunpack_elink_val(value.data(), info.u.val_size, &flags, &target_file, &target) >= 0) {
      link.file = target_file;
      link.target = target;
    }
  }
  return link;
}

Problem explain_unopened(hid_t file, const std::string& step, const Origin& origin, const std::string& cause) {
  const Link link = read_link(file, step);
  const std::string shown = base::to_printable(step);
  if (link.type == H5L_TYPE_SOFT) {
    return origin.problem(Problem::Kind::kMissing,
                          fmt::format("the soft link {} leads to {}, where nothing can be opened", shown,
                                      base::to_printable(link.target)));
  }
  if (link.type != H5L_TYPE_EXTERNAL) {
    return origin.unreadable(fmt::format("{} cannot be opened: {}", shown, cause));
  }
  const std::string file_shown = base::to_printable(link.file);
  const std::string target_shown = base::to_printable(link.target);
  const auto found = neighbour_file(origin.file, link.file);
  if (!found) {
    return origin.problem(Problem::Kind::kMissing,
                          fmt::format("the external link {} leads to {} in file {}, which is not there", shown,
                                      target_shown, file_shown));
  }
  const Id access(H5Pcreate(H5P_FILE_ACCESS));
  const Id target_file(H5Fopen(found->c_str(), H5F_ACC_RDONLY, access ? access.get() : H5P_DEFAULT));
  if (!target_file) {
    return origin.unreadable(fmt::format("the external link {} leads to file {}, which cannot be opened: {}", shown,
                                         file_shown, error_text()));
  }
  return origin.problem(Problem::Kind::kMissing,
                        fmt::format("the external link {} leads to {} in file {}, where nothing can be opened", shown,
                                    target_shown, file_shown));
}

std::string what_it_is(hid_t object) {
  switch (H5Iget_type(object)) {
    case H5I_GROUP:
      return "a group";
    case H5I_DATATYPE:
      return "a named type";
    case H5I_DATASET:
      return "a dataset";
    default:
      return "another object";
  }
}

}  // namespace

std::string normal_path(std::string_view path) {
  std::string result;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view step = path.substr(0, slash);
    if (!step.empty() && step != ".") {
      result += '/';
      result += step;
    }
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return result.empty() ? "/" : result;
}

tl::expected<Id, Problem> open_dataset_object(hid_t file, const Origin& origin) {
  const std::string& path = origin.object;
  if (path.find('\0') != std::string::npos) {
    return tl::unexpected(origin.problem(Problem::Kind::kMissing, "a name cannot hold a null character"));
  }
  if (path == "/") {
    return tl::unexpected(origin.problem(Problem::Kind::kNotDataset, "is the file's root group, not a dataset"));
  }
  Id object;
  for (std::size_t end = 0; end != path.size();) {
    end = std::min(path.find('/', end + 1), path.size());
    const std::string step = path.substr(0, end);
    const std::string shown = base::to_printable(step);
    const htri_t exists = H5Lexists(file, step.c_str(), H5P_DEFAULT);
    if (exists < 0) {
      return tl::unexpected(origin.unreadable(fmt::format("{} cannot be looked up: {}", shown, error_text())));
    }
    if (exists == 0) {
      return tl::unexpected(origin.problem(
          Problem::Kind::kMissing,
          end == path.size() ? "is not there" : fmt::format("is not there, for there is no group {}", shown)));
    }
    object = Id(H5Oopen(file, step.c_str(), H5P_DEFAULT));
    if (!object) {
      return tl::unexpected(explain_unopened(file, step, origin, error_text()));
    }
    const bool last = end == path.size();
    if (!last && H5Iget_type(object.get()) != H5I_GROUP) {
      return tl::unexpected(
          origin.problem(Problem::Kind::kMissing,
                         fmt::format("is not there, for {} is {}, not a group", shown, what_it_is(object.get()))));
    }
    if (last && H5Iget_type(object.get()) != H5I_DATASET) {
      return tl::unexpected(
          origin.problem(Problem::Kind::kNotDataset, fmt::format("is {}, not a dataset", what_it_is(object.get()))));
    }
  }
  return object;
}

}  // namespace assay::hdf5::detail
