#include <assay/suite/dataset_reference.hpp>

#include "suite_folder.hpp"
#include <gtest/gtest.h>

#include <string>

namespace assay::suite {
namespace {

std::string read(const std::string& text) {
  const auto parsed = parse_dataset_reference(text);
  if (!parsed) {
    return "error: " + parsed.error();
  }
  std::string out = parsed->dataset;
  for (const Slice& slice : parsed->slices) {
    const auto end = [](const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : ""; };
    out += slice.kind == Slice::Kind::kIndex ? "|" + std::to_string(slice.index)
           : slice.kind == Slice::Kind::kEllipsis
               ? "|..."
               : "|" + end(slice.start) + ":" + end(slice.stop) + ":" + std::to_string(slice.step);
  }
  return out;
}

TEST(Selection, IsNumpysBasicSlicing) {
  EXPECT_EQ(read("x"), "x");
  EXPECT_EQ(read("x[3]"), "x|3");
  EXPECT_EQ(read("g/x[:, -3]"), "g/x|::1|-3");
  EXPECT_EQ(read("x[1:5:2,...,:-1,::-1]"), "x|1:5:2|...|:-1:1|::-1");
  EXPECT_EQ(read("x [ 2 : , 1 ]"), "x|2::1|1");
}

TEST(Selection, OtherBracketsBelongToThePath) {
  for (const char* path : {"x[a]", "x[]", "x[1", "x]", "[1]", "a[0]/b", "x[1:2:3:4]", "x[1.5]", "x[1,]", "x[....]",
                           "x[99999999999999999999]"}) {
    EXPECT_EQ(read(path), path);
  }
}

TEST(Selection, WhatCannotBeMeantIsAnError) {
  EXPECT_EQ(read("x[::0]"), "error: the step of a selection must not be 0");
  EXPECT_EQ(read("x[...,...]"), "error: a selection has at most one `...`");
  std::string many = "x[0";
  for (int i = 0; i < 40; ++i) {
    many += ",0";
  }
  EXPECT_EQ(read(many + "]"), "error: a selection has at most 32 parts");
}

}  // namespace
}  // namespace assay::suite
