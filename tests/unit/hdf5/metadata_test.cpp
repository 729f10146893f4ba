// Types, shapes, fill values, attributes and names, without reading elements.
#include <assay/hdf5/file.hpp>

#include "test_support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace assay::hdf5 {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

Dataset dataset(const std::string& file_name, const std::string& path) {
  const auto file = File::open(tests::made_files() / file_name);
  auto found = file ? file->dataset(path) : tl::unexpected(file.error());
  if (!found) {
    throw std::runtime_error(found.error().message);
  }
  return *std::move(found);
}

template <typename T>
std::optional<T> fill_of(const Dataset& dataset) {
  if (!dataset.fill_value() || dataset.fill_value()->size() != sizeof(T)) {
    return std::nullopt;
  }
  T value{};
  std::memcpy(&value, dataset.fill_value()->data(), sizeof(T));
  return value;
}

TEST(path, has_one_leading_slash_however_it_is_asked_for) {
  EXPECT_EQ(dataset("links.h5", "x").path(), "/x");
  EXPECT_EQ(dataset("links.h5", "//group/./y.z/").path(), "/group/y.z");
  EXPECT_EQ(dataset("compounds.h5", "g/contiguous.in.u").path(), "/g/contiguous.in.u");
}

TEST(paths, list_each_dataset_once_in_order) {
  const auto file = File::open(tests::made_files() / "links.h5");
  ASSERT_TRUE(file.has_value());
  // `hard` is the same object as `x`; soft and external links are not followed.
  EXPECT_THAT(file->dataset_paths(), ElementsAre("/group/y.z", "/hard"));
  EXPECT_EQ(File::open(tests::made_files() / "numbers.h5")->dataset_paths(5).size(), 5U);
  EXPECT_THAT(File::open(tests::made_files() / "numbers.h5")->dataset_paths(0), IsEmpty());
}

TEST(shape, of_scalar_null_and_empty_datasets) {
  const Dataset scalar = dataset("shapes.h5", "scalar");
  EXPECT_EQ(scalar.rows(), 1U);
  EXPECT_EQ(scalar.row_elements(), 1U);
  EXPECT_THAT(scalar.shape(), IsEmpty());
  const Dataset null = dataset("shapes.h5", "null");
  EXPECT_FALSE(null.has_space());
  EXPECT_EQ(null.rows(), 0U);
  EXPECT_EQ(null.type().name(), "float32");
  const Dataset no_rows = dataset("shapes.h5", "no_rows");
  EXPECT_EQ(no_rows.rows(), 0U);
  EXPECT_EQ(no_rows.row_elements(), 3U);
  EXPECT_EQ(dataset("shapes.h5", "no_columns").row_elements(), 0U);
  EXPECT_EQ(dataset("types.h5", "array").row_elements(), 6U);
}

TEST(type, of_compounds_has_members_in_order_without_gaps) {
  const ElementType type = dataset("compounds.h5", "g/contiguous").type();
  ASSERT_EQ(type.members.size(), 6U);
  std::vector<std::string> names;
  std::vector<std::size_t> offsets;
  for (const Member& member : type.members) {
    names.push_back(member.name);
    offsets.push_back(member.offset);
  }
  EXPECT_THAT(names, ElementsAre("age", "pos", "in", "tag", "a.b", "points"));
  EXPECT_THAT(offsets, ElementsAre(0U, 1U, 25U, 31U, 34U, 38U));
  EXPECT_EQ(type.size, 58U);
  EXPECT_THAT(type.members[1].shape, ElementsAre(3U));
  EXPECT_EQ(type.members[1].type.name(), "float64");
  EXPECT_EQ(type.members[2].type.members[1].offset, 2U);
}

TEST(type, of_enums_has_names_and_numbers) {
  const ElementType type = dataset("types.h5", "colour").type();
  EXPECT_THAT(type.names, UnorderedElementsAre(std::pair("red", base::Number(std::int64_t{-1})),
                                               std::pair("green", base::Number(std::int64_t{300}))));
  EXPECT_TRUE(type.is_signed);
  EXPECT_EQ(dataset("types.h5", "flag").type().kind, ElementKind::kBoolean);
}

TEST(type, of_what_is_not_read_has_a_descriptive_name) {
  const auto name = [](const char* path) { return dataset("not_readable.h5", path).type().name(); };
  EXPECT_EQ(name("longdouble"), "float128");
  EXPECT_EQ(name("reference"), "reference");
  EXPECT_EQ(name("opaque"), "opaque");
  EXPECT_EQ(name("bitfield"), "bitfield");
  EXPECT_EQ(name("twelve_bits"), "int16 of 12 bits");
  EXPECT_EQ(name("three_bytes"), "int24");
  EXPECT_EQ(name("odd_bias"), "float of 8 exponent and 23 mantissa bits");
}

TEST(fill_value, is_the_files_its_default_or_none) {
  EXPECT_EQ(fill_of<float>(dataset("unwritten.h5", "rows")), -7.0F);
  EXPECT_EQ(fill_of<std::int16_t>(dataset("unwritten.h5", "tiles")), 0x0102) << "big-endian in the file";
  EXPECT_EQ(fill_of<std::int32_t>(dataset("unwritten.h5", "table.b")), 8) << "of the member";
  EXPECT_EQ(fill_of<std::int64_t>(dataset("links.h5", "x")), 0) << "HDF5's default";
  EXPECT_EQ(fill_of<std::int32_t>(dataset("unwritten.h5", "array")), 0) << "one element of an array type";
  EXPECT_FALSE(dataset("unwritten.h5", "never").fill_value().has_value());
  const auto text = dataset("unwritten.h5", "variable_filled").fill_value();
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(text->data()), text->size()), "none");
}

TEST(attribute, is_exact) {
  const Dataset x = dataset("attributes.h5", "x");
  EXPECT_EQ(x.attribute("variable"), base::Scalar(std::string("Größe")));
  EXPECT_EQ(x.attribute("fixed"), base::Scalar(std::string("km")));
  EXPECT_EQ(x.attribute("int16"), base::Scalar(std::int64_t{-3}));
  EXPECT_EQ(x.attribute("big"), base::Scalar(std::uint64_t{9007199254740993}));
  EXPECT_EQ(x.attribute("lowest"), base::Scalar(std::numeric_limits<std::int64_t>::min()));
  EXPECT_EQ(x.attribute("highest"), base::Scalar(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_EQ(x.attribute("half"), base::Scalar(0.5));
  EXPECT_EQ(x.attribute("single"), base::Scalar(static_cast<double>(0.1F)));
  EXPECT_EQ(x.attribute("bool"), base::Scalar(true));
  EXPECT_EQ(x.attribute("one"), base::Scalar(std::int64_t{7}));
  EXPECT_EQ(x.attribute("one_text"), base::Scalar(std::string("t")));
  EXPECT_EQ(x.attribute("colour"), base::Scalar(std::int64_t{-1}));
  EXPECT_EQ(File::open(tests::made_files() / "attributes.h5")->attribute("made_by"), base::Scalar(std::string("h5py")));
}

TEST(attribute, of_another_shape_or_type_is_none) {
  const Dataset x = dataset("attributes.h5", "x");
  for (const char* name : {"two", "empty", "compound", "longdouble", "no_such"}) {
    EXPECT_FALSE(x.attribute(name).has_value()) << name;
  }
}

}  // namespace
}  // namespace assay::hdf5
