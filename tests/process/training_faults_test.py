"""Faults in training code and in what it leaves: each is caught by the right case, which says where; healthy twins pass."""
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import unittest

import h5py
import numpy

from command import ASSAY, CommandTest, run_assay, run_suite

PROGRAM = os.environ["ASSAY_TRAINING_SUITE"]
MEMORIZE = '[suite]\nname = "t"\n[defaults.memorize]\nloss_below = 0.05\nsteps = [3, 200]\n'
TRAIN = '[suite]\nname = "t"\n[train.short]\nrecipe = "healthy"\n'


class TrainingTest(CommandTest):
    """A suite in a folder of its own, with the program of recipes registered for it."""

    def suite(self, text):
        path = self.write("suite.toml", text)
        self.write("build/assay/suites/t.json", json.dumps({"schema": 1, "suite": "t", "file": str(path), "program": PROGRAM}))

    def run_cases(self, text, *arguments, environment=None):
        self.suite(text)
        arguments = arguments if "--filter" in arguments else (*arguments, "--filter", "-*.test.*")
        return run_suite(self.folder, "--build", "build", *arguments, environment=environment)

    def curve(self, outcome, name):
        (curve,) = outcome.entries[name]["curves"]
        return curve["points"]


class Memorisation(TrainingTest):
    FAULTS = {
        "optimizer_misses_norm": ({"three_sets"}, ["norm.weight", "norm.bias"]),
        "no_zero_grad": ({"gradient_oracle"}, ["at step 1", "zero_grad"]),
        "shuffles_labels": ({"data_contract", "floor", "loss_below", "steps"}, ["at step 1 batch 0", "labels shuffled"]),
        "double_softmax": ({"floor", "loss_below", "steps"}, ["0.7437", "double softmax"]),
        "rate_times_thousand": ({"late_rise", "evaluation_gap"}, ["step 13", "above the first loss"]),
        "late_divergence": ({"late_rise", "evaluation_gap"}, ["above the first loss"]),
        "nan_loss": ({"gradients", "loss_below", "steps"}, ["the loss is nan at step 5"]),
        "nan_gradient": ({"gradients", "loss_below", "steps"}, ["at step 3", "fc1.weight"]),
        "throws": ({"loss_below", "steps"}, ["at step 2", "no such column: price"]),
    }

    def test_each_fault_fails_its_case_and_says_where(self):
        healthy = ["healthy", "dropout"]
        text = MEMORIZE + "".join(f'[memorize.{name}]\nrecipe = "{name}"\n' for name in [*healthy, *self.FAULTS])
        outcome = self.run_cases(text)
        self.assertEqual(outcome.exit, 1, outcome.stderr)
        for name in healthy:
            self.assertEqual(outcome.entries[f"t.memorize.{name}"]["verdict"], "passed")
        for name, (checks, words) in self.FAULTS.items():
            case = f"t.memorize.{name}"
            with self.subTest(name):
                self.assertEqual(outcome.entries[case]["verdict"], "failed")
                failed = {entry.rpartition("/")[2] for entry, verdict in outcome.verdicts().items()
                          if entry.startswith(case + "/") and verdict == "failed"}
                self.assertEqual(failed, checks)
                said = " ".join(outcome.text(f"{case}/{check}") for check in checks)
                for word in words:
                    self.assertIn(word, said)
                self.assertIn("[seed 0]", said)
        # What the checks found stands above the goals, and one sentence once.
        case = outcome.stdout.partition("✗ t.memorize.double_softmax failed")[2].partition("reproduce:")[0]
        self.assertLess(case.index("floor: "), case.index("loss_below: "))
        self.assertEqual(case.count("steps per second"), 1)
        self.assertRegex(case, r"\n    expected  < 0\.05\n")
        self.assertNotIn("finding more", outcome.stdout)

    def test_a_step_that_hangs_is_ended_and_the_others_still_run(self):
        outcome = self.run_cases(MEMORIZE + '[memorize.hangs]\nrecipe = "hangs"\nwall_time = "4s"\n'
                                 '[memorize.after]\nrecipe = "healthy"\nwall_time = "1m"\n')
        self.assertEqual(outcome.exit, 1)
        self.assertEqual(outcome.entries["t.memorize.hangs"]["verdict"], "timeout")
        self.assertIn("wall_time of 4 s", outcome.text("t.memorize.hangs"))
        self.assertIn("phase fit, after step 5", outcome.text("t.memorize.hangs"))
        self.assertEqual(outcome.entries["t.memorize.hangs/wall_time"]["verdict"], "failed")
        self.assertEqual(len(self.curve(outcome, "t.memorize.hangs")), 5)
        self.assertEqual(outcome.entries["t.memorize.after"]["verdict"], "passed")

    def test_a_sleep_in_the_step_uses_up_the_wall_time(self):
        outcome = self.run_cases(MEMORIZE + '[memorize.sleeps]\nrecipe = "sleeps"\nwall_time = "2s"\n'
                                 '[memorize.healthy]\nrecipe = "healthy"\nwall_time = "1m"\n')
        self.assertEqual(outcome.exit, 1)
        self.assertEqual([name for name in outcome.not_good() if outcome.verdicts()[name] == "failed"],
                         [f"t.memorize.sleeps{check}" for check in ["", "/loss_below", "/steps", "/wall_time"]])
        self.assertRegex(outcome.text("t.memorize.sleeps/wall_time"), r"wall_time of 2 s was used up after \d steps .* steps per second")

    def test_a_hang_is_ended_without_the_runner_too(self):
        self.suite(MEMORIZE + '[memorize.hangs]\nrecipe = "hangs"\nwall_time = "4s"\n')
        done = subprocess.run([PROGRAM, "--assay_suite=suite.toml", "--gtest_filter=t.memorize.hangs"], cwd=self.folder,
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("suite.toml:6: Failure", done.stderr)
        self.assertIn("after step 5", done.stderr)

    def test_a_step_that_dies_crashes_its_case_alone(self):
        outcome = self.run_cases(MEMORIZE + '[memorize.dies]\nrecipe = "dies"\n[memorize.after]\nrecipe = "healthy"\n')
        self.assertEqual(outcome.entries["t.memorize.dies"]["verdict"], "crashed")
        self.assertIn("step 5", outcome.text("t.memorize.dies"))
        self.assertEqual(outcome.entries["t.memorize.after"]["verdict"], "passed")

    def test_what_a_step_does_to_its_process_is_told_of_the_right_case(self):
        hostile = ["leaks", "exits", "forks", "sets_threads", "sets_default_type", "seeds"]
        text = MEMORIZE + "".join(f'[memorize.{name}]\nrecipe = "{name}"\n[memorize.after_{name}]\nrecipe = "healthy"\n'
                                  for name in hostile)
        outcome = self.run_cases(text)
        self.assertEqual(outcome.exit, 1, outcome.stderr)
        verdicts = outcome.verdicts()
        for name in hostile:
            self.assertEqual(verdicts[f"t.memorize.after_{name}"], "passed", name)
        self.assertEqual(verdicts["t.memorize.exits"], "crashed")
        self.assertIn("step 5", outcome.text("t.memorize.exits"))
        self.assertEqual(verdicts["t.memorize.leaks/memory_growth"], "failed")
        self.assertIn("bytes or more behind", outcome.text("t.memorize.leaks/memory_growth"))
        for name, words in {"sets_threads": "step 5 changed the number of LibTorch's threads of the whole process from 1 to 3",
                            "sets_default_type": "step 5 changed the default floating-point type",
                            "seeds": "step 5 changed the seed of the default random numbers"}.items():
            self.assertEqual(verdicts[f"t.memorize.{name}/side_effects"], "failed", name)
            self.assertIn(words, outcome.text(f"t.memorize.{name}/side_effects"))
        # A child that is left is ended with its worker, and told of the case that ran last in it.
        self.assertRegex(outcome.stdout + outcome.stderr, r"left a process running, which Assay ended:\s+training_suite")

    def test_one_seed_gives_the_same_losses_bit_for_bit(self):
        text = MEMORIZE + '[memorize.a]\nrecipe = "healthy"\nseed = 3\n[memorize.b]\nrecipe = "dropout"\nseed = 3\n'
        first = self.run_cases(text)
        second = self.run_cases(text)
        other = self.run_cases(text, "--seed", "4")
        for case in ["t.memorize.a", "t.memorize.b"]:
            points = self.curve(first, case)
            self.assertGreater(len(points), 20)
            self.assertEqual([step for step, _ in points], list(range(1, len(points) + 1)))
            self.assertEqual(points, self.curve(second, case))
            self.assertNotEqual(points, self.curve(other, case))

    def test_the_command_of_a_failure_repeats_it(self):
        text = MEMORIZE + '[memorize.a]\nrecipe = "no_zero_grad"\nseed = 11\n[memorize.b]\nrecipe = "healthy"\n'
        first = self.run_cases(text)
        command = shlex.split(first.entries["t.memorize.a"]["reproduce"])
        self.assertEqual(command[:2], ["assay", "run"])
        self.assertEqual(command[-2:], ["--seed", "11"])
        (self.folder / "results.json").unlink()
        again = run_assay(*command[1:], "--json", "results.json", "--no-history", folder=self.folder)
        self.assertEqual(again.exit, 1)
        self.assertEqual(set(again.entries) & {"t.memorize.a", "t.memorize.b"}, {"t.memorize.a"})
        name = "t.memorize.a/gradient_oracle"
        self.assertEqual(again.text(name), first.text(name))
        self.assertEqual(self.curve(again, "t.memorize.a"), self.curve(first, "t.memorize.a"))

    def test_each_seed_is_a_run_and_a_failure_names_it(self):
        outcome = self.run_cases(MEMORIZE + '[memorize.a]\nrecipe = "optimizer_misses_norm"\nseeds = [1, 2]\n')
        self.assertEqual([curve["name"] for curve in outcome.entries["t.memorize.a"]["curves"]],
                         ["loss, seed 1", "loss, seed 2"])
        said = [failure["message"] for failure in outcome.entries["t.memorize.a/three_sets"]["failures"]]
        self.assertEqual([message[:8] for message in said], ["seed 1: ", "seed 2: "])

    def test_a_recipe_that_is_not_there_is_refused(self):
        outcome = self.run_cases(MEMORIZE + '[memorize.a]\nrecipe = "helthy"\n')
        self.assertEqual(outcome.exit, 2)
        self.assertIn("suite.toml:6:1: memorize.a: the recipe `helthy` is not registered in", outcome.stderr)
        self.assertIn("did you mean `healthy`?", outcome.stderr)
        shutil.rmtree(self.folder / "build")
        without = run_suite(self.folder)
        self.assertEqual(without.exit, 2)
        self.assertIn("needs a program of the suite", without.stderr)

    def test_fixtures_in_cpp(self):
        self.suite('[suite]\nname = "t"\n')
        outcome = run_suite(self.folder, "--build", "build", "--filter", "*Training*:*Healthy*")
        verdicts = {name.rpartition("test.")[2]: entry["verdict"] for name, entry in outcome.entries.items() if "/" not in name}
        self.assertEqual(verdicts, {"Training.by_name": "passed", "Healthy.by_type": "passed", "Training.misses_norm": "failed",
                                    "Training.hangs": "timeout", "Training.mistakes": "failed"})
        self.assertEqual(outcome.entries["t.test.Healthy.by_type/wall_time"]["verdict"], "passed")
        self.assertEqual(outcome.entries["t.test.Training.misses_norm/three_sets"]["verdict"], "failed")
        self.assertIn("norm.weight", outcome.text("t.test.Training.misses_norm/three_sets"))
        said = outcome.text("t.test.Training.mistakes")
        self.assertNotIn("Failed", said)
        shown = outcome.stdout.partition("✗ t.test.Training.mistakes failed")[2]
        self.assertRegex(shown, r"\n  line \d+: memorize\(\): which recipe\?")
        self.assertEqual(shown.count("training_suite.cpp"), 1)
        for words in ["which recipe?", "there is no recipe helthy; this program has", "9 is greater than 3"]:
            self.assertIn(words, said)


class TrainingRuns(TrainingTest):
    def test_metrics_and_measures_are_limited(self):
        outcome = self.run_cases(TRAIN + 'steps = 30\n[train.short.metric.loss]\nlast = [0, 0.5]\nfirst = [1, 2]\n'
                                 '[train.short.metric.validation_loss]\nlast = [0, 1]\n[train.short.metric."@wall_time"]\nlast = [0, 60]\n')
        self.assertEqual(outcome.not_good(), [], outcome.stdout)
        self.assertIn("t.train.short/@wall_time.last", outcome.entries)
        self.assertEqual(len(self.curve(outcome, "t.train.short")), 30)
        measured = {metric["name"] for metric in outcome.entries["t.train.short"]["metrics"]}
        self.assertLessEqual({"@first_step", "@step_time", "@steps_per_second", "@wall_time", "@cpu_time", "@peak_memory"}, measured)

    def test_what_it_wrote_is_kept_where_it_was_asked_for(self):
        self.run_cases(TRAIN, "--out", "out")
        folder = self.folder / "out/files/t.train.short"
        lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
        self.assertEqual([line["step"] for line in lines if "loss" in line], list(range(1, 31)))
        shutil.copy(folder / "checkpoint.h5", self.folder / "first.h5")
        self.run_cases(TRAIN, "--out", "out")
        self.assertEqual((folder / "checkpoint.h5").read_bytes(), (self.folder / "first.h5").read_bytes())

    def test_a_run_that_stops_fails_and_leaves_nothing_to_use(self):
        outcome = self.run_cases('[suite]\nname = "t"\n[train.short]\nrecipe = "nan_loss"\n[train.throws]\nrecipe = "throws"\n'
                                 '[examples.e]\nfile = "hard.h5"\nrecipe = "nan_loss"\ncheckpoint = "train.short"\n')
        self.assertEqual(outcome.exit, 2, "hard.h5 is not there")
        self.write("hard.h5", "never opened")
        outcome = run_suite(self.folder, "--build", "build", "--filter", "-*.test.*")
        self.assertEqual(outcome.exit, 1)
        self.assertIn("training stopped: the loss is nan at step 6", outcome.text("t.train.short"))
        self.assertIn("no such column: price", outcome.text("t.train.throws"))
        self.assertEqual(outcome.entries["t.examples.e/gates"]["verdict"], "not_run")
        self.assertIn("train.short left no checkpoint", outcome.text("t.examples.e/gates"))

    def test_a_run_past_its_wall_time_is_ended(self):
        outcome = self.run_cases('[suite]\nname = "t"\n[train.a]\nrecipe = "hangs"\nwall_time = "5s"\n')
        self.assertEqual(outcome.entries["t.train.a"]["verdict"], "timeout")
        self.assertIn("after step 5", outcome.text("t.train.a"))


class HardExamples(TrainingTest):
    """Trains, mines the hardest examples of a pool with the checkpoint, and replays them."""

    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(5)
        self.labels = numpy.arange(200) % 4
        self.pool = random.integers(0, 128, (200, 8))
        self.pool[numpy.arange(200), self.labels] += 120
        self.data("pool.h5", x=self.pool.astype("uint8"), y=self.labels)
        self.assertEqual(self.run_cases(TRAIN, "--out", "out").exit, 0)
        self.checkpoint = self.folder / "healthy.h5"
        shutil.copy(self.folder / "out/files/t.train.short/checkpoint.h5", self.checkpoint)

    def mine(self, into, *arguments, recipe="healthy", labels="pool.h5:y"):
        done = run_assay("mine", "--recipe", recipe, "--checkpoint", self.checkpoint, "--build", "build", "--inputs", "pool.h5:x",
                         "--labels", labels, "--count", "50", "--into", into, "--no-label-check", "--json", *arguments, folder=self.folder)
        self.assertEqual(done.exit, 0, done.stderr)
        return json.loads(done.stdout)

    def examples(self, *lines, **overrides):
        keys = {"file": "hard.h5", "recipe": "healthy", "checkpoint": "train.short", **overrides}
        return TRAIN + "[examples.hard]\n" + "".join(f'{key} = "{value}"\n' for key, value in keys.items() if value) + "".join(
            line + "\n" for line in lines)

    def test_mined_examples_are_the_hardest_and_replay_as_the_model_answers(self):
        mined = self.mine("hard.h5")
        losses = [example["loss"] for example in mined["examples"]]
        self.assertEqual(losses, sorted(losses, reverse=True))
        self.assertEqual([example["id"] for example in self.mine("again.h5")["examples"]],
                         [example["id"] for example in mined["examples"]])
        replayed = run_assay("replay", "hard.h5", "--recipe", "healthy", "--checkpoint", self.checkpoint, "--build", "build", "--json",
                             folder=self.folder)
        answers = json.loads(replayed.stdout)["examples"]
        right = sum(answer["outcome"] == "pass" for answer in answers)
        outcome = self.run_cases(self.examples("accuracy = [0, 1]"))
        self.assertEqual(outcome.exit, 0, outcome.stdout + outcome.stderr)
        metrics = {metric["name"]: metric["value"] for metric in outcome.entries["t.examples.hard/accuracy"]["metrics"]}
        self.assertEqual((metrics["pass"], metrics["accuracy"]), (right, right / 50))

    def test_a_checkpoint_is_written_before_it_is_used_whatever_the_order(self):
        self.mine("hard.h5")
        lines = self.examples("accuracy = [0, 1]").splitlines()
        trained = lines.index("[train.short]")
        backwards = "\n".join([*lines[:trained], *lines[trained + 2:], *lines[trained:trained + 2]]) + "\n"
        for arguments in [(), ("--filter", "*.hard"), ("--shard", "1/2", "--filter", "-*.test.*")]:
            outcome = self.run_cases(backwards, *arguments)
            self.assertEqual(outcome.exit, 0, outcome.stdout + outcome.stderr)
            self.assertIn("t.train.short", outcome.entries)
            self.assertEqual(outcome.entries["t.examples.hard/accuracy"]["verdict"], "passed")

    def test_an_accuracy_outside_of_its_range_names_the_examples(self):
        self.mine("hard.h5")
        outcome = self.run_cases(self.examples("accuracy = 0.5001", checkpoint="./healthy.h5"))
        self.assertEqual(outcome.exit, 1)
        failure = outcome.entries["t.examples.hard/accuracy"]["failures"][0]
        self.assertIn("expected 0.5001", failure["message"])
        for offender in failure["offenders"]:
            self.assertRegex(offender["value"], r"^it is \d, the answer was \d$")

    def test_a_model_that_answers_nan_never_passes(self):
        self.mine("hard.h5")
        (self.folder / "out/files").rename(self.folder / "kept")
        text = ('[suite]\nname = "t"\n[train.short]\nrecipe = "answers_nan"\n[examples.any]\nfile = "hard.h5"\nrecipe = "answers_nan"\n'
                'checkpoint = "train.short"\naccuracy = [0, 1]\n[examples.gates]\nfile = "hard.h5"\nrecipe = "answers_nan"\n'
                'checkpoint = "train.short"\n')
        outcome = self.run_cases(text)
        self.assertEqual(outcome.not_good(), ["t.examples.any/accuracy", "t.examples.gates/gates"])
        self.assertIn("50 of 50 examples", outcome.text("t.examples.any/accuracy"))
        self.assertIn("not finite", outcome.entries["t.examples.any/accuracy"]["failures"][0]["offenders"][0]["value"])

    def test_a_changed_suite_file_is_an_error_that_names_it(self):
        self.mine("hard.h5")
        self.mine("healthy_hard.h5")
        whole = (self.folder / "hard.h5").read_bytes()
        text = self.examples("accuracy = [0, 1]") + self.examples("accuracy = [0, 1]", file="healthy_hard.h5").replace(TRAIN, "").replace(
            "examples.hard", "examples.twin")
        for position in [600, len(whole) // 2, len(whole) - 1]:
            damaged = bytearray(whole)
            damaged[position] ^= 1
            (self.folder / "hard.h5").write_bytes(damaged)
            outcome = self.run_cases(text)
            self.assertEqual(outcome.exit, 1)
            self.assertEqual(outcome.not_good(), ["t.examples.hard", "t.examples.hard/accuracy"])
            entry = outcome.entries["t.examples.hard"]
            self.assertEqual((entry["verdict"], entry["fault"]), ("error", "data"))
            self.assertIn("hard.h5", entry["reason"])

    def test_a_flipped_label_is_seen_by_the_seal_and_by_the_answer(self):
        self.mine("hard.h5")
        with h5py.File(self.folder / "hard.h5", "r+") as file:
            file["examples/target/label"][3] = (file["examples/target/label"][3] + 1) % 4
        outcome = self.run_cases(self.examples("accuracy = [0, 1]"))
        self.assertEqual(outcome.entries["t.examples.hard"]["verdict"], "error")
        self.assertIn("hard.h5", outcome.text("t.examples.hard"))

        # Flipped before it was sealed, by whoever labelled it: the model, which had it right, says otherwise.
        flipped = self.labels.copy()
        flipped[17] = (flipped[17] + 1) % 4
        self.data("pool.h5", x=self.pool.astype("uint8"), y=self.labels, z=flipped)
        self.mine("right.h5", "--per-class", "2")
        (self.folder / "wrong.h5").unlink(missing_ok=True)
        self.mine("wrong.h5", labels="pool.h5:z")
        outcome = self.run_cases(self.examples("accuracy = 1", file="wrong.h5"))
        failure = outcome.entries["t.examples.hard/accuracy"]["failures"][0]
        self.assertIn(f"it is {flipped[17]}, the answer was {self.labels[17]}", [offender["value"] for offender in failure["offenders"]])

    def test_a_checkpoint_of_other_shapes_is_an_error_that_names_them(self):
        self.mine("hard.h5")
        sized = '[suite]\nname = "t"\n[train.short]\nrecipe = "sized"\n'
        self.assertEqual(self.run_cases(sized, "--out", "out").exit, 0)
        shutil.copy(self.folder / "out/files/t.train.short/checkpoint.h5", self.folder / "sized.h5")
        text = ('[suite]\nname = "t"\n[examples.hard]\nfile = "hard.h5"\nrecipe = "sized"\ncheckpoint = "sized.h5"\naccuracy = [0, 1]\n')
        self.assertEqual(self.run_cases(text).exit, 0)
        outcome = self.run_cases(text, environment={"ASSAY_TEST_HIDDEN": "32"})
        self.assertEqual(outcome.exit, 1)
        said = outcome.text("t.examples.hard")
        for words in ["sized.h5", "fc1.weight", "[24, 8]", "[32, 8]"]:
            self.assertIn(words, said)

    def test_nothing_may_become_wrong_against_a_baseline(self):
        self.mine("hard.h5")
        with h5py.File(self.folder / "hard.h5") as file:
            ids, labels = file["examples/id"][...], file["examples/target/label"][...]
        self.answers("right.h5", ids, labels)
        self.answers("one_wrong.h5", ids, numpy.where(numpy.arange(len(labels)) == 7, (labels + 1) % 4, labels))
        self.answers("one_missing.h5", ids[1:], labels[1:])
        for answers, failed in [("right.h5", []), ("one_wrong.h5", ["negative_flips"]), ("one_missing.h5", ["accuracy", "negative_flips"])]:
            outcome = self.run_cases(self.examples("accuracy = [0, 1]", recipe=None, checkpoint=None, predictions=answers,
                                                   baseline="right.h5"))
            self.assertEqual([name.rpartition("/")[2] for name in outcome.not_good()], failed, answers)
        failure = self.run_cases(self.examples(recipe=None, checkpoint=None, predictions="one_wrong.h5", baseline="right.h5")
                                 ).entries["t.examples.hard/negative_flips"]["failures"][0]
        self.assertEqual([offender["row"] for offender in failure["offenders"]], [7])
        allowed = self.run_cases(self.examples("negative_flips = [0, 1]", recipe=None, checkpoint=None, predictions="one_wrong.h5",
                                               baseline="right.h5"))
        self.assertEqual(allowed.exit, 0)

    def answers(self, name, ids, classes):
        self.data(name, id=ids, **{"class": classes})

    def test_what_needs_no_libtorch_runs_without_it(self):
        self.mine("hard.h5")
        text = self.examples("accuracy = [0, 1]") + '[expect.pool]\ndata = "pool.h5"\ndataset = "x"\nrows = 200\n'
        self.assertEqual(self.run_cases(text, "--out", "out").exit, 0)
        programs = {}
        for batch in (self.folder / "out/workers").glob("*/batch.json"):
            order = json.loads((batch.parent / "order.json").read_text())
            for case in json.loads(batch.read_text())["cases"]:
                programs[case] = pathlib.Path(order["program"]).name
        self.assertEqual(programs, {"t.train.short": "training_suite", "t.examples.hard": "training_suite", "t.expect.pool": "assay-data"})
        loaded = subprocess.run(["ldd", pathlib.Path(ASSAY).with_name("assay-data")], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("libtorch", loaded)
        self.assertNotIn("libc10", loaded)

    def test_fixture_in_cpp(self):
        self.mine("hard.h5")
        with h5py.File(self.folder / "hard.h5") as file:
            ids, labels = file["examples/id"][...], file["examples/target/label"][...]
        self.answers("answers.h5", ids, labels)
        self.suite('[suite]\nname = "t"\n')
        outcome = run_suite(self.folder, "--build", "build", "--filter", "*Hard*")
        self.assertEqual(outcome.entries["t.test.Hard.answered"]["verdict"], "passed")
        said = outcome.text("t.test.Hard.mistakes")
        for words in ["names nobody who answers", "C++ tests run before those", "there is no file gone.h5"]:
            self.assertIn(words, said)
        self.answers("answers.h5", ids, (labels + 1) % 4)
        outcome = run_suite(self.folder, "--build", "build", "--filter", "*Hard.answered")
        self.assertEqual(outcome.entries["t.test.Hard.answered/accuracy"]["verdict"], "failed")


if __name__ == "__main__":
    unittest.main(verbosity=2)
