#include <assay/base/error.hpp>
#include <assay/base/sha256.hpp>

#include "temporary_folder.hpp"
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace assay::base {
namespace {

std::string digest_of(std::string_view text) {
  Sha256 hash;
  hash.add(text);
  return to_hex(hash.finish());
}

// The vectors of FIPS 180-4's examples and of NIST's page of example values.
TEST(Sha256, KnownVectors) {
  EXPECT_EQ(digest_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest_of(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheDigestOfTheWhole) {
  const std::string text(1'000'000, 'a');
  for (const std::size_t piece :
       {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{4096}}) {
    Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      hash.add(std::string_view{text}.substr(at, piece));
    }
    EXPECT_EQ(to_hex(hash.finish()), digest_of(text)) << piece;
  }
}

TEST(Sha256, StartsAnewAfterFinish) {
  Sha256 hash;
  hash.add("something else");
  static_cast<void>(hash.finish());
  hash.add("abc");
  EXPECT_EQ(to_hex(hash.finish()), digest_of("abc"));
}

TEST(Sha256, MovesWithItsState) {
  Sha256 hash;
  hash.add("ab");
  Sha256 moved{std::move(hash)};
  moved.add("c");
  EXPECT_EQ(to_hex(moved.finish()), digest_of("abc"));
}

TEST(Sha256OfFile, HashesContentOfAnySize) {
  const TemporaryFolder folder;
  // Beyond one piece of reading, and not a multiple of it.
  const std::string text(3'000'017, 'x');
  std::ofstream(folder / "data", std::ios::binary) << text;
  std::ofstream(folder / "empty", std::ios::binary);
  EXPECT_EQ(to_hex(sha256_of_file(folder / "data")), digest_of(text));
  EXPECT_EQ(to_hex(sha256_of_file(folder / "empty")), digest_of(""));
}

TEST(Sha256OfFile, NamesWhatCannotBeRead) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  const auto message_of = [](const std::filesystem::path& path) -> std::string {
    try {
      static_cast<void>(sha256_of_file(path));
    } catch (const InfrastructureError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message_of(folder / "none"), "cannot read " + (folder / "none").string() + ": No such file or directory");
  EXPECT_EQ(message_of(folder.path()), "cannot read " + folder.path().string() + ": it is a folder");
  EXPECT_EQ(message_of(folder / "pipe"), "cannot read " + (folder / "pipe").string() + ": it is not a regular file");
}

}  // namespace
}  // namespace assay::base
