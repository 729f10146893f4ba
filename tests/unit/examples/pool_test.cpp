// Pools that h5py wrote, read in parts.
#include <assay/base/error.hpp>
#include <assay/examples/pool.hpp>

#include "run_program.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace assay::examples {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A file with datasets of all sorts: see make_pool.py.
const std::filesystem::path& pool() {
  static const tests::TemporaryFolder folder;
  static const std::filesystem::path file = folder / "pool.h5";
  static const std::string output = tests::run_script("make_pool.py", {file.string()});
  return file;
}

/// The parts put together, and how many rows each had.
struct Parts {
  std::vector<std::uint64_t> rows;
  std::vector<std::byte> bytes;
};

Parts parts_of(const std::string& dataset) {
  Parts parts;
  read_in_parts({pool(), dataset}, [&](const InputColumn& part) {
    parts.rows.push_back(part.shape.front());
    parts.bytes.insert(parts.bytes.end(), part.bytes.begin(), part.bytes.end());
  });
  return parts;
}

template <class Function>
std::string refusal(Function function) {
  try {
    static_cast<void>(function());
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "it was read";
}

TEST(pool, parts_are_whole_rows_in_order_and_bounded) {
  // 150 rows of 1 MiB, each filled with its own number.
  const Parts parts = parts_of("big");
  ASSERT_EQ(parts.bytes.size(), std::size_t{150} << 20U);
  EXPECT_GT(parts.rows.size(), 2U);
  std::uint64_t total = 0;
  for (const std::uint64_t rows : parts.rows) {
    EXPECT_LE(rows, kMostPartBytes >> 20U);
    total += rows;
  }
  EXPECT_EQ(total, 150U);
  for (std::size_t row = 0; row < 150; ++row) {
    ASSERT_EQ(parts.bytes[row << 20U], static_cast<std::byte>(row));
    ASSERT_EQ(parts.bytes[((row + 1) << 20U) - 1], static_cast<std::byte>(row));
  }
}

TEST(pool, a_part_says_type_and_shape) {
  read_in_parts({pool(), "small"}, [](const InputColumn& part) {
    EXPECT_EQ(part.name, "small");
    EXPECT_EQ(part.type.name(), "int16");
    EXPECT_THAT(part.shape, ElementsAre(3U, 2U, 2U));
    EXPECT_EQ(part.bytes.size(), 24U);
  });
}

TEST(pool, without_rows_there_is_one_part_of_none) { EXPECT_THAT(parts_of("empty").rows, ElementsAre(0U)); }

TEST(pool, what_is_no_input_is_refused_by_name) {
  for (const auto& [dataset, words] :
       {std::pair("names", "string"), {"scalar", "scalar"}, {"gone", "gone"}, {"null", "null"}}) {
    EXPECT_THAT(refusal([name = dataset] { return parts_of(name).rows.size(); }),
                ::testing::AllOf(HasSubstr("pool.h5"), HasSubstr(words)));
  }
}

TEST(pool, labels_are_whole_numbers_one_a_row) {
  EXPECT_THAT(read_labels({pool(), "labels"}, 3), ElementsAre(2, 0, 1));
  EXPECT_THAT(refusal([] { return read_labels({pool(), "labels"}, 4); }), HasSubstr("labels has 3 rows, expected 4"));
  EXPECT_THAT(refusal([] { return read_labels({pool(), "floats"}, 3); }), HasSubstr("floats is of type float64"));
}

TEST(pool, class_names_stand_once) {
  EXPECT_THAT(read_class_names({pool(), "names"}), ElementsAre("cat", "dog"));
  EXPECT_THAT(refusal([] { return read_class_names({pool(), "twice"}); }), HasSubstr("\"cat\" twice"));
  EXPECT_THAT(refusal([] { return read_class_names({pool(), "labels"}); }), HasSubstr("expected texts"));
  EXPECT_THAT(refusal([] { return read_class_names({pool(), "no_names"}); }), HasSubstr("no name"));
}

}  // namespace
}  // namespace assay::examples
