#include <assay/base/error.hpp>
#include <assay/base/file_descriptor.hpp>
#include <assay/base/text_file.hpp>
#include <assay/run/capture.hpp>
#include <assay/run/detail/fields.hpp>
#include <assay/run/detail/program_tests.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace assay::run::detail {

namespace {

constexpr std::chrono::seconds kLimit(60);
constexpr std::uint64_t kLargestList = std::uint64_t{256} << 20;

/// A file of its own, removed with it.
class TemporaryFile {
 public:
  TemporaryFile() {
    std::error_code error;
    std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) folder = "/tmp";
    std::string pattern = (folder / "assay-tests-XXXXXX").native();
    const base::FileDescriptor file(::mkostemp(pattern.data(), O_CLOEXEC));
    if (!file) {
      throw base::InfrastructureError(
          fmt::format("no file can be made in {}: {}", folder.native(), std::strerror(errno)));
    }
    path_ = pattern;
  }
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

ProgramTests read_test_list(const std::filesystem::path& file, const std::filesystem::path& program) {
  const auto fail = [&program](const std::string& cause) {
    return base::InfrastructureError(
        fmt::format("{}: its list of C++ tests (--assay_list) cannot be read: {}; is it linked with assay::main?",
                    program.native(), cause));
  };
  const tl::expected<std::string, std::string> text = base::read_text_file(file, kLargestList);
  if (!text) throw fail(text.error());
  const tl::expected<base::detail::Json, std::string> json = base::detail::parse_json(*text);
  if (!json) throw fail(json.error());
  try {
    const Fields fields(*json, "the list");
    require_schema(fields);
    ProgramTests tests;
    for (const base::detail::Json* item : fields.list("tests")) {
      const Fields test(*item, "a test");
      std::string name = test.text("name");
      if (name.empty()) throw FieldError("a test without a name");
      if (const std::string source = test.text("file"); !source.empty()) {
        tests.places.insert_or_assign(name, base::Place{source, test.small_integer("line"), 0});
      }
      tests.names.push_back(std::move(name));
    }
    tests.recipes = fields.texts("recipes");
    return tests;
  } catch (const FieldError& error) {
    throw fail(error.what());
  }
}

ProgramTests ask_for_tests(const std::filesystem::path& program) {
  std::error_code error;
  if (!std::filesystem::exists(program, error)) {
    throw base::InfrastructureError(fmt::format("{} is registered, but not there: build it first", program.native()));
  }
  const TemporaryFile list;
  const tl::expected<Captured, std::string> captured =
      capture({program.native(), "--assay_list=" + list.path().native()}, kLimit);
  if (!captured) throw base::InfrastructureError(captured.error());
  if (captured->status != 0) {
    throw base::InfrastructureError(
        fmt::format("{} was asked for its C++ tests (--assay_list) and ended with status {}; run it by hand to see why",
                    program.native(), captured->status));
  }
  return read_test_list(list.path(), program);
}

}  // namespace assay::run::detail
