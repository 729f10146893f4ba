// An HDF5 file from any bytes: its structure, each dataset by every kind of check, and as a suite of examples with
// answers.
#include <assay/base/error.hpp>
#include <assay/examples/predictions.hpp>
#include <assay/examples/suite_file.hpp>
#include <assay/expect/evaluation.hpp>
#include <assay/hdf5/file.hpp>
#include <assay/suite/load.hpp>

#include "input.hpp"
#include "input_file.hpp"

#include <cstdlib>
#include <string>
#include <unistd.h>
#include <utility>
#include <variant>

namespace assay::fuzz {
namespace {

constexpr std::size_t kMostDatasets = 12;

/// Cases that between them read a dataset in every way: elements, rows, order, classes, texts, sorted values.
suite::Suite cases_over_everything() {
  constexpr const char* kText = R"([expect.numbers]
data = "input.h5"
dataset = "x"
exists = true
dtype = "float32"
shape = ["*"]
attributes = { unit = "m", n = 1 }
values = [0, 1]
finite = true
whole = true
mean = [0, 1]
median = [0, 1]
distinct = [0, 9]
unique = true
increasing = "weak"
row_std = [0, 1]
zero_share = [0, 1]
max_class_ratio = 3
axis = { axis = -1, mean = [0, 1] }
outliers = { z = 6 }
[expect.absent]
data = "input.h5"
dataset = "x"
missing = "fill"
where = "x > 0"
missing_share = [0, 1]
sum = [0, 1]
class_share = [0, 1]
[expect.texts]
data = "input.h5"
dataset = "x"
matches = "a.*b"
length = [0, 9]
in_set = ["a", "b"]
unique = true
columns = ["a"]
)";
  const InputFile file(reinterpret_cast<const std::uint8_t*>(kText), std::char_traits<char>::length(kText));
  // A name with a dot is a file whatever is there, so the cases are read without one.
  return suite::load_suite(file.path(), suite::default_tiers());
}

void judge(const std::filesystem::path& file, const std::string& dataset) {
  static const suite::Suite kSuite = cases_over_everything();
  std::vector<expect::Request> requests;
  for (const suite::Case& item : kSuite.cases) {
    expect::Request request{std::get<suite::ExpectCase>(item.body), {{"input.h5", {file}}}};
    request.expectation.dataset.dataset = dataset;
    requests.push_back(std::move(request));
  }
  expect::Evaluation evaluation(std::move(requests));
  for (std::size_t i = 0; i < kSuite.cases.size(); ++i) {
    const std::size_t checks = kSuite.cases[i].check_names().size();
    const auto& results = evaluation.results(i);
    if (results.size() != checks) std::abort();
    for (const base::CheckResult& result : results) {
      // Never a failure that says nothing.
      if (!base::is_good(result.verdict) && result.reason.empty()) std::abort();
    }
  }
}

}  // namespace
}  // namespace assay::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace assay;
  const fuzz::InputFile file(bytes, size);
  std::vector<std::string> datasets{"x"};
  if (const auto opened = hdf5::File::open(file.path())) {
    datasets = opened->dataset_paths(fuzz::kMostDatasets);
    static_cast<void>(opened->attribute("model_id"));
  }
  for (const std::string& dataset : datasets) {
    fuzz::judge(file.path(), dataset);
  }
  try {
    const examples::ExampleSuite suite = examples::read_suite(file.path());
    static_cast<void>(examples::read_inputs(file.path()));
    static_cast<void>(examples::read_predictions(file.path(), suite));
  } catch (const base::UserError&) {  // what a damaged file is to them
  }
  return 0;
}
