// Whatever h5py wrote is read as it was written, however the blocks are cut.
#include <assay/base/sha256.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/file.hpp>

#include "test_support.hpp"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <thread>

namespace assay::hdf5 {
namespace {

using nlohmann::json;

struct Content {
  std::vector<std::byte> bytes;
  std::vector<std::string> texts;
  std::vector<std::uint64_t> lengths;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> unwritten;
  std::uint64_t rows = 0;
};

void append(const Block& block, std::uint64_t row_elements, Content& content) {
  EXPECT_EQ(block.first_row, content.rows);
  const std::uint64_t offset = content.rows * row_elements;
  std::uint64_t behind = 0;
  for (const auto& [first, end] : block.unwritten) {
    EXPECT_LT(first, end);
    EXPECT_TRUE(behind == 0 ? first >= behind : first > behind) << "ranges are sorted and apart";
    EXPECT_LE(end, block.rows * row_elements);
    behind = end;
    if (!content.unwritten.empty() && content.unwritten.back().second == offset + first) {
      content.unwritten.back().second = offset + end;
    } else {
      content.unwritten.emplace_back(offset + first, offset + end);
    }
  }
  content.bytes.insert(content.bytes.end(), block.bytes.begin(), block.bytes.end());
  content.texts.insert(content.texts.end(), block.texts.begin(), block.texts.end());
  content.lengths.insert(content.lengths.end(), block.lengths.begin(), block.lengths.end());
  content.rows += block.rows;
}

/// Reads one block after the other into the same memory.
Content read_all(const Dataset& dataset, std::uint64_t rows_per_block) {
  Content content;
  BlockSource source(dataset, rows_per_block);
  Block block;
  while (true) {
    auto raw = source.next();
    if (!raw) {
      ADD_FAILURE() << raw.error().message;
      return content;
    }
    if (!raw->has_value()) {
      break;
    }
    const auto done = (*raw)->decode_into(block);
    if (!done) {
      ADD_FAILURE() << done.error().message;
      return content;
    }
    append(block, dataset.row_elements(), content);
  }
  EXPECT_EQ(content.rows, dataset.rows());
  return content;
}

/// Reads all blocks first, then decodes them on four threads, the last one first.
Content read_on_threads(const Dataset& dataset, std::uint64_t rows_per_block) {
  std::vector<RawBlock> raw_blocks;
  BlockSource source(dataset, rows_per_block);
  while (true) {
    auto raw = source.next();
    if (!raw || !raw->has_value()) {
      EXPECT_TRUE(raw.has_value());
      break;
    }
    raw_blocks.push_back(std::move(**raw));
  }
  std::vector<Block> blocks(raw_blocks.size());
  std::vector<std::thread> threads;
  constexpr std::size_t kThreads = 4;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = raw_blocks.size(); i-- > 0;) {
        if (i % kThreads == t) {
          blocks[i] = raw_blocks[i].decode().value();
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  Content content;
  for (const Block& block : blocks) {
    append(block, dataset.row_elements(), content);
  }
  return content;
}

std::string hexadecimal(const std::vector<std::byte>& bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte) >> 4U];
    text += kDigits[std::to_integer<unsigned>(byte) & 15U];
  }
  return text;
}

std::string digest(const std::vector<std::byte>& bytes) {
  base::Sha256 sha256;
  sha256.add(bytes);
  return base::to_hex(sha256.finish());
}

void compare(const Content& content, const json& expected) {
  if (expected.contains("hex")) {
    EXPECT_EQ(hexadecimal(content.bytes), expected["hex"].get<std::string>());
  }
  if (expected.contains("sha256")) {
    EXPECT_EQ(content.bytes.size(), expected["size"].get<std::size_t>());
    EXPECT_EQ(digest(content.bytes), expected["sha256"].get<std::string>());
  }
  if (!expected.contains("size")) {
    EXPECT_TRUE(content.bytes.empty());
  }
  EXPECT_EQ(content.texts, expected.value("texts", std::vector<std::string>()));
  EXPECT_EQ(content.lengths, expected.value("lengths", std::vector<std::uint64_t>()));
  EXPECT_EQ(json(content.unwritten), expected["unwritten"]);
}

const json& expectations() {
  static const json expected_json = json::parse(tests::read_bytes(tests::made_files() / "expected.json"));
  return expected_json;
}

tl::expected<Dataset, Problem> open(const json& expected) {
  const auto file = File::open(tests::made_files() / expected["file"].get<std::string>());
  return file ? file->dataset(expected["dataset"].get<std::string>()) : tl::unexpected(file.error());
}

TEST(contents, are_what_was_written_whatever_the_block_size) {
  ASSERT_GT(expectations().size(), 250U);
  for (const json& expected : expectations()) {
    SCOPED_TRACE(expected["file"].get<std::string>() + ":" + expected["dataset"].get<std::string>());
    const auto dataset = open(expected);
    if (!dataset) {
      ADD_FAILURE() << dataset.error().message;
      continue;
    }
    EXPECT_EQ(dataset->type().name(), expected["dtype"].get<std::string>());
    EXPECT_EQ(dataset->type().unreadable.empty(), dataset->type().kind != ElementKind::kVariable);
    EXPECT_EQ(json(dataset->shape()), expected["shape"]);
    const bool large = expected["file"] == "large.h5";
    for (const std::uint64_t rows :
         large ? std::vector<std::uint64_t>{0} : std::vector<std::uint64_t>{0, 1, 2, 3, 7, 1000}) {
      SCOPED_TRACE("rows per block: " + std::to_string(rows));
      compare(read_all(*dataset, rows), expected);
    }
    if (!large) {
      SCOPED_TRACE("on threads");
      compare(read_on_threads(*dataset, 3), expected);
    }
  }
}

TEST(contents, of_single_rows_are_those_of_the_whole) {
  std::size_t compared = 0;
  for (const json& expected : expectations()) {
    SCOPED_TRACE(expected["file"].get<std::string>() + ":" + expected["dataset"].get<std::string>());
    const auto dataset = open(expected);
    ASSERT_TRUE(dataset.has_value());
    if (expected["file"] == "large.h5" || dataset->rows() < 3) continue;
    const Content whole = read_all(*dataset, 0);
    BlockSource source(*dataset, 1);
    for (const std::uint64_t row : {std::uint64_t{1}, dataset->rows() / 2, dataset->rows() - 1}) {
      source.skip_to(row);
      const auto raw = source.next();
      ASSERT_TRUE(raw.has_value()) << raw.error().message;
      if (!raw->has_value()) continue;  // the same row as before
      const Block block = (*raw)->decode().value();
      if (block.first_row != row) continue;
      const std::size_t size = whole.bytes.size() / dataset->rows();
      const auto first = whole.bytes.begin() + static_cast<std::ptrdiff_t>(row * size);
      EXPECT_EQ(block.bytes, std::vector<std::byte>(first, first + static_cast<std::ptrdiff_t>(size)));
      ++compared;
    }
    EXPECT_FALSE(source.next()->has_value());
    source.skip_to(0);
    EXPECT_FALSE(source.next()->has_value()) << "there is no way back";
  }
  EXPECT_GT(compared, 300U);
}

TEST(contents, outlive_file_and_dataset_objects) {
  std::optional<BlockSource> source;
  {
    const auto file = File::open(tests::made_files() / "shapes.h5");
    ASSERT_TRUE(file.has_value());
    source.emplace(file->dataset("rank1").value());
  }
  const auto raw = source->next();
  source.reset();
  ASSERT_TRUE(raw.has_value() && raw->has_value());
  EXPECT_EQ(hexadecimal((*raw)->decode().value().bytes), "000000000100000002000000");
}

TEST(natural_rows, read_each_chunk_once_and_keep_blocks_small) {
  const auto file = File::open(tests::made_files() / "large.h5");
  ASSERT_TRUE(file.has_value());
  // 1500 rows of 4000 bytes are one chunk of 6 MB: two even parts below 4 MB.
  EXPECT_EQ(BlockSource::natural_rows(file->dataset("long_chunk").value()), 750U);
  // 256 KB hold 65 rows of 4000 bytes.
  EXPECT_EQ(BlockSource::natural_rows(file->dataset("contiguous").value()), 65U);
  // Rows of 4 MB each.
  EXPECT_EQ(BlockSource::natural_rows(file->dataset("vast_chunk").value()), 1U);
  const auto numbers = File::open(tests::made_files() / "numbers.h5");
  ASSERT_TRUE(numbers.has_value());
  EXPECT_EQ(BlockSource::natural_rows(numbers->dataset("int8_little/chunked").value()), 7U) << "never beyond the end";
  const auto indexes = File::open(tests::made_files() / "new_indexes.h5");
  ASSERT_TRUE(indexes.has_value());
  EXPECT_EQ(BlockSource::natural_rows(indexes->dataset("many").value()), 500U);
}

}  // namespace
}  // namespace assay::hdf5
