#include "suite_folder.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace assay::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// A case of an exported model with these lines for its loss, optimizer and data.
std::string model(const std::string& lines) { return "[memorize.a]\nmodel = 'm'\n" + lines + "\n"; }

/// A case that is right, to be put beside what is wrong.
const std::string kHealthy = "[expect.ok]\ndata = 'd.h5'\ndataset = 'x'\nfinite = true\n";

TEST(Mistakes, AHealthySuiteHasNone) { EXPECT_THAT(mistakes_of(kHealthy), IsEmpty()); }

TEST(Mistakes, OfTheFileAsAWhole) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"[expects.a]\nvalues = 1\n", "1:2: unknown key `expects`; did you mean `expect`?"},
      {"[suite]\nowners = 'v'\n", "2:1: unknown key `suite.owners`; did you mean `owner`?"},
      {"[suite]\nname = 'my suite'\n", "2:8: the suite's name `my suite` must be letters, digits and `_` only"},
      {"[suite]\nname = ''\n", "2:8: `suite.name` must be a name, not an empty text"},
      {"[suite]\nname = 3\n", "2:8: `suite.name` must be a name, not the number 3"},
      {"[suite]\npaths = 'models/'\n", "2:9: `suite.paths` must be a list of paths, not the text \"models/\""},
      {"suite = 1\n", "1:9: `suite` must be a table { name, owner, paths }, not the number 1"},
      {"train = 1\n", "1:9: `train` must be a table of named cases, not the number 1"},
      {"[expect]\na = 3\n", "2:5: `expect.a` must be a table of checks, not the number 3"},
      {"[[expect.a]]\n", "`expect.a` must be a table of checks, not a list of 1"},
      {"[expect.my-case]\ndata = 'd.h5'\ndataset = 'x'\nfinite = true\n", "1:9: the name `my-case` must be letters"},
      {"[expect.\"\"]\ndata = 'd.h5'\ndataset = 'x'\nfinite = true\n", "1:9: the name `` must be letters"},
      {"[defaults.expects]\n", "1:11: unknown key `defaults.expects`; did you mean `expect`?"},
      {"[defaults.expect]\nmeen = 1\n", "2:1: unknown key `defaults.expect.meen`; did you mean `mean`?"},
      {"[defaults.expect]\nmean = [2, 1]\n", "2:8: `defaults.expect.mean`: the low end 2"},
      {"[defaults.expect]\ntier = 'nightl'\n", "2:8: `defaults.expect.tier`: there is no tier `nightl`; did you mean"},
      {"[data]\nspare = 'd.h5'\n", "2:9: `data.spare` is used by no case; remove it or name it in a case"},
      {"[data]\nd = 3\n", "2:5: `data.d` must be a file, or a glob of shards, not the number 3"},
      {"[data]\nd = ''\n", "2:5: `data.d` must be a file"},
      {"[data]\nmy-data = 'd.h5'\n", "2:1: the name `my-data` must be letters"},
      {"[data]\nd = \"a\\u0000b\"\n", "2:5: `data.d` must be a file, or a glob of shards without NUL"},
      {"[test.\"A.*\"]\nvalues = 1\n", "2:1: unknown key `test.A.*.values`"},
      {"[expect.ok]\n", "2:1: not TOML"},  // the healthy case below has this name
  };
  for (const auto& [text, part] : wrong) {
    const auto mistakes = mistakes_of(text + kHealthy);
    EXPECT_THAT(mistakes, testing::SizeIs(1)) << text;
    EXPECT_THAT(mistakes, testing::Contains(HasSubstr(part))) << text;
  }
}

TEST(Mistakes, OfTheOptionsOfACase) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"tier = 'nightl'", "4:8: `expect.a.tier`: there is no tier `nightl`; did you mean `nightly`?"},
      {"tier = 'weekly_gpu'", "`weekly_gpu`; known are `pr`, `scheduled`, `nightly`"},
      {"tags = 'fast'", "4:8: `expect.a.tags` must be a list of words"},
      {"timeout = '5 minutes'", "4:11: `expect.a.timeout` must be a duration above zero"},
      {"timeout = 30", "4:11: `expect.a.timeout` must be a duration above zero"},
      {"device = 'gpu'", "4:10: `expect.a.device` must be \"cpu\", \"cuda\" or \"any\", not the text \"gpu\""},
      {"seed = -1", "4:8: `expect.a.seed` must be a whole number of at least 0"},
      {"threads = 0", "4:11: `expect.a.threads` must be a whole number from 1 to"},
      {"memory = 4", "4:10: `expect.a.memory` must be a number of bytes"},
      {"memory = '4 bananas'", "4:10: `expect.a.memory` must be a number of bytes"},
      {"gpus = 1.5", "4:8: `expect.a.gpus` must be a whole number"},
      {"isolate = 'yes'", "4:11: `expect.a.isolate` must be true or false"},
      {"retries = -1", "4:11: `expect.a.retries` must be a whole number"},
      {"env = { A = 1 }", "4:13: `expect.a.env.A` must be a text, not the number 1"},
      {"env = { \"A=B\" = '1' }", "4:9: `expect.a.env.A=B`: the name of a variable must not"},
      {"xfail = true", "4:9: `expect.a.xfail` must be the reason, as text"},
      {"xfail = ''", "4:9: `expect.a.xfail` must be the reason, as text, not an empty text"},
      {"xfail = 'x'\nxfail_until = '2027-03-01'", "5:15: `expect.a.xfail_until` must be a date without quotes"},
      {"xfail = 'x'\nxfail_until = 2027-03-01T00:00:00", "5:15: `expect.a.xfail_until` must be a date"},
      {"xfail_until = 2027-03-01", "4:15: `expect.a`: `xfail_until` needs `xfail` beside it"},
      {"where = 'x =< 3'", "4:12: `expect.a.where`: expected one of =="},
      {"where = 3", "4:9: `expect.a.where` must be a condition"},
      {"missing = []", "4:11: `expect.a.missing` must be a list of at least one value"},
      {"missing = { nan = true }", "4:11: `expect.a.missing` must be \"nan\", \"fill\", a value or a list"},
      {"sample = { rows = 0 }", "4:19: `expect.a.sample.rows` must be a whole number of at least 1"},
      {"sample = { seed = 1 }", "4:10: `expect.a.sample` needs the key `rows`"},
      {"sample.prr = { rows = 1 }", "`expect.a.sample.prr`: there is no tier `prr`; did you mean `pr`?"},
      {"of = 3", "4:6: `expect.a.of` must be a table of columns"},
      {"of.age = {}", "`expect.a.of.age` has no check"},
      {"of.age.valeus = 1", "4:8: unknown key `expect.a.of.age.valeus`; did you mean `values`?"},
      {"Mean = 1", "4:1: unknown key `expect.a.Mean`; did you mean `mean`?"},
  };
  for (const auto& [line, part] : wrong) {
    EXPECT_THAT(mistakes_of_check(line + "\nfinite = true"), ElementsAre(HasSubstr(part))) << line;
  }
  EXPECT_THAT(mistakes_of_check("xfail = 'x'\nxfail_until = 1999-01-01\nfinite = true"), IsEmpty());  // in the past
}

TEST(Mistakes, ACaseNeedsDataADatasetAndACheck) {
  EXPECT_THAT(mistakes_of("[expect.a]\n"), ElementsAre(StartsWith("1:1: `expect.a` needs the key `data`"),
                                                       StartsWith("1:1: `expect.a` needs the key `dataset`"),
                                                       StartsWith("1:1: `expect.a` has no check")));
  EXPECT_THAT(mistakes_of_check("tags = ['x']"), ElementsAre(StartsWith("1:1: `expect.a` has no check")));
  EXPECT_THAT(mistakes_of_check("of.age.values = 1"), IsEmpty());
  EXPECT_THAT(mistakes_of_check("valeus = 1"), ElementsAre(HasSubstr("did you mean `values`?")));  // nothing more
}

TEST(Mistakes, DataMustBeDeclaredOrAFile) {
  const std::string rest = "dataset = 'x'\nfinite = true\n";
  EXPECT_THAT(mistakes_of("[data]\ntrain = 'd.h5'\n[expect.a]\ndata = 'trian'\n" + rest +
                          "[expect.b]\ndata = 'train'\n" + rest),
              ElementsAre("4:8: `expect.a.data`: \"trian\" is neither a name under [data] nor a file; did you mean "
                          "`train`?"));
  EXPECT_THAT(mistakes_of("[expect.a]\ndata = 'train'\n" + rest), ElementsAre(HasSubstr("nor a file; there is none")));
  EXPECT_THAT(mistakes_of("[expect.a]\ndata = 'train.h5'\n" + rest), IsEmpty());
  EXPECT_THAT(mistakes_of("[expect.a]\ndata = 'sub/train'\n" + rest), IsEmpty());
  const SuiteFolder folder;
  folder.write("train", "");
  const auto file = folder.write("suite.toml", "[expect.a]\ndata = 'train'\n" + rest);
  EXPECT_NO_THROW((void)load_suite(file, default_tiers()));
}

TEST(Mistakes, EveryWayToNameDataIsAUse) {
  const std::string head = "[data]\nd = 'd.h5'\n[expect.a]\ndata = 'c.h5'\ndataset = 'x'\n";
  for (const char* use : {"disjoint_from = { data = 'd', dataset = 'x' }", "equals = { data = 'd', dataset = 'x' }",
                          "equals = { in = { data = 'd', dataset = 'x' } }", "drift = { from = 'd', psi = 0.1 }",
                          "correlation = { with = { data = 'd', dataset = 'x' }, in = 1 }",
                          "of.age.below = { data = 'd', dataset = 'x' }"}) {
    EXPECT_THAT(mistakes_of(head + use + "\n"), IsEmpty()) << use;
  }
  EXPECT_THAT(mistakes_of(head + "equals = 'd'\n"), ElementsAre(HasSubstr("2:5: `data.d` is used by no case")));
  EXPECT_THAT(mistakes_of("[data]\nd = 'd.h5'\n[behave.b]\ndata = 'd'\n"), IsEmpty());
  EXPECT_THAT(mistakes_of("[data]\nd = 'd.h5'\n[memorize.m]\nmodel='m'\nloss='mse'\noptimizer='adam'\ndata = 'd'\n"),
              IsEmpty());
  EXPECT_THAT(mistakes_of("[data]\nd = 'd.h5'\n[defaults.expect]\ndata = 'd'\n"), IsEmpty());
}

TEST(Mistakes, DataMayBeNamedByCppTestsAlone) {
  EXPECT_THAT(mistakes_of("[data]\nd = 'd.h5'\n[test.\"Images.*\"]\ntimeout = '1m'\n"), IsEmpty());
}

TEST(Mistakes, AllOfAFileAtOnce) {
  EXPECT_THAT(mistakes_of(R"([suite]
name = "T36"

[data]
d = "d.h5"

[expect.a]
data = "d"
dataset = "x"
valeus = [0, 1]

[expect.b]
data = "d"
dataset = "x"
mean = [2, 1]

[expect.e]
data = "d"
dataset = "x"
increasing = "always"
)"),
              ElementsAre(StartsWith("10:1: unknown key"), StartsWith("15:8: `expect.b.mean`"),
                          StartsWith("20:14: `expect.e.increasing`")));
}

TEST(Mistakes, OfDefaultsAreReportedOnce) {
  EXPECT_THAT(mistakes_of("[defaults.expect]\ndata = 'd.h5'\nmean = [2, 1]\nwrong = 1\ntier = 'x'\n"
                          "[expect.a]\ndataset = 'x'\n[expect.b]\ndataset = 'x'\n[expect.c]\ndataset = 'x'\nstd = 1\n"),
              ElementsAre(StartsWith("3:8: `defaults.expect.mean`"), StartsWith("4:1: unknown key"),
                          StartsWith("5:8: `defaults.expect.tier`: there is no tier `x`")));
}

TEST(Mistakes, OfTrainingAndTheOtherKinds) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"[train.a]\n", "1:1: `train.a` needs `recipe`, or `command` with `metrics`"},
      {"[train.a]\nrecipe = 'r'\ncommand = ['x']\nmetrics = 'm'\n",
       "3:11: `train.a` takes `recipe` or `command`, not both"},
      {"[train.a]\ncommand = ['x']\n", "2:11: `train.a`: `command` needs `metrics` beside it"},
      {"[train.a]\ncommand = 'x'\nmetrics = 'm'\n", "2:11: `train.a.command` must be a list of a program"},
      {"[train.a]\ncommand = []\nmetrics = 'm'\n", "2:11: `train.a.command` must be a list of a program"},
      {"[train.a]\ncommand = ['']\nmetrics = 'm'\n", "2:11: `train.a.command`: the program's name is empty"},
      {"[train.a]\nrecipe = 'r'\nstal = '5s'\n", "3:1: unknown key `train.a.stal`; did you mean `stall`?"},
      {"[train.a]\nrecipe = 'r'\nexit_code = 256\n", "3:13: `train.a.exit_code` must be a whole number from 0 to 255"},
      {"[train.a]\nrecipe = 'r'\ngap = { train = 'l', below = 1 }\n", "3:7: `train.a.gap` needs the key `validation`"},
      {"[train.a]\nrecipe = 'r'\nmetric.loss.lats = 1\n",
       "3:13: unknown key `train.a.metric.loss.lats`; did you mean `last`?"},
      {"[train.a]\nrecipe = 'r'\nmetric.loss.by_step = { x = 1 }\n",
       "`train.a.metric.loss.by_step.x`: the key must be a step"},
      {"[train.a]\nrecipe = 'r'\nmetric.loss = 1\n", "3:15: `train.a.metric.loss` must be a table of limits"},
      {"[train.a]\nrecipe = 'r'\nmetric.loss.reference = { files = [] }\n",
       "must be a list of files, not an empty list"},
      {"[memorize.a]\n", "1:1: `memorize.a` needs `recipe`, or `model` with `loss`"},
      {"[memorize.a]\nrecipe = 'r'\nloss = 'mse'\n", "3:8: `memorize.a`: `loss` needs `model` beside it"},
      {model("loss = 'mse'\noptimizer = { name = 'adam', weight_decy = 0.1 }\ndata = 'd.h5'"),
       "4:44: `memorize.a.optimizer`: adam has no option `weight_decy`; did you mean `weight_decay`? (it has lr, "
       "weight_decay, betas, eps, amsgrad)"},
      {model("loss = 'mse'\noptimizer = { name = 'adam', momentum = 0.9 }\ndata = 'd.h5'"),
       "adam has no option `momentum`"},
      {model("loss = 'mse'\noptimizer = { name = 'adam', beta = [0.9, 0.99] }\ndata = 'd.h5'"),
       "adam has no option `beta`; did you mean `betas`?"},
      {model("loss = 'mse'\noptimizer = { name = 'adam', betas = [0.9] }\ndata = 'd.h5'"), "`betas` is a list of two"},
      {model("loss = 'mse'\noptimizer = { name = 'adam', betas = 0.9 }\ndata = 'd.h5'"), "`betas` is a list of two"},
      {model("loss = 'mse'\noptimizer = { name = 'adam', betas = [0.9, 1] }\ndata = 'd.h5'"),
       "4:38: `memorize.a.optimizer`: `betas.1` must be a number from 0 to below 1, not 1"},
      {model("loss = 'mse'\noptimizer = { name = 'adam', lr = -1 }\ndata = 'd.h5'"),
       "`lr` must be a number above 0, not -1"},
      {model("loss = 'mse'\noptimizer = { name = 'adam', lr = nan }\ndata = 'd.h5'"), "a number above 0, not nan"},
      {model("loss = 'mse'\noptimizer = { name = 'adam', amsgrad = 1 }\ndata = 'd.h5'"),
       "must be true or false, not 1"},
      {model("loss = 'mse'\noptimizer = 'sgd'\ndata = 'd.h5'"), "4:13: `memorize.a.optimizer`: needs `lr`"},
      {model("loss = 'mse'\noptimizer = { name = 'sgd', lr = 1, nesterov = true }\ndata = 'd.h5'"),
       "`nesterov` needs a `momentum` above 0"},
      {model("loss = 'mse'\noptimizer = { lr = 1 }\ndata = 'd.h5'"),
       "needs `name`: sgd, adam, adamw, rmsprop, adagrad"},
      {model("loss = 'cross_entrop'\noptimizer = 'adam'\ndata = 'd.h5'"),
       "3:8: `memorize.a.loss`: `name` must be cross_entropy, mse, mae, bce_with_logits, not cross_entrop; did you "
       "mean "
       "`cross_entropy`?"},
      {model("loss = { name = 'cross_entropy', label_smoothing = 1 }\noptimizer = 'adam'\ndata = 'd.h5'"),
       "`label_smoothing` must be a number from 0 to below 1"},
      {model("loss = { name = 'mse', label_smoothing = 0.1 }\noptimizer = 'adam'\ndata = 'd.h5'"),
       "mse has no option `label_smoothing` (it has none)"},
      {model("loss = 'mse'\noptimizer = 'adam'\ndata = { data = 'd.h5', target = 'y' }"),
       "5:34: `memorize.a.data`: unknown key `target`; did you mean `targets`?"},
      {model("loss = 'mse'\noptimizer = 'adam'\ndata = { inputs = 'x' }"), "5:8: `memorize.a.data`: needs `data`"},
      {model("loss = 'mse'\noptimizer = 'adam'\ndata = { data = 'd.h5', layout = 'nchw' }"),
       "`layout` must be hw, hwc, chw, flat, not nchw"},
      {model("loss = 'mse'\noptimizer = 'adam'\ndata = { data = 'd.h5', scale = 0 }"),
       "`scale` must be a number above 0"},
      {model("loss = 'mse'\noptimizer = 'adam'\ndata = { data = 'd.h5', dtype = 'int64', scale = 2 }"),
       "`scale` makes no whole numbers"},
      {"[memorize.a]\nrecipe = 'r'\nchecks = { isolaton = false }\n",
       "unknown key `memorize.a.checks.isolaton`; did you mean `isolation`?"},
      {"[memorize.a]\nrecipe = 'r'\nlevels = { \"1.5\" = 1 }\n",
       "`memorize.a.levels.1.5`: the key must be a number from 0 to 1"},
      {"[memorize.a]\nrecipe = 'r'\ndeployed = { command = ['x'] }\n", "3:12: `memorize.a.deployed` needs `model`, or"},
      {"[examples.a]\n", "1:1: `examples.a` needs the key `file`"},
      {"[examples.a]\nfile = 'f.h5'\nmodel = 'm'\npredictions = 'p.h5'\n", "takes `model` or `predictions`, not both"},
      {"[examples.a]\nfile = 'f.h5'\ncheckpoint = 'c'\n", "3:14: `examples.a`: `checkpoint` needs `recipe` beside it"},
      {"[examples.a]\nfile = 'f.h5'\nrecipe = 'r'\n", "`recipe` needs `checkpoint` beside it"},
      {"[train.long]\nrecipe = 'r'\n[examples.a]\nfile = 'f.h5'\nrecipe = 'r'\ncheckpoint = 'train.lang'\n",
       "6:14: `examples.a.checkpoint`: there is no case `train.lang` in this suite; did you mean `train.long`?"},
      {"[train.t]\nrecipe = 'r'\n[examples.a]\nfile = 'f.h5'\nrecipe = 's'\ncheckpoint = 'train.t'\n",
       "3:1: examples.a: its recipe is `s`, but the checkpoint of train.t is of the recipe `r`"},
      {"[memorize.a]\nrecipe = 'r'\nchecks = { three_sets = 0.5 }\n",
       "3:10: `memorize.a`: `checks.three_sets` must be true, false; it is exact, not 0.5"},
      {"[memorize.a]\nrecipe = 'r'\nchecks = { floor = -1 }\n",
       "`checks.floor` must be true, false or a positive number, its tolerance, not -1"},
      {"[memorize.a]\nrecipe = 'r'\nchecks = { floor = inf }\n", "not inf"},
      {"[memorize.a]\nrecipe = 'r'\nchecks = { floor = 'yes' }\n", "not yes"},
      {"[memorize.a]\nrecipe = 'r'\naccuracy_above = 1\n",
       "no accuracy is above 1; for every sample right write 0.999"},
      {"[memorize.a]\nrecipe = 'r'\nlevels = { \"1\" = [1, 2] }\n", "a level is a part of the first loss"},
      {"[behave.a]\nrelation = 'invariance'\n", "2:12: `behave.a.relation` must be \"invariant\""},
      {"[resume.a]\nkill_at = 'never'\n", "2:11: `resume.a.kill_at` must be \"random\""},
      {"[determinism.a]\nruns = 1\n", "2:8: `determinism.a.runs` must be a whole number of at least 2"},
      {"[parity.a]\nbetween = ['cpu']\n", "2:11: `parity.a.between` must be a list of two sides, not a list of 1"},
  };
  for (const auto& [text, part] : wrong) {
    EXPECT_THAT(mistakes_of(text), ElementsAre(HasSubstr(part))) << text;
  }
  EXPECT_THAT(mistakes_of("[memorize.a]\nmodel = 'm'\n"),
              ElementsAre("2:9: `memorize.a`: `model` needs `loss` beside it",
                          "2:9: `memorize.a`: `model` needs `optimizer` beside it",
                          "2:9: `memorize.a`: `model` needs `data` beside it"));
}

TEST(Mistakes, AMisspeltKindDoesNotMakeItsDataUnused) {
  EXPECT_THAT(
      mistakes_of("[data]\nd = 'd.h5'\nspare = 'd.h5'\n[expects.a]\ndata = 'd'\ndataset = 'x'\nfinite = true\n"),
      ElementsAre(HasSubstr("`data.spare`"), HasSubstr("did you mean `expect`?")));
}

}  // namespace
}  // namespace assay::suite
