// The parts that decode chunks, against published vectors and brute force.
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/detail/chunk_grid.hpp>
#include <assay/hdf5/detail/filter_pipeline.hpp>
#include <assay/hdf5/detail/fletcher32.hpp>
#include <assay/hdf5/detail/unshuffle.hpp>
#include <assay/hdf5/file.hpp>

#include "test_support.hpp"
#include <gtest/gtest.h>
#include <hdf5.h>

#include <numeric>
#include <set>

namespace assay::hdf5::detail {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

/// Fletcher-32 by its definition: sums modulo 65535 of big-endian words, an odd byte being a high one.
std::uint32_t plain_fletcher32(const std::string& text) {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto high = static_cast<std::uint64_t>(static_cast<unsigned char>(text[i]));
    const auto low = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    first = (first + high * 256U + low) % 65535U;
    second = (second + first) % 65535U;
  }
  return static_cast<std::uint32_t>(second << 16U | first);
}

TEST(fletcher32, agrees_with_its_definition) {
  // By hand: words 0x6162, 0x6364, 0x6500; sums 0x6162, 0xc4c6, 0x129c6 -> 0x29c7; 0x6162, 0x12628 -> 0x2629, 0x4ff0.
  EXPECT_EQ(fletcher32(bytes_of("abcde")), 0x4ff029c7U);
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    if (i % 97 == 0 || i < 20) {
      // Zero and 65535 are the same number modulo 65535; folding keeps the latter.
      const auto same = [](std::uint32_t half) { return half == 0xffffU ? 0U : half; };
      const std::uint32_t ours = fletcher32(bytes_of(text));
      const std::uint32_t plain = plain_fletcher32(text);
      EXPECT_EQ(same(ours & 0xffffU), plain & 0xffffU) << i;
      EXPECT_EQ(same(ours >> 16U), plain >> 16U) << i;
    }
    text += static_cast<char>(255 - i % 7);
  }
}

TEST(fletcher32, accepts_the_swapped_sums_of_old_hdf5_and_nothing_else) {
  EXPECT_TRUE(fletcher32_matches(bytes_of("abcde"), 0x4ff029c7U));
  EXPECT_TRUE(fletcher32_matches(bytes_of("abcde"), 0xf04fc729U));
  EXPECT_FALSE(fletcher32_matches(bytes_of("abcde"), 0x29c74ff0U));
  EXPECT_FALSE(fletcher32_matches(bytes_of("abcdf"), 0x4ff029c7U));
}

TEST(unshuffle, puts_planes_back_together) {
  for (const std::size_t size : {1U, 2U, 3U, 4U, 7U, 8U, 16U}) {
    for (const std::size_t total : {0U, 1U, 5U, 16U, 37U, 160U}) {
      std::vector<std::byte> plain(total);
      std::vector<std::byte> shuffled(total);
      const std::size_t elements = total / size;
      for (std::size_t i = 0; i < total; ++i) {
        plain[i] = static_cast<std::byte>(i * 37 + 11);
      }
      shuffled = plain;
      for (std::size_t e = 0; e < elements; ++e) {
        for (std::size_t b = 0; b < size; ++b) {
          shuffled[b * elements + e] = plain[e * size + b];
        }
      }
      std::vector<std::byte> target(total);
      unshuffle(shuffled, size, target.data());
      EXPECT_EQ(target, plain) << size << " of " << total;
    }
  }
}

/// Every element of some rows of a slab, by its coordinates.
void expect_runs_cover(const std::vector<std::uint64_t>& shape, const std::vector<std::uint64_t>& chunk,
                       std::uint64_t first_row, std::uint64_t skip, std::uint64_t rows) {
  const auto grid = ChunkGrid::make(shape, chunk);
  ASSERT_TRUE(grid.has_value());
  std::set<std::uint64_t> seen;
  for (std::uint64_t tile = 0; tile < grid->tiles(); ++tile) {
    const auto origin = grid->origin(first_row, tile);
    grid->for_each_run(tile, skip, rows, [&](const ChunkGrid::Run& run) {
      for (std::uint64_t i = 0; i < run.length; ++i) {
        EXPECT_TRUE(seen.insert(run.in_rows + i).second) << "twice";
        // Coordinates from the place in the rows, then the place in the chunk from the coordinates.
        std::uint64_t rest = run.in_rows + i;
        std::vector<std::uint64_t> at(shape.size());
        for (std::size_t d = shape.size(); d-- > 1;) {
          at[d] = rest % shape[d];
          rest /= shape[d];
        }
        at[0] = first_row + skip + rest;
        std::uint64_t in_chunk = 0;
        for (std::size_t d = 0; d < shape.size(); ++d) {
          ASSERT_GE(at[d], origin[d]);
          ASSERT_LT(at[d] - origin[d], chunk[d]);
          in_chunk = in_chunk * chunk[d] + (at[d] - origin[d]);
        }
        EXPECT_EQ(run.in_chunk + i, in_chunk);
      }
    });
  }
  const std::uint64_t row = std::accumulate(shape.begin() + 1, shape.end(), std::uint64_t{1}, std::multiplies<>());
  EXPECT_EQ(seen.size(), rows * row) << "none left out";
}

TEST(chunk_grid, covers_each_element_once) {
  expect_runs_cover({10}, {4}, 4, 1, 3);
  expect_runs_cover({10}, {64}, 0, 2, 8);
  expect_runs_cover({7, 5}, {3, 2}, 3, 0, 3);
  expect_runs_cover({7, 5}, {3, 5}, 3, 1, 2);
  expect_runs_cover({7, 5}, {3, 9}, 6, 0, 1);
  expect_runs_cover({4, 3, 5}, {2, 3, 5}, 2, 1, 1);
  expect_runs_cover({4, 3, 5}, {2, 2, 5}, 0, 0, 2);
  expect_runs_cover({4, 3, 5}, {2, 3, 2}, 0, 1, 1);
  expect_runs_cover({4, 3, 5, 2}, {4, 1, 5, 2}, 0, 1, 3);
  expect_runs_cover({4, 3, 5, 2}, {4, 4, 5, 2}, 0, 0, 4);
}

TEST(chunk_grid, refuses_what_cannot_be_counted) {
  constexpr std::uint64_t kHuge = std::uint64_t{1} << 40U;
  EXPECT_FALSE(ChunkGrid::make({4, kHuge, kHuge}, {1, 1, 1}).has_value());
  EXPECT_FALSE(ChunkGrid::make({4, 4}, {kHuge, kHuge}).has_value());
  EXPECT_FALSE(ChunkGrid::make({4, 4}, {2, 0}).has_value());
  EXPECT_FALSE(ChunkGrid::make({4, 4}, {2}).has_value());
  EXPECT_FALSE(ChunkGrid::make({~std::uint64_t{0}}, {2}).has_value());
  EXPECT_TRUE(ChunkGrid::make({kHuge, 4}, {1, 4}).has_value());
}

TEST(filter_pipeline, knows_what_cannot_be_true_before_memory_is_taken) {
  const FilterPipeline plain;
  EXPECT_FALSE(plain.implausible(100, 100, 0).has_value());
  EXPECT_TRUE(plain.implausible(99, 100, 0).has_value());
  const FilterPipeline deflate({{H5Z_FILTER_DEFLATE, {6}, ""}});
  constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30U;
  EXPECT_FALSE(deflate.implausible(kGigabyte / 1032, kGigabyte, 0).has_value()) << "deflate's best";
  EXPECT_TRUE(deflate.implausible(1000, kGigabyte, 0).has_value());
  EXPECT_TRUE(deflate.implausible(kGigabyte, 100, 0).has_value());
  EXPECT_FALSE(deflate.implausible(100, 100, 1).has_value()) << "skipped";
  EXPECT_TRUE(deflate.implausible(20, 100, 1).has_value());
  const FilterPipeline checksum({{H5Z_FILTER_FLETCHER32, {}, ""}});
  EXPECT_FALSE(checksum.implausible(104, 100, 0).has_value());
  EXPECT_TRUE(checksum.implausible(100, 100, 0).has_value());
}

TEST(partial_chunks, may_be_stored_without_filters) {
  // h5py has no name for this option, so the file is made with HDF5's own calls.
  const tests::TemporaryFolder folder;
  const std::string path = (folder / "partial.h5").string();
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  ASSERT_GE(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110), 0);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const hsize_t size = 10;
  const hsize_t chunk = 4;
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  ASSERT_GE(H5Pset_chunk(creation, 1, &chunk), 0);
  ASSERT_GE(H5Pset_deflate(creation, 6), 0);
  ASSERT_GE(H5Pset_chunk_opts(creation, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS), 0);
  const hid_t dataset = H5Dcreate2(file, "x", H5T_STD_I32LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  std::vector<std::int32_t> values(10);
  std::iota(values.begin(), values.end(), 100);
  ASSERT_GE(H5Dwrite(dataset, H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  hsize_t stored = 0;
  const hsize_t last = 8;
  ASSERT_GE(H5Fflush(file, H5F_SCOPE_GLOBAL), 0);
  ASSERT_GE(H5Dget_chunk_storage_size(dataset, &last, &stored), 0);
  ASSERT_EQ(stored, 16U) << "the last chunk is stored as it is";
  for (const hid_t id : {dataset, creation, space, file, access}) {
    H5Idec_ref(id);
  }
  const auto opened = File::open(path);
  ASSERT_TRUE(opened.has_value());
  BlockSource source(opened->dataset("x").value());
  const auto raw = source.next();
  ASSERT_TRUE(raw.has_value() && raw->has_value());
  const auto block = (*raw)->decode();
  ASSERT_TRUE(block.has_value()) << block.error().message;
  EXPECT_EQ(block->bytes,
            std::vector<std::byte>(std::as_bytes(std::span(values)).begin(), std::as_bytes(std::span(values)).end()));
}

}  // namespace
}  // namespace assay::hdf5::detail
