#include <assay/base/error.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/examples/detail/column.hpp>
#include <assay/examples/detail/suite_layout.hpp>
#include <assay/examples/suite_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <system_error>

namespace assay::examples {
namespace {

using detail::refuse;

/// Keeps other writers out of a folder until it ends. Nothing is left behind, as nothing is written.
base::FileDescriptor lock_folder_of(const std::filesystem::path& target) {
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  base::FileDescriptor lock(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  int locked = -1;
  do {
    locked = lock ? flock(lock.get(), LOCK_EX) : -1;
  } while (locked != 0 && errno == EINTR);
  if (locked != 0) {
    throw base::InfrastructureError(fmt::format("cannot lock the folder {} for writing {}: {}", folder.string(),
                                                target.string(), std::strerror(errno)));
  }
  return lock;
}

/// The older file keeps its bytes under another name; the target itself is replaced by the commit.
void keep_previous(const std::filesystem::path& target) {
  const std::filesystem::path previous = target.string() + ".previous";
  std::error_code problem;
  std::filesystem::remove(previous, problem);
  std::filesystem::create_hard_link(target, previous, problem);
  if (problem) {
    std::filesystem::copy_file(target, previous, std::filesystem::copy_options::overwrite_existing, problem);
  }
  if (problem) {
    throw base::InfrastructureError(
        fmt::format("cannot keep the generation before as {}: {}", previous.string(), problem.message()));
  }
}

/// A name for the suite in the form of a UUID (version 8), made of its first content: equal for equal suites.
std::string identity_of(const ExampleSuite& suite) {
  base::Sha256 sha256;
  sha256.add(suite.name + '\0' + content_digest(suite));
  std::string text = base::to_hex(sha256.finish()).substr(0, 32);
  text[12] = '8';
  text[16] = 'a';
  for (const std::size_t place : {20U, 16U, 12U, 8U}) {
    text.insert(place, 1, '-');
  }
  return text;
}

void expect_same_kind(const ExampleSuite& suite, const std::vector<InputColumn>& held, const ExampleSuite& more,
                      const std::vector<InputColumn>& given) {
  if (suite.classes != more.classes) {
    refuse(suite.file, fmt::format("its {} classes are not the {} classes of the examples to be added",
                                   suite.classes.size(), more.classes.size()));
  }
  const auto row_shape = [](const InputColumn& input) {
    return std::vector<std::uint64_t>(input.shape.begin() + (input.shape.empty() ? 0 : 1), input.shape.end());
  };
  const bool same = std::equal(held.begin(), held.end(), given.begin(), given.end(),
                               [&](const InputColumn& left, const InputColumn& right) {
                                 return left.name == right.name && left.type.name() == right.type.name() &&
                                        left.type.size == right.type.size && row_shape(left) == row_shape(right);
                               });
  if (!same) {
    refuse(suite.file, "its inputs have other names, types or shapes than those of the examples to be added");
  }
}

void expect_nothing_lost(const ExampleSuite& suite) {
  const hdf5::File file = detail::open_file(suite.file);
  for (const std::string& path : file.dataset_paths()) {
    if (!detail::is_known_column(path)) {
      refuse(suite.file, "holds " + path + ", which this version does not know and would lose; nothing was added");
    }
  }
  for (std::size_t row = 0; row < suite.examples.size(); ++row) {
    if (!suite.examples[row].fault.empty()) {
      refuse(suite.file, fmt::format("example {} is damaged ({}); nothing was added", row, suite.examples[row].fault));
    }
  }
}

/// The indices of `more`'s tags among those of `suite`, to which new ones are added.
std::vector<std::uint32_t> join_tags(ExampleSuite& suite, const ExampleSuite& more) {
  std::vector<std::uint32_t> map;
  for (const std::string& tag : more.tags) {
    const auto found = std::find(suite.tags.begin(), suite.tags.end(), tag);
    map.push_back(static_cast<std::uint32_t>(found - suite.tags.begin()));
    if (found == suite.tags.end()) {
      suite.tags.push_back(tag);
    }
  }
  return map;
}

void sort_by_name(std::vector<InputColumn>& inputs) {
  std::sort(inputs.begin(), inputs.end(),
            [](const InputColumn& left, const InputColumn& right) { return left.name < right.name; });
}

}  // namespace

Committed create_suite(const std::filesystem::path& target, ExampleSuite suite, std::vector<InputColumn> inputs) {
  sort_by_name(inputs);
  detail::set_ids(suite, inputs);
  detail::expect_sound(suite);
  if (suite.suite_id.empty()) {
    suite.suite_id = identity_of(suite);
  }
  suite.generation = 1;
  const base::FileDescriptor lock = lock_folder_of(target);
  if (std::filesystem::exists(std::filesystem::symlink_status(target))) {
    refuse(target, "is there already; add to it, or give another name");
  }
  detail::write_suite_file(target, suite, inputs);
  return {suite.generation, suite.examples.size(), 0, content_digest(suite)};
}

Committed append_to_suite(const std::filesystem::path& target, const ExampleSuite& more,
                          const std::vector<InputColumn>& inputs, const Reading& reading) {
  ExampleSuite added = more;
  std::vector<InputColumn> given = inputs;
  sort_by_name(given);
  detail::set_ids(added, given);
  detail::expect_sound(added);
  const base::FileDescriptor lock = lock_folder_of(target);
  if (reading) {
    reading({target});
  }
  ExampleSuite suite = read_suite(target);
  expect_nothing_lost(suite);
  std::vector<InputColumn> held = read_inputs(target);
  if (reading) {
    reading({});
  }
  expect_same_kind(suite, held, added, given);

  const auto tags = join_tags(suite, added);
  std::set<base::Digest> ids;
  for (const Example& example : suite.examples) {
    ids.insert(example.id);
  }
  Committed committed;
  for (std::size_t row = 0; row < added.examples.size(); ++row) {
    Example example = added.examples[row];
    if (!ids.insert(example.id).second) {
      ++committed.already_there;
      continue;
    }
    ++committed.added;
    std::transform(example.tags.begin(), example.tags.end(), example.tags.begin(),
                   [&](std::uint32_t tag) { return tags[tag]; });
    suite.examples.push_back(std::move(example));
    for (std::size_t i = 0; i < held.size(); ++i) {
      const std::size_t bytes = given[i].bytes.size() / given[i].shape[0];
      const auto start = given[i].bytes.begin() + static_cast<std::ptrdiff_t>(row * bytes);
      held[i].bytes.insert(held[i].bytes.end(), start, start + static_cast<std::ptrdiff_t>(bytes));
      ++held[i].shape[0];
    }
  }
  committed.content_digest = content_digest(suite);
  committed.generation = suite.generation;
  if (committed.added != 0) {
    committed.generation = ++suite.generation;
    keep_previous(target);
    detail::write_suite_file(target, suite, held);
  }
  return committed;
}

}  // namespace assay::examples
