// What is mined from random pools against a brute-force search in Python, and what is refused.
#include <assay/base/error.hpp>
#include <assay/examples/mine.hpp>
#include <assay/examples/suite_file.hpp>
#include <assay/hdf5/file.hpp>

#include "run_program.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace assay::examples {
namespace {

using ::testing::HasSubstr;

MineRequest request_of(const std::filesystem::path& pool, const std::filesystem::path& into) {
  MineRequest request;
  request.inputs = {{"image", {pool, "x"}}};
  request.labels = {pool, "y"};
  request.losses = DatasetPlace{pool, "loss"};
  request.probabilities = DatasetPlace{pool, "p"};
  request.count = 5;
  request.into = into;
  return request;
}

std::string refusal(const MineRequest& request) {
  try {
    static_cast<void>(mine(request));
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "it was mined";
}

TEST(mine, equals_a_brute_force_search) {
  const tests::TemporaryFolder folder;
  const auto pools = nlohmann::json::parse(tests::run_script("mine_pools.py", {folder.path().string()}));
  ASSERT_EQ(pools.size(), 12U);
  int quarantined = 0;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    const std::string number = std::to_string(i);
    MineRequest request = request_of(folder / ("pool_" + number + ".h5"), folder / ("mined_" + number + ".h5"));
    request.count = pools[i]["count"];
    if (pools[i]["per_class"] != 0) {
      request.per_class = pools[i]["per_class"].get<std::uint64_t>();
    }
    const Mined mined = mine(request);
    auto chosen = nlohmann::json::array();
    for (const MinedExample& example : mined.examples) {
      chosen.push_back({example.row, base::to_hex(example.id), to_text(example.status)});
      quarantined += example.status == Status::kQuarantined ? 1 : 0;
    }
    EXPECT_EQ(chosen, pools[i]["chosen"]) << "pool " << i;
    EXPECT_EQ(mined.invalid, pools[i]["invalid"].get<std::vector<std::uint64_t>>()) << "pool " << i;
    EXPECT_EQ(mined.duplicates, pools[i]["duplicates"].get<std::uint64_t>()) << "pool " << i;
    // What was written is sound, and in the order of the ranks.
    const ExampleSuite suite = read_suite(request.into);
    ASSERT_EQ(suite.examples.size(), mined.examples.size());
    for (std::size_t rank = 0; rank < suite.examples.size(); ++rank) {
      EXPECT_EQ(suite.examples[rank].fault, "");
      EXPECT_EQ(suite.examples[rank].id, mined.examples[rank].id);
      EXPECT_EQ(suite.examples[rank].source_index, static_cast<std::int64_t>(mined.examples[rank].row));
      EXPECT_EQ(suite.examples[rank].loss_at_add, mined.examples[rank].loss);
    }
  }
  EXPECT_GT(quarantined, 5);
}

TEST(mine, losses_of_a_model_in_this_process) {
  const tests::TemporaryFolder folder;
  static_cast<void>(tests::run_script("mine_pools.py", {folder.path().string()}));
  MineRequest request = request_of(folder / "pool_0.h5", folder / "mined.h5");
  const std::uint64_t rows = hdf5::File::open(folder / "pool_0.h5")->dataset("x")->rows();
  std::vector<double> losses(rows, 0.0);
  losses[rows - 1] = 9;
  request.losses = losses;
  request.count = 1;
  EXPECT_EQ(mine(request).examples.at(0).row, rows - 1);
  losses.pop_back();
  request.losses = losses;
  request.into = folder / "other.h5";
  EXPECT_THAT(refusal(request), HasSubstr(std::to_string(rows - 1) + " losses"));
}

TEST(mine, tags_are_those_of_the_examples_that_are_added) {
  const tests::TemporaryFolder folder;
  const auto pools = nlohmann::json::parse(tests::run_script("mine_pools.py", {folder.path().string()}));
  MineRequest request = request_of(folder / "pool_0.h5", folder / "mined.h5");
  request.count = 2;
  request.tags = {"hardest", "first"};
  static_cast<void>(mine(request));
  request.count = 4;
  request.tags = {"hard"};
  static_cast<void>(mine(request));
  const ExampleSuite suite = read_suite(request.into);
  EXPECT_THAT(suite.tags, ::testing::ElementsAre("hardest", "first", "hard"));
  ASSERT_EQ(suite.examples.size(), 4U);
  EXPECT_THAT(suite.examples[1].tags, ::testing::ElementsAre(0, 1));
  EXPECT_THAT(suite.examples[2].tags, ::testing::ElementsAre(2));
  request.tags = {"twice", "twice"};
  EXPECT_THAT(refusal(request), HasSubstr("the tag twice is given twice"));
}

TEST(mine, refuses_what_cannot_be_meant) {
  const tests::TemporaryFolder folder;
  static_cast<void>(tests::run_script("mine_pools.py", {folder.path().string()}));
  const auto with = [&](auto change) {
    MineRequest request = request_of(folder / "pool_1.h5", folder / "mined.h5");
    change(request);
    return refusal(request);
  };
  EXPECT_THAT(with([](MineRequest& request) { request.count = 0; }), HasSubstr("at least 1"));
  EXPECT_THAT(with([](MineRequest& request) { request.labels.dataset = "loss"; }), HasSubstr("/loss"));
  EXPECT_THAT(with([](MineRequest& request) { request.labels.dataset = "gone"; }), HasSubstr("gone"));
  EXPECT_THAT(with([](MineRequest& request) { request.classes = {"only"}; }), HasSubstr("label"));
  EXPECT_THAT(with([](MineRequest& request) { request.probabilities->dataset = "loss"; }), HasSubstr("/loss"));
  EXPECT_FALSE(std::filesystem::exists(folder / "mined.h5"));
  EXPECT_EQ(with([](MineRequest&) {}), "it was mined");
}

}  // namespace
}  // namespace assay::examples
