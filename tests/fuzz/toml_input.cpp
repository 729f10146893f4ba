// Both TOML files from any bytes: read, checked, and asked what cannot be run; data are not looked at.
#include <assay/base/error.hpp>
#include <assay/suite/built.hpp>
#include <assay/suite/detail/project_file.hpp>
#include <assay/suite/detail/suite_file.hpp>
#include <assay/suite/load.hpp>

#include "input.hpp"
#include "input_file.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay;
  const fuzz::InputFile file(bytes, size);
  const auto tiers = suite::default_tiers();
  const suite::detail::ReadSuite read = suite::detail::read_suite(file.path(), tiers);
  for (const suite::Case& item : read.suite.cases) {
    if (item.check_names().size() + suite::unbuilt(item).size() > std::size_t{1} << 30U) std::abort();
  }
  // What is wrong is said with a place in this file, or is about the file as a whole.
  for (const base::Mistake& mistake : read.mistakes) {
    if (mistake.message.empty() || mistake.place.line < 0) std::abort();
  }
  if (suite::detail::read_project(file.path()).project.tiers.empty()) std::abort();
  return 0;
}
