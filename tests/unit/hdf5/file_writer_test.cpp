// What FileWriter writes is read back by h5py; nothing is left of what was not committed.
#include <assay/base/error.hpp>
#include <assay/hdf5/file_writer.hpp>
#include <assay/hdf5/seal.hpp>

#include "test_support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

namespace assay::hdf5 {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

json read_back(const std::filesystem::path& path) {
  const tests::Outcome outcome = tests::run_script("read_back.py", {path.string()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return json::parse(outcome.output);
}

template <typename T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::size_t entries(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

template <typename T>
void write_numbers(FileWriter& writer, const std::string& path, const std::vector<T>& values) {
  const ElementType type{.kind = std::is_integral_v<T> ? ElementKind::kInteger : ElementKind::kFloat,
                         .size = sizeof(T),
                         .is_signed = std::is_signed_v<T>};
  const std::uint64_t count = values.size();
  writer.dataset(path, type, {&count, 1}, bytes_of(values));
}

TEST(file_writer, writes_every_number_type) {
  const tests::TemporaryFolder folder;
  FileWriter writer(folder / "made/numbers.h5");
  write_numbers<std::int8_t>(writer, "int8", {-128, 127});
  write_numbers<std::uint16_t>(writer, "deep/er/uint16", {0, 65535});
  write_numbers<std::int32_t>(writer, "int32", {-2147483647 - 1, 2147483647});
  write_numbers<std::int64_t>(writer, "int64", {std::numeric_limits<std::int64_t>::min(), 9007199254740993});
  write_numbers<std::uint64_t>(writer, "uint64", {std::numeric_limits<std::uint64_t>::max()});
  write_numbers<float>(writer, "float32", {0.1F, -INFINITY, NAN});
  write_numbers<double>(writer, "float64", {0.1, 1e300});
  const std::uint64_t three = 3;
  const std::vector<std::uint16_t> halves{0x3C00, 0xC100, 0x7BFF};
  writer.dataset("float16", {.kind = ElementKind::kFloat, .size = 2}, {&three, 1}, bytes_of(halves));
  const std::vector<std::uint16_t> brains{0x3F80, 0xC020, 0x7F7F};
  writer.dataset("bfloat16", {.kind = ElementKind::kFloat, .size = 2, .brain_float = true}, {&three, 1},
                 bytes_of(brains));
  const std::vector<std::int8_t> flags{1, 0, 1};
  writer.dataset("bool", {.kind = ElementKind::kBoolean, .size = 1}, {&three, 1}, bytes_of(flags));
  const std::vector<std::int16_t> colours{300, -1, 300};
  writer.dataset("enum",
                 {.kind = ElementKind::kEnum,
                  .size = 2,
                  .is_signed = true,
                  .names = {{"red", std::int64_t{-1}}, {"green", std::int64_t{300}}}},
                 {&three, 1}, bytes_of(colours));
  writer.dataset("fixed", {.kind = ElementKind::kString, .size = 4}, {&three, 1},
                 bytes_of(std::vector<char>{'a', 'b', 0, 0, 0, 0, 0, 0, 'a', 'b', 'c', 'd'}));
  const std::int32_t scalar = -7;
  writer.dataset("scalar", {.kind = ElementKind::kInteger, .size = 4, .is_signed = true}, {},
                 std::as_bytes(std::span(&scalar, 1)));
  const std::vector<std::string> texts{"a", "", "Größe"};
  writer.texts("texts", texts);
  writer.texts("no_texts", {});
  writer.commit();
  EXPECT_EQ(entries(folder / "made"), 1U);

  const json found = read_back(folder / "made/numbers.h5");
  const auto values = [&](const std::string& path) { return found.at(path).at("values"); };
  EXPECT_EQ(values("/int8"), json({"-128", "127"}));
  EXPECT_EQ(found["/int8"]["dtype"], "int8");
  EXPECT_EQ(values("/deep/er/uint16"), json({"0", "65535"}));
  EXPECT_EQ(values("/int32"), json({"-2147483648", "2147483647"}));
  EXPECT_EQ(values("/int64"), json({"-9223372036854775808", "9007199254740993"}));
  EXPECT_EQ(values("/uint64"), json({"18446744073709551615"}));
  EXPECT_EQ(values("/float32"), json({"0.10000000149011612", "-inf", "nan"}));
  EXPECT_EQ(values("/float64"), json({"0.1", "1e+300"}));
  EXPECT_EQ(values("/float16"), json({"1.0", "-2.5", "65504.0"}));
  EXPECT_EQ(found["/float16"]["dtype"], "float16");
  EXPECT_EQ(found["/bfloat16"]["exponent_bits"], 8);
  EXPECT_EQ(values("/bfloat16"), json({"1.0", "-2.5", "3.3895313892515355e+38"}));
  EXPECT_EQ(values("/bool"), json({true, false, true}));
  EXPECT_EQ(found["/enum"]["names"], json({{"red", -1}, {"green", 300}}));
  EXPECT_EQ(values("/enum"), json({"300", "-1", "300"}));
  EXPECT_EQ(values("/fixed"), json({"ab", "", "abcd"}));
  EXPECT_EQ(found["/scalar"]["shape"], json::array());
  EXPECT_EQ(values("/scalar"), json({"-7"}));
  EXPECT_EQ(values("/texts"), json({"a", "", "Größe"}));
  EXPECT_EQ(found["/texts"]["text"], json({"utf-8", nullptr}));
  EXPECT_EQ(found["/no_texts"]["shape"], json::array({0}));
}

TEST(file_writer, stores_as_asked) {
  const tests::TemporaryFolder folder;
  FileWriter writer(folder / "stored.h5");
  std::vector<std::uint16_t> values(7 * 5);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::uint16_t>(i * 1000);
  }
  const std::vector<std::uint64_t> shape{7, 5};
  const ElementType type{.kind = ElementKind::kInteger, .size = 2};
  writer.dataset("plain", type, shape, bytes_of(values));
  writer.dataset("chunks", type, shape, bytes_of(values), {.chunk = {2, 3}});
  writer.dataset("all", type, shape, bytes_of(values), {.chunk = {100, 2}, .deflate = 9, .checksum = true});
  writer.dataset("empty", type, std::vector<std::uint64_t>{0, 5}, {}, {.chunk = {2, 5}, .deflate = 1});
  writer.commit();
  const json found = read_back(folder / "stored.h5");
  EXPECT_EQ(found["/plain"]["chunks"], json(nullptr));
  EXPECT_EQ(found["/chunks"]["chunks"], json({2, 3}));
  EXPECT_EQ(found["/chunks"]["filters"], json::array());
  EXPECT_EQ(found["/all"]["chunks"], json({7, 2})) << "cut to the shape";
  EXPECT_EQ(found["/all"]["filters"], json({2, 1, 3})) << "shuffle, deflate, Fletcher-32";
  EXPECT_EQ(found["/empty"]["shape"], json({0, 5}));
  for (const char* path : {"/plain", "/chunks", "/all"}) {
    EXPECT_EQ(found[path]["values"][34], "34000") << path;
    EXPECT_EQ(found[path]["values"], found["/plain"]["values"]) << path;
  }
}

TEST(file_writer, sets_attributes_of_files_groups_and_datasets) {
  const tests::TemporaryFolder folder;
  FileWriter writer(folder / "attributes.h5");
  write_numbers<std::uint8_t>(writer, "g/x", {1});
  writer.attribute("/", "title", std::string("first"));
  writer.attribute("/", "title", std::string("Größe"));
  writer.attribute("g", "count", std::int64_t{-5});
  writer.attribute("/g/x", "big", std::numeric_limits<std::uint64_t>::max());
  writer.attribute("/g/x", "real", 0.1);
  writer.attribute("/g/x", "flag", true);
  writer.commit();
  const json found = read_back(folder / "attributes.h5");
  EXPECT_EQ(found["/"]["attributes"], json({{"title", {"str", "'Größe'"}}}));
  EXPECT_EQ(found["/g"]["attributes"], json({{"count", {"int64", "-5"}}}));
  EXPECT_EQ(
      found["/g/x"]["attributes"],
      json({{"big", {"uint64", "18446744073709551615"}}, {"flag", {"bool_", "True"}}, {"real", {"float64", "0.1"}}}));
}

TEST(file_writer, makes_equal_bytes_of_equal_content) {
  const tests::TemporaryFolder folder;
  for (const char* name : {"one.h5", "two.h5"}) {
    FileWriter writer(folder / name, "label");
    write_numbers<double>(writer, "g/x", {1, 2, 3});
    writer.attribute("g", "title", std::string("t"));
    writer.commit();
  }
  const std::string bytes = tests::read_bytes(folder / "one.h5");
  EXPECT_EQ(bytes, tests::read_bytes(folder / "two.h5"));
  // Both are made within a second, so that times are looked for as well: bit 5 of an object header's flags (HDF5 file
  // format specification, section IV.A.1.b).
  std::size_t headers = 0;
  for (std::size_t at = bytes.find("OHDR"); at != std::string::npos; at = bytes.find("OHDR", at + 1)) {
    ++headers;
    EXPECT_EQ(bytes.at(at + 5) & 0x20, 0) << "times in the object header at byte " << at;
  }
  EXPECT_EQ(headers, 3U) << "of the root, the group and the dataset";
}

TEST(file_writer, leaves_nothing_without_a_commit) {
  const tests::TemporaryFolder folder;
  {
    FileWriter writer(folder / "never.h5");
    write_numbers<double>(writer, "x", {1});
  }
  EXPECT_EQ(entries(folder.path()), 0U);
  std::ofstream(folder / "old.h5") << "old";
  {
    FileWriter writer(folder / "old.h5");
    write_numbers<double>(writer, "x", {1});
    EXPECT_EQ(tests::read_bytes(folder / "old.h5"), "old") << "until the commit";
    writer.commit();
  }
  EXPECT_EQ(entries(folder.path()), 1U);
  EXPECT_EQ(read_back(folder / "old.h5")["/x"]["values"], json({"1.0"}));
}

template <typename Error, typename Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(file_writer, names_what_cannot_be_written) {
  const tests::TemporaryFolder folder;
  FileWriter writer(folder / "x.h5");
  write_numbers<double>(writer, "x", {1});
  EXPECT_THAT(message_of<base::InfrastructureError>([&] { write_numbers<double>(writer, "x", {1}); }),
              AllOf(HasSubstr("x.h5"), HasSubstr("/x"), HasSubstr("exists")));
  EXPECT_THAT(message_of<base::InfrastructureError>([&] { write_numbers<double>(writer, "x/y", {1}); }),
              HasSubstr("/x/y"));
  EXPECT_THAT(message_of<base::InfrastructureError>([&] { writer.attribute("/no", "a", true); }), HasSubstr("/no"));
  std::filesystem::create_directory(folder / "folder");
  FileWriter to_folder(folder / "folder");
  EXPECT_THAT(message_of<base::InfrastructureError>([&] { to_folder.commit(); }), HasSubstr("folder"));
  std::ofstream(folder / "file") << "x";
  FileWriter below_file(folder / "file/x.h5");
  EXPECT_THAT(message_of<base::InfrastructureError>([&] { below_file.commit(); }), HasSubstr("file/x.h5"));
}

TEST(file_writer, refuses_calls_that_make_no_sense) {
  const tests::TemporaryFolder folder;
  FileWriter writer(folder / "x.h5");
  const ElementType byte{.kind = ElementKind::kInteger, .size = 1};
  const std::vector<std::byte> bytes(6);
  const std::vector<std::uint64_t> shape{2, 3};
  const auto refused = [&](auto call) { return message_of<base::InternalError>(call); };
  EXPECT_THAT(refused([&] { writer.dataset("a", byte, std::vector<std::uint64_t>{7}, bytes); }), HasSubstr("6 bytes"));
  EXPECT_THAT(refused([&] { writer.dataset("b", byte, shape, bytes, {.deflate = 1}); }), HasSubstr("chunks"));
  EXPECT_THAT(refused([&] { writer.dataset("c", byte, shape, bytes, {.chunk = {1}}); }), HasSubstr("chunks"));
  EXPECT_THAT(refused([&] {
                writer.dataset("d", byte, shape, bytes, {.chunk = {1, 1}, .deflate = 10});
              }),
              HasSubstr("0 to 9"));
  EXPECT_THAT(refused([&] { writer.dataset("e", {.kind = ElementKind::kCompound, .size = 1}, shape, bytes); }),
              HasSubstr("compound"));
  EXPECT_THAT(refused([&] { writer.attribute("/", "none", base::Scalar()); }), HasSubstr("no value"));
  writer.commit();
  EXPECT_THAT(refused([&] { writer.commit(); }), HasSubstr("committed before"));
  EXPECT_THAT(refused([&] { writer.attribute("/", "a", true); }), HasSubstr("committed before"));
}

TEST(seal, is_broken_by_any_change) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder / "sealed.h5";
  FileWriter writer(path, "the label");
  write_numbers<std::int32_t>(writer, "x", {1, 2, 3});
  writer.commit();
  EXPECT_EQ(intact_seal(path), "the label");
  const json found = read_back(path);
  EXPECT_EQ(found["/"]["user_block"], 512);
  EXPECT_EQ(found["/x"]["values"], json({"1", "2", "3"}));

  const std::string whole = tests::read_bytes(path);
  // The digest, by another program than ours.
  EXPECT_EQ(whole.substr(0, 13), "assay-seal 1\n");
  const tests::Outcome digest = tests::run({"/usr/bin/python3", "-c",
                                            "import hashlib, sys; "
                                            "print(hashlib.sha256(open(sys.argv[1], 'rb').read()[78:]).hexdigest())",
                                            path.string()});
  EXPECT_EQ(digest.output, whole.substr(13, 65));

  const auto rewritten = [&](const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
    return intact_seal(path);
  };
  for (std::size_t at = 0; at < whole.size(); at += at < 100 ? 1 : 97) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_EQ(rewritten(changed), std::nullopt) << "byte " << at;
  }
  EXPECT_EQ(rewritten(whole + "x"), std::nullopt);
  EXPECT_EQ(rewritten(whole.substr(0, whole.size() - 1)), std::nullopt);
  EXPECT_EQ(rewritten(""), std::nullopt);
  EXPECT_EQ(rewritten(whole), "the label") << "the healthy twin";
  EXPECT_EQ(intact_seal(folder / "no_such.h5"), std::nullopt);
  EXPECT_EQ(intact_seal(folder.path()), std::nullopt);
}

TEST(seal, label_is_one_short_line) {
  const tests::TemporaryFolder folder;
  FileWriter long_label(folder / "x.h5", std::string(434, 'x'));
  EXPECT_THAT(message_of<base::InternalError>([&] { long_label.commit(); }), HasSubstr("433"));
  FileWriter two_lines(folder / "x.h5", "a\nb");
  EXPECT_THAT(message_of<base::InternalError>([&] { two_lines.commit(); }), HasSubstr("one line"));
  FileWriter fits(folder / "x.h5", std::string(433, 'x'));
  fits.commit();
  EXPECT_EQ(intact_seal(folder / "x.h5"), std::string(433, 'x'));
}

}  // namespace
}  // namespace assay::hdf5
