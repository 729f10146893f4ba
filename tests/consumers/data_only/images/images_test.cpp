#include <assay/data_expectation_test.hpp>
#include <assay/measure.hpp>

using Images = assay::DataExpectationTest;

TEST_F(Images, are_bytes) {
  expect({.file = "train", .dataset = "images", .shape = {assay::kAnyLength, 4, 4}, .dtype = "uint8", .unique = true});
}
