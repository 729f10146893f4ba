#include <assay/base/error.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/base/sha256.hpp>

#include <fmt/format.h>
#include <openssl/evp.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace assay::base {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
};

void require(int result) {
  if (result != 1) {
    throw InfrastructureError("OpenSSL cannot compute SHA-256 on this machine");
  }
}

[[noreturn]] void cannot_read(const std::filesystem::path& path, std::string_view cause) {
  throw InfrastructureError(fmt::format("cannot read {}: {}", path.string(), cause));
}

std::string cause_of(int error) { return std::generic_category().message(error); }

}  // namespace

struct Sha256::State {
  std::unique_ptr<EVP_MD_CTX, FreeContext> context{EVP_MD_CTX_new()};

  void start() const { require(context ? EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) : 0); }
};

Sha256::Sha256() : state_(std::make_unique<State>()) { state_->start(); }
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::span<const std::byte> bytes) {
  require(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()));
}

void Sha256::add(std::string_view text) { add(std::as_bytes(std::span{text.data(), text.size()})); }

Digest Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned length = 0;
  require(EVP_DigestFinal_ex(state_->context.get(), bytes.data(), &length));
  Digest digest{};
  if (length != digest.size()) {
    throw InternalError(fmt::format("SHA-256 gave {} bytes instead of {}", length, digest.size()));
  }
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::byte>(bytes[i]);
  }
  state_->start();
  return digest;
}

std::string to_hex(const Digest& digest) {
  std::string text;
  text.reserve(2 * digest.size());
  for (const std::byte byte : digest) {
    text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  }
  return text;
}

Digest sha256_of_file(const std::filesystem::path& path) {
  // Non-blocking, so that a named pipe without a writer is refused instead of waited for.
  const FileDescriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!file) {
    cannot_read(path, cause_of(errno));
  }
  struct stat status {};
  if (fstat(file.get(), &status) != 0) {
    cannot_read(path, cause_of(errno));
  }
  if (!S_ISREG(status.st_mode)) {
    cannot_read(path, S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a regular file");
  }
  Sha256 hash;
  std::vector<std::byte> piece(std::size_t{1} << 20U);
  while (true) {
    const ssize_t count = read(file.get(), piece.data(), piece.size());
    if (count == 0) {
      return hash.finish();
    }
    if (count > 0) {
      hash.add(std::span{piece}.first(static_cast<std::size_t>(count)));
    } else if (errno != EINTR) {
      cannot_read(path, cause_of(errno));
    }
  }
}

}  // namespace assay::base
