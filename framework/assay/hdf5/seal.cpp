#include <assay/base/error.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/base/sha256.hpp>
#include <assay/hdf5/detail/seal_block.hpp>
#include <assay/hdf5/seal.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <span>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace assay::hdf5 {
namespace {

constexpr std::string_view kFirstLine = "assay-seal 1\n";
constexpr std::size_t kDigestDigits = 64;
// Where the digested bytes begin: behind the line with the digest.
constexpr std::size_t kDigestedFrom = kFirstLine.size() + kDigestDigits + 1;

/// Digest of the bytes from `kDigestedFrom` on; none when they cannot be read.
std::optional<std::string> digest_of_rest(int descriptor) {
  base::Sha256 sha256;
  std::vector<std::byte> buffer(std::size_t{1} << 20U);
  off_t at = kDigestedFrom;
  while (true) {
    const ssize_t got = pread(descriptor, buffer.data(), buffer.size(), at);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return got < 0 ? std::nullopt : std::optional(base::to_hex(sha256.finish()));
    }
    sha256.add(std::span<const std::byte>(buffer.data(), static_cast<std::size_t>(got)));
    at += got;
  }
}

}  // namespace

std::optional<std::string> intact_seal(const std::filesystem::path& path) {
  const base::FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  std::array<char, kSealBytes> block{};
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      pread(file.get(), block.data(), block.size(), 0) != static_cast<ssize_t>(block.size())) {
    return std::nullopt;
  }
  const std::string_view text(block.data(), block.size());
  const std::string_view rest = text.substr(kDigestedFrom);
  const std::size_t end = rest.find('\n');
  if (!text.starts_with(kFirstLine) || text[kDigestedFrom - 1] != '\n' || end == std::string_view::npos ||
      digest_of_rest(file.get()) != text.substr(kFirstLine.size(), kDigestDigits)) {
    return std::nullopt;
  }
  return std::string(rest.substr(0, end));
}

void detail::seal(std::span<char> file, const std::string& label) {
  if (kDigestedFrom + label.size() + 1 > kSealBytes || label.find('\n') != std::string::npos ||
      file.size() < kSealBytes) {
    throw base::InternalError("the label of a seal is one line of at most " +
                              std::to_string(kSealBytes - kDigestedFrom - 1) + " bytes");
  }
  std::fill_n(file.begin(), kSealBytes, '\0');
  std::copy(label.begin(), label.end(), file.begin() + kDigestedFrom);
  file[kDigestedFrom + label.size()] = '\n';
  base::Sha256 sha256;
  sha256.add(std::as_bytes(file.subspan(kDigestedFrom)));
  const std::string head = std::string(kFirstLine) + base::to_hex(sha256.finish()) + "\n";
  std::copy(head.begin(), head.end(), file.begin());
}

}  // namespace assay::hdf5
