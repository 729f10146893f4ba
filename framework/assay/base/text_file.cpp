#include <assay/base/error.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/base/text_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace assay::base {
namespace {

std::string cause_of(int error) { return std::generic_category().message(error); }

[[noreturn]] void cannot_write(const std::filesystem::path& path, std::string_view cause) {
  throw InfrastructureError(fmt::format("cannot write {}: {}", path.string(), cause));
}

/// 0, or the errno of the write that failed.
int write_all(int file, std::string_view content) noexcept {
  while (!content.empty()) {
    const ssize_t count = write(file, content.data(), content.size());
    if (count >= 0) {
      content.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// A new file under a name of its own; removed again unless it was moved to its place.
class TemporaryFile {
 public:
  TemporaryFile(const std::filesystem::path& folder, const std::filesystem::path& target) {
    std::random_device random;
    for (int attempt = 0; attempt < 100 && !file_; ++attempt) {
      path_ = folder / fmt::format(".assay-{:08x}{:08x}.tmp", random(), random());
      // O_EXCL also refuses a link that somebody has laid under this name.
      file_ = FileDescriptor{open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
      if (!file_ && errno != EEXIST && errno != EINTR) {
        break;
      }
    }
    if (!file_) {
      cannot_write(target, cause_of(errno));
    }
  }
  ~TemporaryFile() {
    if (!path_.empty()) {
      unlink(path_.c_str());
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] int get() const noexcept { return file_.get(); }

  void move_to(const std::filesystem::path& target) {
    if (rename(path_.c_str(), target.c_str()) != 0) {
      cannot_write(target, cause_of(errno));
    }
    path_.clear();
  }

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
};

void create_folder(const std::filesystem::path& folder, const std::filesystem::path& target) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  // A link to a folder counts as one, which create_directories() reports as an error.
  if (error && !std::filesystem::is_directory(folder)) {
    cannot_write(target, fmt::format("its folder {} cannot be made: {}", folder.string(), error.message()));
  }
}

/// A device or pipe (`/dev/stdout`, `/dev/null`) cannot be replaced by a file, so it is written into.
void write_straight_into(const std::filesystem::path& path, std::string_view content) {
  const FileDescriptor file{open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY)};
  const int error = file ? write_all(file.get(), content) : errno;
  if (error != 0) {
    cannot_write(path, cause_of(error));
  }
}

void flush_folder(const std::filesystem::path& folder) {
  // Best effort: the file is whole either way, and some file systems refuse this.
  if (const FileDescriptor descriptor{open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)}; descriptor) {
    fsync(descriptor.get());
  }
}

}  // namespace

tl::expected<std::string, std::string> read_text_file(const std::filesystem::path& path, std::uint64_t most) {
  const auto problem = [&path](std::string_view cause) {
    return tl::unexpected(fmt::format("cannot read {}: {}", path.string(), cause));
  };
  // Non-blocking, so that a named pipe without a writer is refused instead of waited for.
  const FileDescriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!file) {
    return problem(cause_of(errno));
  }
  struct stat status {};
  if (fstat(file.get(), &status) != 0) {
    return problem(cause_of(errno));
  }
  if (!S_ISREG(status.st_mode)) {
    return problem(S_ISDIR(status.st_mode) ? "it is a folder, a file was expected" : "it is not a regular file");
  }
  const std::string too_large = fmt::format("it is larger than {} bytes", most);
  if (static_cast<std::uint64_t>(status.st_size) > most) {
    return problem(too_large);
  }
  std::string content;
  content.reserve(static_cast<std::size_t>(status.st_size));
  std::array<char, 65536> piece{};
  // Up to the end rather than up to the recorded size: the file may grow, and those of /proc say 0.
  while (true) {
    const ssize_t count = read(file.get(), piece.data(), piece.size());
    if (count == 0) {
      return content;
    }
    if (count < 0 && errno != EINTR) {
      return problem(cause_of(errno));
    }
    if (count > 0) {
      content.append(piece.data(), static_cast<std::size_t>(count));
      if (content.size() > most) {
        return problem(too_large);
      }
    }
  }
}

void write_file_atomically(const std::filesystem::path& path, std::string_view content) {
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    cannot_write(path, "it is a folder, a file was expected");
  }
  if (exists && !S_ISREG(status.st_mode)) {
    write_straight_into(path, content);
    return;
  }
  if (!path.has_filename()) {
    cannot_write(path, "the name of a file was expected");
  }
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path{"."};
  create_folder(folder, path);
  TemporaryFile file{folder, path};
  if (exists) {
    // The new content keeps the permissions that the old one had.
    fchmod(file.get(), status.st_mode & 07777U);
  }
  int error = write_all(file.get(), content);
  if (error == 0 && fsync(file.get()) != 0) {
    error = errno;
  }
  if (error != 0) {
    cannot_write(path, cause_of(error));
  }
  file.move_to(path);
  flush_folder(folder);
}

}  // namespace assay::base
