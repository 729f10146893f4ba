// Suites that are written: read back by h5py, whole or not at all, and no changed byte goes unnoticed.
#include <assay/base/error.hpp>
#include <assay/examples/suite_writer.hpp>

#include "run_program.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <fstream>
#include <sstream>

namespace assay::examples {
namespace {

using ::testing::HasSubstr;

/// Images of 2 by 2 int16 and one float32 a row, made from a first number.
std::vector<InputColumn> inputs_of(std::int16_t first, std::uint64_t rows) {
  InputColumn image{"image", {.kind = hdf5::ElementKind::kInteger, .size = 2, .is_signed = true}, {rows, 2, 2}, {}};
  InputColumn depth{"depth", {.kind = hdf5::ElementKind::kFloat, .size = 4}, {rows}, {}};
  std::vector<std::int16_t> pixels;
  std::vector<float> depths;
  for (std::uint64_t row = 0; row < rows; ++row) {
    for (int i = 0; i < 4; ++i) {
      pixels.push_back(static_cast<std::int16_t>(first + static_cast<int>(row) * 4 + i));
    }
    depths.push_back(0.25F * static_cast<float>(row));
  }
  image.bytes.resize(pixels.size() * sizeof(std::int16_t));
  std::memcpy(image.bytes.data(), pixels.data(), image.bytes.size());
  depth.bytes.resize(depths.size() * sizeof(float));
  std::memcpy(depth.bytes.data(), depths.data(), depth.bytes.size());
  return {image, depth};
}

ExampleSuite suite_of(std::uint64_t rows) {
  ExampleSuite suite;
  suite.name = "written";
  suite.created_at = "2026-11-30T12:00:00.000Z";
  suite.classes = {"cat", "Größe"};
  suite.tags = {"night", "a/b"};
  suite.examples.resize(rows);
  for (std::uint64_t row = 0; row < rows; ++row) {
    suite.examples[row].label = static_cast<std::int64_t>(row % 2);
    suite.examples[row].tags = {static_cast<std::uint32_t>(row % 2)};
  }
  suite.examples[0].status = Status::kXfail;
  suite.examples[0].xfail_until = "2027-01-31";
  suite.examples[0].xfail_reason = "known";
  suite.examples[0].reviewed = true;
  return suite;
}

std::string content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

nlohmann::json read_back(const std::filesystem::path& path) {
  return nlohmann::json::parse(tests::run_script("read_back.py", {path.string()}));
}

template <class Function>
std::string refusal(Function function) {
  try {
    function();
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "it was taken";
}

TEST(suite_writer, h5py_reads_what_was_written) {
  const tests::TemporaryFolder folder;
  const Committed committed = create_suite(folder / "deep/suite.h5", suite_of(3), inputs_of(-2, 3));
  const auto seen = read_back(folder / "deep/suite.h5");
  EXPECT_EQ(seen["user_block"], 512);
  EXPECT_EQ(seen["ids"], seen["ids_computed"]);
  EXPECT_EQ(seen["attributes"]["content_digest"], seen["digest_computed"]);
  EXPECT_EQ(committed.content_digest, seen["digest_computed"]);
  EXPECT_EQ(seen["attributes"]["format"], "assay-suite");
  EXPECT_EQ(seen["attributes"]["format_version"], "1.0");
  EXPECT_EQ(seen["attributes"]["generation"], 1);
  EXPECT_EQ(seen["attributes"]["n_examples"], 3);
  EXPECT_EQ(seen["attributes"]["suite_id"].get<std::string>().size(), 36U);
  EXPECT_EQ(seen["labels"], (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(seen["status"], (std::vector<std::string>{"xfail", "gate", "gate"}));
  EXPECT_EQ(seen["classes"], (std::vector<std::string>{"cat", "Größe"}));
  EXPECT_EQ(seen["tags"], (std::vector<std::string>{"night", "a/b"}));
  EXPECT_EQ(seen["mask"], (std::vector<std::vector<int>>{{1, 0}, {0, 1}, {1, 0}}));
  EXPECT_EQ(seen["until"], (std::vector<std::string>{"2027-01-31", "", ""}));
  EXPECT_EQ(seen["reviewed"], (std::vector<bool>{true, false, false}));
  EXPECT_EQ(seen["first_image"], (std::vector<std::vector<int>>{{-2, -1}, {0, 1}}));
  EXPECT_EQ(seen["checksums"], true);
}

TEST(suite_writer, equal_content_gives_equal_bytes) {
  const tests::TemporaryFolder folder;
  create_suite(folder / "one.h5", suite_of(3), inputs_of(0, 3));
  create_suite(folder / "two.h5", suite_of(3), inputs_of(0, 3));
  EXPECT_EQ(content(folder / "one.h5"), content(folder / "two.h5"));
}

TEST(suite_writer, no_changed_byte_goes_unnoticed) {
  const tests::TemporaryFolder folder;
  const auto path = folder / "suite.h5";
  create_suite(path, suite_of(3), inputs_of(0, 3));
  EXPECT_TRUE(read_suite(path).sealed);
  const std::string sound = content(path);
  for (std::size_t at = 0; at < sound.size(); at += at < 512 ? 7 : sound.size() / 61) {
    std::string changed = sound;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    std::ofstream(path, std::ios::binary | std::ios::trunc) << changed;
    EXPECT_THAT(refusal([&] { static_cast<void>(read_suite(path)); }), HasSubstr("suite.h5")) << "byte " << at;
  }
}

TEST(suite_writer, appending_adds_new_inputs_and_keeps_the_file_before) {
  const tests::TemporaryFolder folder;
  const auto path = folder / "suite.h5";
  create_suite(path, suite_of(3), inputs_of(0, 3));
  const std::string before = content(path);
  ExampleSuite more = suite_of(4);
  more.tags = {"a/b", "rain"};
  const Committed committed = append_to_suite(path, more, inputs_of(0, 4));
  EXPECT_EQ(committed.generation, 2U);
  EXPECT_EQ(committed.added, 1U);
  EXPECT_EQ(committed.already_there, 3U);
  const auto seen = read_back(path);
  EXPECT_EQ(seen["ids"], seen["ids_computed"]);
  EXPECT_EQ(seen["attributes"]["generation"], 2);
  EXPECT_EQ(seen["tags"], (std::vector<std::string>{"night", "a/b", "rain"}));
  EXPECT_EQ(seen["mask"][3], (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(content(path.string() + ".previous"), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2);
  // Nothing new is no new generation.
  EXPECT_EQ(append_to_suite(path, more, inputs_of(0, 4)).generation, 2U);
}

TEST(suite_writer, what_a_suite_must_not_hold_is_refused_and_nothing_is_written) {
  const tests::TemporaryFolder folder;
  const auto path = folder / "suite.h5";
  const auto refused = [&](auto change) {
    ExampleSuite suite = suite_of(3);
    std::vector<InputColumn> inputs = inputs_of(0, 3);
    change(suite, inputs);
    return refusal([&] { create_suite(path, suite, inputs); });
  };
  using Suite = ExampleSuite&;
  using Inputs = std::vector<InputColumn>&;
  EXPECT_THAT(refused([](Suite suite, Inputs) { suite.examples[1].label = 2; }), HasSubstr("label 2 of example 1"));
  EXPECT_THAT(refused([](Suite suite, Inputs) { suite.tags[1] = "night"; }), HasSubstr("\"night\""));
  EXPECT_THAT(refused([](Suite suite, Inputs) { suite.examples[0].xfail_until = "soon"; }), HasSubstr("soon"));
  EXPECT_THAT(refused([](Suite, Inputs inputs) { inputs.clear(); }), HasSubstr("no input"));
  EXPECT_THAT(refused([](Suite, Inputs inputs) { inputs[0].bytes.pop_back(); }), HasSubstr("23 bytes"));
  EXPECT_THAT(refused([](Suite, Inputs inputs) {
                std::fill(inputs[0].bytes.begin(), inputs[0].bytes.end(), std::byte{0});
                std::fill(inputs[1].bytes.begin(), inputs[1].bytes.end(), std::byte{0});
              }),
              HasSubstr("twice"));
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(refused([](Suite, Inputs) {}), "it was taken");
  EXPECT_THAT(refused([](Suite, Inputs) {}), HasSubstr("there already"));
}

TEST(suite_writer, appending_refuses_other_classes_and_inputs) {
  const tests::TemporaryFolder folder;
  const auto path = folder / "suite.h5";
  create_suite(path, suite_of(3), inputs_of(0, 3));
  const std::string before = content(path);
  ExampleSuite other = suite_of(3);
  other.classes = {"cat", "dog"};
  EXPECT_THAT(refusal([&] { append_to_suite(path, other, inputs_of(50, 3)); }), HasSubstr("classes"));
  std::vector<InputColumn> inputs = inputs_of(50, 3);
  inputs.pop_back();
  EXPECT_THAT(refusal([&] { append_to_suite(path, suite_of(3), inputs); }), HasSubstr("inputs"));
  EXPECT_EQ(content(path), before);
}

}  // namespace
}  // namespace assay::examples
