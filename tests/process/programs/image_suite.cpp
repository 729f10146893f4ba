// Tests in C++ about images, some of which are out of range.
#include <assay/data_expectation_test.hpp>

using Images = assay::DataExpectationTest;

TEST_F(Images, are_dark) {
  expect({.file = "images.h5", .dataset = "x", .values = {{0, 100}}});
  expect({.file = "images.h5", .dataset = "y", .values = {{0, 100}}});
}
