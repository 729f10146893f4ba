#include "suite_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace assay::suite {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""min;
using std::chrono_literals::operator""y;

/// The example of a whole suite file.
constexpr std::string_view kExample = R"([suite]
name = "fashion_mnist"                # default: the folder's name
owner = "vision"
paths = ["models/", "train.cpp"]      # what the suite depends on, for --changed-since and blame

[defaults.expect]                     # any key of a kind, for all its cases
data = "train"

[data]
train = "${ASSAY_DATA}/fashion_mnist.h5"   # name = file, or a glob of shards

[expect.images]                       # kind.name
dataset = "train/images"              # HDF5 path; "table/data.age" names a compound member
tier = "pr"                           # default: the first tier
shape = ["*", 28, 28]
dtype = "uint8"
mean = [60, 90]

[expect.people]                       # a table with many columns or members
dataset = "table/people"
rows = ">= 1000"
[expect.people.of.age]                # check people/age.values
values = [0, 130]

[memorize.lenet]
recipe = "lenet"                      # registered in C++
batch_size = 32
loss_below = 0.01
steps = [8, 120]                      # both ends count: faster than possible is a bug too
wall_time = "20s"

[train.short_run]                     # a recipe, or any program that writes metrics:
command = ["python3", "train.py", "--epochs", "1"]
metrics = "metrics.jsonl"             # {"step": 10, "loss": 2.1, ...} a line

[examples.shirts]
file = "hard/shirts.h5"
accuracy = [0.8, 1]

[behave.shift_by_one]
[resume.mid_epoch]
[determinism.two_runs]
[parity.cpu_cuda]
)";

TEST(LoadSuite, TakesTheExampleOfTheSpecification) {
  const Suite suite = loaded(kExample);
  EXPECT_EQ(suite.name, "fashion_mnist");
  EXPECT_EQ(suite.owner, "vision");
  EXPECT_THAT(suite.paths, ElementsAre("models/", "train.cpp"));
  ASSERT_EQ(suite.data.size(), 1U);
  EXPECT_EQ(suite.data[0].pattern, "${ASSAY_DATA}/fashion_mnist.h5");
  EXPECT_EQ(suite.data[0].place.line, 10);
  std::vector<std::string> names;
  for (const Case& item : suite.cases) {
    names.push_back(suite.full_name(item));
    EXPECT_EQ(item.options.tier, "pr");
  }
  EXPECT_THAT(names,
              ElementsAre("fashion_mnist.expect.images", "fashion_mnist.expect.people", "fashion_mnist.memorize.lenet",
                          "fashion_mnist.train.short_run", "fashion_mnist.examples.shirts",
                          "fashion_mnist.behave.shift_by_one", "fashion_mnist.resume.mid_epoch",
                          "fashion_mnist.determinism.two_runs", "fashion_mnist.parity.cpu_cuda"));
  EXPECT_THAT(suite.cases[0].check_names(), ElementsAre("shape", "dtype", "mean"));
  EXPECT_THAT(suite.cases[1].check_names(), ElementsAre("rows", "age.values"));
  EXPECT_EQ(suite.cases[0].place.line, 12);
  EXPECT_EQ(std::get<ExpectCase>(suite.cases[1].body).dataset.data, "train");
  const auto& lenet = std::get<MemorizeCase>(suite.cases[2].body);
  EXPECT_EQ(lenet.model.recipe, "lenet");
  EXPECT_EQ(lenet.wall_time.most, 20s);
  EXPECT_EQ(lenet.steps, (Bound{std::int64_t{8}, std::int64_t{120}, false, false}));
}

TEST(LoadSuite, TakesEveryOptionOfACase) {
  const Suite suite = loaded(R"([expect.a]
data = "d.h5"
dataset = "x"
finite = true
tier = "nightly"
tags = ["fast", "images"]
timeout = "30s"
device = "cuda"
seed = 9223372036854775807
threads = 4
memory = "4GB"
gpus = 2
isolate = true
retries = 3
env = { RATE = "0.05", EMPTY = "", A = "b" }
xfail = "sensor 3 is wrong"
xfail_until = 2027-03-01
)");
  ASSERT_EQ(suite.cases.size(), 1U);
  const CaseOptions& options = suite.cases[0].options;
  EXPECT_EQ(options.tier, "nightly");
  EXPECT_THAT(options.tags, ElementsAre("fast", "images"));
  EXPECT_EQ(options.timeout, 30s);
  EXPECT_EQ(options.device, Device::kCuda);
  EXPECT_EQ(options.seed, 9223372036854775807U);
  EXPECT_EQ(options.threads, 4U);
  EXPECT_EQ(options.memory, 4'000'000'000U);
  EXPECT_EQ(options.gpus, 2U);
  EXPECT_TRUE(options.isolate);
  EXPECT_EQ(options.retries, 3U);
  EXPECT_THAT(options.env, ElementsAre(Pair("RATE", "0.05"), Pair("EMPTY", ""), Pair("A", "b")));
  EXPECT_EQ(options.xfail, "sensor 3 is wrong");
  EXPECT_EQ(options.xfail_until, std::chrono::sys_days(2027y / 3 / 1));
}

TEST(LoadSuite, TakesWhatAnExpectCaseSaysOfItsData) {
  const Suite suite = loaded(R"([data]
d = "shards_*.h5"
[expect.a]
data = "d"
dataset = "g/x[:, 3]"
missing = [-1, "nan", nan]
where = "k > 0 and not split == 'val'"
sample = { rows = 1000000, seed = 1 }
finite = true
[expect.b]
data = "d"
dataset = "v1.2"
missing = "nan"
sample.pr = { rows = 10 }
sample.nightly = { rows = 20, seed = 2 }
finite = true
[expect.c]
data = "d"
dataset = "x"
missing = "fill"
finite = true
[expect.d]
data = "d"
dataset = "x"
missing = "NA"
finite = true
)");
  ASSERT_EQ(suite.cases.size(), 4U);
  const auto& a = std::get<ExpectCase>(suite.cases[0].body);
  EXPECT_EQ(a.dataset.data, "d");
  EXPECT_EQ(a.dataset.dataset, "g/x");
  EXPECT_EQ(a.dataset.slices.size(), 2U);
  EXPECT_TRUE(a.missing.nan);
  EXPECT_THAT(a.missing.values,
              ElementsAre(base::Scalar(std::int64_t{-1}), base::Scalar(std::string("nan"))));  // a literal in a list
  EXPECT_EQ(a.where->kind, Condition::Kind::kAnd);
  EXPECT_EQ(a.where_text, "k > 0 and not split == 'val'");
  EXPECT_THAT(a.samples, ElementsAre(SampleRule{1000000, 1, ""}));
  const auto& b = std::get<ExpectCase>(suite.cases[1].body);
  EXPECT_EQ(b.dataset.dataset, "v1.2");
  EXPECT_TRUE(b.missing.nan && b.missing.values.empty());
  EXPECT_THAT(b.samples, ElementsAre(SampleRule{10, 0, "pr"}, SampleRule{20, 2, "nightly"}));
  EXPECT_TRUE(std::get<ExpectCase>(suite.cases[2].body).missing.fill);
  EXPECT_THAT(std::get<ExpectCase>(suite.cases[3].body).missing.values, ElementsAre(base::Scalar(std::string("NA"))));
}

TEST(LoadSuite, TakesEveryKeyOfTraining) {
  const Suite suite = loaded(R"([train.run]
command = ["sh", "train.sh", ""]
metrics = "${OUT}/metrics.jsonl"
wall_time = "5m"
stall = "60s"
first_step = "2m"
step_key = "iteration"
exit_code = 3
steps = [20, 40]
gap = { train = "loss", validation = "val_loss", below = 0.5 }
env = { TITLE = "two words; and $HOME" }

[train.run.metric.loss]
first = [2, 3]
last = [0, 0.5]
best = [0, 0.4]
median = [0, 1]
max = [0, 3]
min = [0, 1]
by_step = { "500" = [0, 2], "100" = [0, 2.2] }
diverges_above = 2
patience = 5
plateau = { steps = 200, change = 0.01 }
decreasing = 0.9
reference = { files = ["reference/run_*.jsonl"], band = 4, outside = 0.1 }
from_history = true
required = false

[train.run.metric."val/acc"]
better = "higher"
last = [0.9, 1]

[train.by_recipe]
recipe = "lenet"
metric."@step_time".median = "< 0.1"
)");
  ASSERT_EQ(suite.cases.size(), 2U);
  const auto& run = std::get<TrainCase>(suite.cases[0].body);
  EXPECT_THAT(run.command, ElementsAre("sh", "train.sh", ""));
  EXPECT_EQ(run.wall_time, 5min);
  EXPECT_EQ(run.stall, 60s);
  EXPECT_EQ(run.first_step, 2min);
  EXPECT_EQ(run.step_key, "iteration");
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.gap, (GeneralisationGap{"loss", "val_loss", 0.5}));
  ASSERT_EQ(run.limits.size(), 2U);
  const MetricLimits& loss = run.limits[0];
  EXPECT_EQ(loss.metric, "loss");
  EXPECT_THAT(loss.by_step, ElementsAre(Pair(500U, testing::_), Pair(100U, testing::_)));
  EXPECT_EQ(loss.diverges_above, 2.0);
  EXPECT_EQ(loss.patience, 5U);
  EXPECT_EQ(loss.plateau, (MetricLimits::Plateau{200, 0.01}));
  EXPECT_EQ(loss.reference, (MetricLimits::Reference{{"reference/run_*.jsonl"}, 4, 0.1}));
  EXPECT_TRUE(loss.from_history);
  EXPECT_FALSE(loss.required);
  EXPECT_TRUE(run.limits[1].higher_is_better);
  EXPECT_THAT(suite.cases[0].check_names(),
              ElementsAre("steps", "gap", "loss.first", "loss.last", "loss.best", "loss.median", "loss.max", "loss.min",
                          "loss.by_step", "loss.diverges_above", "loss.plateau", "loss.decreasing", "loss.reference",
                          "loss.from_history", "val/acc.last"));
  EXPECT_EQ(std::get<TrainCase>(suite.cases[1].body).recipe, "lenet");
  EXPECT_THAT(suite.cases[1].check_names(), ElementsAre("@step_time.median"));
}

TEST(LoadSuite, TakesEveryKeyOfTheOtherKinds) {
  const Suite suite = loaded(R"([data]
d = "d.h5"

[memorize.exported]
model = "exported.pt"
loss = "cross_entropy"
optimizer = { name = "adam", lr = 0.001, betas = [0.8, 0.99] }
data = { data = "d", inputs = "x", targets = "y" }
batches = 2
accuracy_above = 0.99
levels = { "0.5" = [1, 20], "0.1" = [3, 60] }
wall_time = { max = "20s", ratio = [0, 1.5] }
seeds = [1, 2, 3]
ladder = ["full", "narrow"]
deployed = { command = ["serve"], predictions = "p.h5" }
checks = { isolation = false, late_rise = 0.5 }

[examples.e]
file = "hard.h5"
recipe = "lenet"
checkpoint = "w.pt"
baseline = "old.h5"
tag = { rare = [0.7, 1], blurred = ">= 0.5" }
negative_flips = [0, 2]
margin = 0.02
per_example = true

[behave.b]
model = "m.pt"
data = "d"
transform = { name = "shift", pixels = 1 }
relation = "invariant"
tolerance = 0.01
rate = [0.99, 1]

[resume.r]
command = ["train"]
resume_command = ["train", "--resume"]
kill_at = 10
tolerance = 0
metric = "loss"

[resume.random]
recipe = "lenet"
kill_at = "random"

[determinism.d]
recipe = "lenet"
runs = 3

[parity.p]
recipe = "lenet"
between = ["threads=1", "threads=2"]
tolerance = 1e-6

[test."Lenet.*"]
tier = "nightly"
timeout = "10m"
)");
  ASSERT_EQ(suite.cases.size(), 7U);
  const auto& memorize = std::get<MemorizeCase>(suite.cases[0].body);
  EXPECT_EQ(memorize.model.model, "exported.pt");
  EXPECT_THAT(memorize.model.loss, ElementsAre(Pair("name", base::Scalar(std::string("cross_entropy")))));
  EXPECT_THAT(memorize.model.optimizer,
              ElementsAre(Pair("name", base::Scalar(std::string("adam"))), Pair("lr", base::Scalar(0.001)),
                          Pair("betas.0", base::Scalar(0.8)), Pair("betas.1", base::Scalar(0.99))));
  EXPECT_THAT(memorize.levels, ElementsAre(Pair(0.5, testing::_), Pair(0.1, testing::_)));
  EXPECT_EQ(memorize.wall_time.most, 20s);
  EXPECT_TRUE(memorize.wall_time.ratio);
  EXPECT_THAT(memorize.seeds, ElementsAre(1U, 2U, 3U));
  EXPECT_EQ(memorize.deployed->predictions, "p.h5");
  EXPECT_THAT(memorize.checks,
              ElementsAre(Pair("isolation", base::Scalar(false)), Pair("late_rise", base::Scalar(0.5))));
  const auto& examples = std::get<ExamplesCase>(suite.cases[1].body);
  EXPECT_EQ(examples.model.checkpoint, "w.pt");
  EXPECT_THAT(examples.tags, ElementsAre(Pair("rare", testing::_), Pair("blurred", testing::_)));
  EXPECT_TRUE(examples.per_example);
  EXPECT_EQ(std::get<BehaveCase>(suite.cases[2].body).relation, BehaveCase::Relation::kInvariant);
  EXPECT_EQ(std::get<ResumeCase>(suite.cases[3].body).kill_at, 10U);
  EXPECT_FALSE(std::get<ResumeCase>(suite.cases[4].body).kill_at);
  EXPECT_EQ(std::get<ComparisonCase>(suite.cases[5].body).runs, 3U);
  EXPECT_THAT(std::get<ComparisonCase>(suite.cases[6].body).between, ElementsAre("threads=1", "threads=2"));
  ASSERT_EQ(suite.test_options.size(), 1U);
  EXPECT_EQ(std::get<TestPattern>(suite.test_options[0].body).pattern, "Lenet.*");
  EXPECT_EQ(suite.test_options[0].options.tier, "nightly");
  EXPECT_EQ(suite.test_options[0].options.timeout, 10min);
}

TEST(LoadSuite, CasesStandInTheOrderOfTheFileAcrossKinds) {
  const Suite suite = loaded(
      "[determinism.z]\n[expect.z]\ndata='d.h5'\ndataset='x'\nfinite=true\n[behave.a]\n[expect.a]\ndata='d.h5'\n"
      "dataset='x'\nstd=1\nmean=1\n");
  std::vector<std::string> names;
  for (const Case& item : suite.cases) {
    names.push_back(std::string(to_text(item.kind)) + "." + item.name);
  }
  EXPECT_THAT(names, ElementsAre("determinism.z", "expect.z", "behave.a", "expect.a"));
  EXPECT_THAT(suite.cases[3].check_names(), ElementsAre("std", "mean"));
}

TEST(LoadSuite, DefaultsHoldUnlessTheCaseSaysOtherwise) {
  const Suite suite = loaded(R"([defaults.expect]
data = "a.h5"
tier = "scheduled"
finite = true
env = { A = "default", B = "default" }
[defaults.train]
metric.loss.max = 1
metric.accuracy.min = 0
[expect.x]
dataset = "x"
[expect.y]
data = "b.h5"
dataset = "y"
tier = "nightly"
values = 1
env = { A = "own" }
[train.t]
recipe = "r"
metric.loss.last = 2
)");
  ASSERT_EQ(suite.cases.size(), 3U);
  EXPECT_THAT(suite.cases[0].check_names(), ElementsAre("finite"));
  EXPECT_EQ(suite.cases[0].options.tier, "scheduled");
  EXPECT_EQ(std::get<ExpectCase>(suite.cases[0].body).dataset.data, "a.h5");
  EXPECT_THAT(suite.cases[1].check_names(), ElementsAre("finite", "values"));
  EXPECT_EQ(suite.cases[1].options.tier, "nightly");
  EXPECT_EQ(std::get<ExpectCase>(suite.cases[1].body).dataset.data, "b.h5");
  EXPECT_THAT(suite.cases[1].options.env, testing::UnorderedElementsAre(Pair("A", "own"), Pair("B", "default")));
  EXPECT_THAT(suite.cases[2].check_names(), testing::UnorderedElementsAre("loss.last", "accuracy.min"));
}

TEST(LoadSuite, NamesInResultsCarryNoSignsOfFilters) {
  const Suite suite = loaded(
      "[train.t]\nrecipe='r'\nmetric.'a*b'.last=1\nmetric.'a?b'.last=1\nmetric.\"a\\tb\".last=1\nmetric.'é:\"'.max="
      "1\n");
  ASSERT_EQ(suite.cases.size(), 1U);
  EXPECT_THAT(suite.cases[0].check_names(), ElementsAre("a_b.last", "a_b.last~2", "a_b.last~3", "é__.max"));
}

TEST(LoadSuite, AFolderGivesANameOfLettersDigitsAndUnderscores) {
  const SuiteFolder folder;
  const auto file = folder.write("my-suite 2é/suite.toml", "");
  EXPECT_EQ(load_suite(file, default_tiers()).name, "my_suite_2__");
}

TEST(LoadSuite, TheFirstTierIsTheDefault) {
  const SuiteFolder folder;
  const auto file = folder.write("suite.toml", "[determinism.a]\n");
  const std::vector<Tier> tiers = {{"quick", {}, {}, Device::kAny, Cadence::kPullRequest}};
  EXPECT_EQ(load_suite(file, tiers).cases.at(0).options.tier, "quick");
}

TEST(LoadSuite, CarriageReturnsAndDottedKeysSayTheSame) {
  const Suite suite = loaded(
      "[data]\r\nd = 'd.h5'\r\n[expect.a]\r\ndata = 'd'\r\n\"dataset\" = 'x'\r\nvalues.in = [\r\n 0, # low\r\n "
      "1,\r\n]\r\n"
      "values.mostly = 0.75\r\n[expect.b]\r\ndata = 'd'\r\ndataset = 'x'\r\n[expect.b.values]\r\nin = [0, 1]\r\nmostly "
      "= "
      "0.75\r\n");
  ASSERT_EQ(suite.cases.size(), 2U);
  Check dotted = std::get<ExpectCase>(suite.cases[0].body).checks.at(0);
  const Check& header = std::get<ExpectCase>(suite.cases[1].body).checks.at(0);
  EXPECT_EQ(dotted.mostly, 0.75);
  dotted.place = header.place;
  EXPECT_EQ(dotted, header);
}

TEST(LoadSuite, TrainingCasesNameTheirChecksAndWhatTheyNeed) {
  const Suite suite = loaded(
      "[memorize.m]\nrecipe='r'\nloss_below=0.1\nsteps=[1, 9]\nwall_time='9s'\nlevels={ \"0.5\"=[1, 5] }\n"
      "checks={ gradients=false, first_loss=0.2, gradient_oracle=false }\n"
      "[examples.e]\nfile='e.h5'\nrecipe='r'\ncheckpoint='train.t'\naccuracy=[0, 1]\ntag={ rare=[0, 1] }\n"
      "[examples.p]\nfile='e.h5'\npredictions='p.h5'\nbaseline='b.h5'\n"
      "[examples.g]\nfile='e.h5'\nrecipe='r'\ncheckpoint='./train.t'\n"
      "[train.t]\nrecipe='r'\n");
  EXPECT_THAT(suite.cases[0].check_names(),
              ElementsAre("three_sets", "data_contract", "axis_probe", "golden_batch", "loss_oracle", "isolation",
                          "modes", "side_effects", "update_oracle", "norm_outputs", "operator_band", "update_ratio",
                          "first_loss", "late_rise", "floor", "evaluation_gap", "dead_units", "memory_growth",
                          "step_cost", "goldens", "loss_below", "steps", "levels.0.5", "wall_time"));
  EXPECT_THAT(suite.cases[1].check_names(), ElementsAre("accuracy", "tag.rare"));
  EXPECT_THAT(suite.cases[2].check_names(), ElementsAre("negative_flips"));
  EXPECT_THAT(suite.cases[3].check_names(), ElementsAre("gates"));
  EXPECT_EQ(suite.cases[1].needs(), "t");
  EXPECT_EQ(suite.cases[1].recipe(), "r");
  EXPECT_EQ(suite.cases[2].needs(), std::nullopt);
  EXPECT_EQ(suite.cases[2].recipe(), "");
  EXPECT_EQ(suite.cases[3].needs(), std::nullopt);
}

}  // namespace
}  // namespace assay::suite
