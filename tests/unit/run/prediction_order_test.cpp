#include <assay/run/prediction_order.hpp>

#include "temporary_folder.hpp"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>

namespace assay::run {
namespace {

PredictionOrder pool_order() {
  return {.recipe = "lenet",
          .checkpoint = "/c d/model.h5",
          .seed = std::numeric_limits<std::uint64_t>::max(),
          .threads = 3,
          .suite = {},
          .inputs = OrderedDataset{"/p/pool.h5", "train/images"},
          .labels = OrderedDataset{"/p/labels.h5", "y"},
          .probabilities = true,
          .into = "/t/predictions.h5"};
}

TEST(PredictionOrder, ReadsBackAsItWasWritten) {
  const TemporaryFolder folder;
  PredictionOrder suite_order = pool_order();
  suite_order.suite = "/s/hard.h5";
  suite_order.inputs.reset();
  suite_order.labels.reset();
  suite_order.probabilities = false;
  for (const PredictionOrder& order : {pool_order(), suite_order}) {
    write_prediction_order(order, folder.path() / "order.json");
    const auto read = read_prediction_order(folder.path() / "order.json");
    ASSERT_TRUE(read.has_value()) << read.error();
    EXPECT_EQ(*read, order);
  }
}

TEST(PredictionOrder, IsAFileThatOtherProgramsCanRead) {
  const TemporaryFolder folder;
  write_prediction_order(pool_order(), folder.path() / "order.json");
  std::ifstream file(folder.path() / "order.json");
  EXPECT_EQ(nlohmann::json::parse(file), nlohmann::json::parse(R"({"schema": 1, "recipe": "lenet",
    "checkpoint": "/c d/model.h5", "seed": 18446744073709551615, "threads": 3, "suite": "",
    "inputs": {"file": "/p/pool.h5", "dataset": "train/images"}, "labels": {"file": "/p/labels.h5", "dataset": "y"},
    "probabilities": true, "into": "/t/predictions.h5"})"));
}

TEST(PredictionOrder, WhatIsNoOrderIsASentenceThatNamesTheFile) {
  const TemporaryFolder folder;
  const auto error_of = [&](const std::string& content) {
    std::filesystem::remove(folder.path() / "o");
    folder.append("o", content);
    const auto read = read_prediction_order(folder.path() / "o");
    return read ? "it was read" : read.error();
  };
  const std::string head = R"({"schema": 1, "recipe": "r", "checkpoint": "c", "into": "i", "threads": 1, "seed": 0)";
  EXPECT_EQ(error_of(head + R"(, "suite": "s"})"), "it was read");
  for (const std::string& content : {
           std::string("{"),
           std::string("[]"),
           head + "}",                                                            // neither
           head + R"(, "suite": "s", "inputs": {"file": "f", "dataset": "d"}})",  // both
           head + R"(, "suite": "s", "probabilities": 1})",                       // of another type
           head + R"(, "inputs": "f:d"})",
           std::string(R"({"schema": 1, "checkpoint": "c", "into": "i", "suite": "s"})"),
           std::string(R"({"schema": 2, "recipe": "r", "checkpoint": "c", "into": "i", "suite": "s"})"),
       }) {
    EXPECT_THAT(error_of(content), testing::HasSubstr((folder.path() / "o").native())) << content;
  }
  EXPECT_FALSE(read_prediction_order(folder.path() / "missing").has_value());
}

}  // namespace
}  // namespace assay::run
