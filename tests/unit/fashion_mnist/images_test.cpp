#include <assay/base/error.hpp>
#include <assay/hdf5/file_writer.hpp>

#include <fashion_mnist/images.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace assay::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A folder of its own, gone with its owner.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay_images_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("no folder for temporary files");
    }
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::filesystem::path file() const { return path_ / "fashion_mnist.h5"; }

 private:
  std::filesystem::path path_;
};

hdf5::ElementType integer(std::size_t size) {
  hdf5::ElementType type;
  type.kind = hdf5::ElementKind::kInteger;
  type.size = size;
  return type;
}

/// What one of the four datasets holds: zeros, but for the labels 0, 1, 2, ...
struct Part {
  std::vector<std::uint64_t> shape;
  std::size_t size = 1;
  std::uint8_t first = 0;  ///< first byte
};

struct Parts {
  Part train_images{{3, 28, 28}};
  Part train_labels{{3}};
  Part test_images{{2, 28, 28}};
  Part test_labels{{2}};
};

void write(const std::filesystem::path& file, const Parts& parts) {
  hdf5::FileWriter writer(file);
  const auto add = [&](const std::string& path, const Part& part) {
    std::size_t bytes = part.size;
    for (const std::uint64_t length : part.shape) {
      bytes *= static_cast<std::size_t>(length);
    }
    std::vector<std::byte> content(bytes);
    for (std::size_t i = 0; part.shape.size() == 1 && part.size == 1 && i < bytes; ++i) {
      content[i] = static_cast<std::byte>(i);
    }
    if (part.first != 0) {
      content.at(0) = static_cast<std::byte>(part.first);
    }
    writer.dataset(path, integer(part.size), part.shape, content);
  };
  add("train/images", parts.train_images);
  add("train/labels", parts.train_labels);
  add("test/images", parts.test_images);
  add("test/labels", parts.test_labels);
  writer.commit();
}

std::string refusal_of(const std::filesystem::path& file) {
  try {
    static_cast<void>(read_fashion_mnist(file));
  } catch (const base::UserError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Images, are_read_with_their_labels) {
  const Folder folder;
  Parts parts;
  parts.train_images.first = 200;
  parts.test_labels.first = 9;
  write(folder.file(), parts);
  const FashionMnist read = read_fashion_mnist(folder.file());
  EXPECT_EQ(read.train.count, 3U);
  ASSERT_EQ(read.train.pixels.size(), 3U * 784U);
  EXPECT_EQ(read.train.pixels[0], std::byte{200});
  EXPECT_EQ(read.train.pixels[1], std::byte{0});
  EXPECT_EQ(read.train.labels, (std::vector{std::byte{0}, std::byte{1}, std::byte{2}}));
  EXPECT_EQ(read.test.count, 2U);
  EXPECT_EQ(read.test.labels, (std::vector{std::byte{9}, std::byte{1}}));
}

struct Wrong {
  std::function<void(Parts&)> change;
  std::string says;
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.says; }

class WrongFile : public testing::TestWithParam<Wrong> {};

TEST_P(WrongFile, is_refused_by_name) {
  const Folder folder;
  Parts parts;
  GetParam().change(parts);
  write(folder.file(), parts);
  EXPECT_THAT(refusal_of(folder.file()),
              AllOf(HasSubstr(folder.file().string()), HasSubstr(GetParam().says), HasSubstr("assay_fashion_mnist")));
}

INSTANTIATE_TEST_SUITE_P(Parts, WrongFile,
                         testing::Values(Wrong{[](Parts& parts) { parts.train_images.size = 2; },
                                               "/train/images is of type uint16, expected uint8"},
                                         Wrong{[](Parts& parts) {
                                                 parts.train_images.shape = {3, 28, 27};
                                               },
                                               "/train/images has the shape [3, 28, 27], expected [n, 28, 28]"},
                                         Wrong{[](Parts& parts) {
                                                 parts.test_images.shape = {2, 784};
                                               },
                                               "/test/images has the shape [2, 784]"},
                                         Wrong{[](Parts& parts) {
                                                 parts.test_images.shape = {0, 28, 28};
                                               },
                                               "/test/images has the shape [0, 28, 28]"},
                                         Wrong{[](Parts& parts) { parts.train_labels.shape = {4}; },
                                               "/train/labels has the shape [4], expected [3], one for each image"},
                                         Wrong{[](Parts& parts) { parts.test_labels.first = 10; },
                                               "/test/labels holds the label 10 at row 0, expected 0 to 9"}));

TEST(Images, a_file_that_is_not_there_is_named_with_what_makes_it) {
  const Folder folder;
  EXPECT_THAT(refusal_of(folder.file()), AllOf(HasSubstr(folder.file().string()), HasSubstr("assay_fashion_mnist")));
}

TEST(ImagesDeathTest, a_variable_that_is_not_set_is_named) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";  // a new process, where nobody has read the images yet
  EXPECT_EXIT(
      {
        ::unsetenv("ASSAY_DATA");
        try {
          static_cast<void>(fashion_mnist());
        } catch (const base::UserError& error) {
          std::fprintf(stderr, "%s\n", error.what());
          std::_Exit(3);
        }
        std::_Exit(0);
      },
      testing::ExitedWithCode(3), "ASSAY_DATA is not set; set it to the folder that holds fashion_mnist.h5");
}

}  // namespace
}  // namespace assay::suites
