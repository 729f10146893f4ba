#include <assay/base/error.hpp>
#include <assay/examples/detail/column.hpp>

#include <array>
#include <fstream>
#include <string_view>
#include <utility>

namespace assay::examples::detail {
namespace {

constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";

/// True when the superblock says that a writer has the file open. It stands at 0, 512, 1024, ...
bool left_open(std::ifstream& stream) {
  constexpr std::size_t kFlags = 11;  // place of the flags in superblocks of version 2 and 3
  for (std::streamoff at = 0; at <= 65536; at = at == 0 ? 512 : at * 2) {
    std::array<char, kFlags + 1> head{};
    stream.clear();
    stream.seekg(at);
    if (!stream.read(head.data(), head.size())) {
      return false;
    }
    if (std::string_view(head.data(), kSignature.size()) == kSignature) {
      return head[kSignature.size()] >= 2 && (head[kFlags] & 0x05) != 0;
    }
  }
  return false;
}

/// What a file that HDF5 does not open is, and what to do; empty when nothing is known.
std::string likely_cause(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::array<char, 64> head{};
  stream.read(head.data(), head.size());
  const std::string_view start(head.data(), static_cast<std::size_t>(stream.gcount()));
  if (start.starts_with("version https://git-lfs")) {
    return "; it is a Git LFS pointer, not the file itself: run `git lfs pull`";
  }
  if (start.starts_with("<")) {
    return "; it looks like a web page: the download did not give the file";
  }
  if (left_open(stream)) {
    return "; a program that was writing it ended without closing it: write it again, or repair a copy with "
           "`h5clear -s`";
  }
  return "";
}

}  // namespace

hdf5::File open_file(const std::filesystem::path& path) {
  auto file = hdf5::File::open(path);
  if (!file) {
    std::error_code ignored;
    const bool regular = std::filesystem::is_regular_file(path, ignored);
    throw base::UserError(file.error().message + (regular ? likely_cause(path) : ""));
  }
  return *std::move(file);
}

}  // namespace assay::examples::detail
