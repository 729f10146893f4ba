"""`assay replay` and `assay mine` with a recipe's model: the same as with files that numpy made of the same scores."""
import json
import os
import pathlib
import subprocess
import unittest

import h5py
import numpy

from command import CommandTest, run_assay
from example_files import CLASSES, TEXT, byte_sum_scores, cross_entropy, ids_of, images_of, write_predictions, write_suite

PROGRAM = os.environ["ASSAY_ANSWERING_SUITE"]


class RecipeAnswers(CommandTest):
    def setUp(self):
        super().setUp()
        self.images = images_of(5, 90)
        self.scores = byte_sum_scores(self.images)
        self.labels = self.scores.argmax(axis=1)
        self.labels[::7] = (self.labels[::7] + 1) % 3
        self.project = self.folder / "project"
        suite = self.write("project/suite.toml", "[suite]\nname = 'answering'\n")
        self.write("project/build/assay/suites/answering.json",
                   json.dumps({"schema": 1, "suite": "answering", "file": str(suite), "program": PROGRAM}))
        self.write("model.h5", "byte_sums\n")
        (self.folder / "temporary").mkdir()

    def assay(self, *arguments, exit=0):
        """One call; nothing temporary is left of it."""
        outcome = run_assay(*arguments, folder=self.folder, environment={"TMPDIR": str(self.folder / "temporary")})
        self.assertEqual(outcome.exit, exit, outcome.stdout + outcome.stderr)
        self.assertEqual(list((self.folder / "temporary").iterdir()), [])
        return outcome

    def recipe(self, name="byte_sums", checkpoint="model.h5"):
        return ("--recipe", name, "--checkpoint", checkpoint, "--project", "project")

    def pool(self, **more):
        self.data("pool.h5", x=self.images, y=self.labels, **more)
        return ("mine", "--inputs", "pool.h5:x", "--labels", "pool.h5:y", "--count", "20", "--into")

    def predict(self, **order):
        """What the program writes for an order."""
        self.write("order.json", json.dumps({"schema": 1, "recipe": "byte_sums", "checkpoint": str(self.folder / "model.h5"), "threads": 1,
                                             "seed": 0, "into": str(self.folder / "out.h5"), **order}))
        done = subprocess.run([PROGRAM, f"--assay_predict={self.folder / 'order.json'}"], capture_output=True, text=True, check=False,
                              timeout=60, env={**os.environ, "GTEST_COLOR": "no"})
        return done, h5py.File(self.folder / "out.h5") if done.returncode == 0 else None

    def test_replay_says_what_it_says_of_a_file(self):
        write_suite(self.folder / "hard.h5", self.images, self.labels)
        write_predictions(self.folder / "new.h5", self.images, self.scores)
        by_file = json.loads(self.assay("replay", "hard.h5", "--predictions", "new.h5", "--json", exit=1).stdout)
        by_recipe = self.assay("replay", "hard.h5", *self.recipe(), "--json", exit=1)
        self.assertEqual(json.loads(by_recipe.stdout), by_file)
        # What the recipe prints is no part of the answer.
        self.assertIn("a recipe that prints", by_recipe.stderr)
        text = self.assay("replay", "hard.h5", *self.recipe(), "--seed", "3", "--baseline", "new.h5", exit=1).stdout
        self.assertIn("answers of byte_sums seed 3 from model.h5", text)
        self.assertIn("0 negative flips and 0 positive flips among 90 compared", text)

    def test_answers_are_kept_as_a_baseline(self):
        write_suite(self.folder / "hard.h5", self.images, self.labels)
        self.assay("replay", "hard.h5", *self.recipe(), "--answers", "old.h5", exit=1)
        with h5py.File(self.folder / "old.h5") as file:
            numpy.testing.assert_array_equal(file["scores"], self.scores)
        answer = json.loads(self.assay("replay", "hard.h5", *self.recipe(), "--seed", "900", "--baseline", "old.h5", "--json", exit=1).stdout)
        then, now = self.scores.argmax(axis=1) == self.labels, self.labels == 0
        self.assertEqual((answer["negative_flips"], answer["positive_flips"]), (int((then & ~now).sum()), int((~then & now).sum())))
        before = (self.folder / "hard.h5").read_bytes()
        self.assertIn("written over", self.assay("replay", "hard.h5", *self.recipe(), "--answers", "./hard.h5", exit=2).stderr)
        self.assertEqual((self.folder / "hard.h5").read_bytes(), before)

    def test_mine_takes_what_it_takes_of_a_file(self):
        mine = self.pool(loss=cross_entropy(self.scores, self.labels))
        by_file = json.loads(self.assay(*mine, "file.h5", "--losses", "pool.h5:loss", "--json").stdout)
        by_recipe = json.loads(self.assay(*mine, "recipe.h5", *self.recipe(), "--no-label-check", "--json").stdout)
        self.assertEqual([(one["row"], one["status"]) for one in by_recipe["examples"]], [(one["row"], one["status"]) for one in by_file["examples"]])
        numpy.testing.assert_allclose([one["loss"] for one in by_recipe["examples"]], [one["loss"] for one in by_file["examples"]], rtol=1e-14)

    def test_labels_are_checked_before_anything_may_gate(self):
        exponentials = numpy.exp(self.scores.astype(float))
        mine = self.pool(loss=cross_entropy(self.scores, self.labels), p=exponentials / exponentials.sum(axis=1, keepdims=True))
        by_file = json.loads(self.assay(*mine, "file.h5", "--losses", "pool.h5:loss", "--probabilities", "pool.h5:p", "--json").stdout)
        by_recipe = json.loads(self.assay(*mine, "recipe.h5", *self.recipe(), "--json").stdout)
        statuses = [one["status"] for one in by_recipe["examples"]]
        self.assertEqual(statuses, [one["status"] for one in by_file["examples"]])
        # The 13 flipped labels have the highest losses.
        self.assertEqual(statuses[:13], ["quarantined"] * 13)
        self.assertEqual({row % 7 for row in [one["row"] for one in by_recipe["examples"]][:13]}, {0})

    def test_a_model_that_says_nan_never_passes(self):
        write_suite(self.folder / "hard.h5", self.images, self.labels)
        answer = json.loads(self.assay("replay", "hard.h5", *self.recipe("says_nan"), "--json", exit=1).stdout)
        self.assertEqual({one["outcome"] for one in answer["examples"]}, {"invalid"})
        mine = self.pool()
        self.assertIn("--no-label-check", self.assay(*mine, "mined.h5", *self.recipe("says_nan"), exit=2).stderr)
        self.assertIn("none of 90 rows has a finite loss", self.assay(*mine, "mined.h5", *self.recipe("says_nan"), "--no-label-check", exit=2).stderr)
        self.assertFalse((self.folder / "mined.h5").exists())

    def test_mistakes(self):
        write_suite(self.folder / "hard.h5", self.images, self.labels)
        replay = ("replay", "hard.h5")
        self.assertIn("they know byte_sums, crashes", self.assay(*replay, *self.recipe("byte_sum"), exit=2).stderr)
        self.assertIn("gone.h5: no such file", self.assay(*replay, *self.recipe(checkpoint="gone.h5"), exit=2).stderr)
        self.assertIn("--checkpoint", self.assay(*replay, "--recipe", "byte_sums", exit=2).stderr)
        self.write("other.h5", "another\n")
        self.assertIn("other.h5: is no checkpoint", self.assay(*replay, *self.recipe(checkpoint="other.h5"), exit=2).stderr)
        self.assertIn("90 examples were asked", self.assay(*replay, *self.recipe("loses_rows"), exit=2).stderr)
        self.assertIn("hard.h5", self.assay("replay", "gone/hard.h5", *self.recipe(), exit=2).stderr)
        write_suite(self.folder / "hard.h5", self.images, self.labels, depth=numpy.arange(90, dtype=numpy.float32))
        self.assertIn("2 inputs, and a recipe takes one", self.assay(*replay, *self.recipe(), exit=2).stderr)
        mine = self.pool()
        self.assertIn("one input", self.assay(*mine, "mined.h5", "--inputs", "z=pool.h5:y", *self.recipe(), exit=2).stderr)
        self.labels[4] = 3
        self.assertIn("the label 3 at row 4", self.assay(*self.pool(), "mined.h5", *self.recipe(), exit=2).stderr)

    def test_a_project_without_the_recipe(self):
        write_suite(self.folder / "hard.h5", self.images, self.labels)
        (self.project / "build/assay/suites/answering.json").unlink()
        self.assertIn("no program of project has recipes", self.assay("replay", "hard.h5", *self.recipe(), exit=2).stderr)

    def test_two_programs_that_know_it_are_listed(self):
        write_suite(self.folder / "hard.h5", self.images, self.labels)
        twin = self.folder / "twin"
        twin.symlink_to(PROGRAM)
        suite = self.write("project/twin/suite.toml", "[suite]\nname = 'twin'\n")
        self.write("project/build/assay/suites/twin.json", json.dumps({"schema": 1, "suite": "twin", "file": str(suite), "program": str(twin)}))
        error = self.assay("replay", "hard.h5", *self.recipe(), exit=2).stderr
        self.assertIn("2 programs know it", error)
        self.assertIn(str(twin), error)

    def test_a_recipe_that_crashes_is_not_assays_fault(self):
        write_suite(self.folder / "hard.h5", self.images, self.labels)
        error = self.assay("replay", "hard.h5", *self.recipe("crashes"), exit=3).stderr
        self.assertIn("SIGABRT", error)
        self.assertIn("recipe crashes", error)
        self.assertNotIn("report", error)

    def test_the_predictions_file_of_a_suite(self):
        with h5py.File(write_suite(self.folder / "hard.h5", self.images, self.labels), "r+") as file:
            file["examples/target/label"][2] = 77  # no class
        done, file = self.predict(suite=str(self.folder / "hard.h5"), seed=5)
        self.assertEqual(done.returncode, 0, done.stderr)
        with file:
            numpy.testing.assert_array_equal(file["id"], ids_of(self.images))
            scores = byte_sum_scores(self.images, 5)
            numpy.testing.assert_array_equal(file["scores"], scores)
            known = numpy.arange(90) != 2
            numpy.testing.assert_allclose(file["loss"][known], cross_entropy(scores, self.labels)[known], rtol=1e-14)
            self.assertTrue(numpy.isnan(file["loss"][2]))
            self.assertEqual([name.decode() for name in file["classes/names"]], CLASSES)
            self.assertEqual(file.attrs["model_id"], "byte_sums seed 5")
            self.assertNotIn("probabilities", file)

    def test_the_predictions_file_of_a_pool(self):
        # 100 MB in chunks, so that the model is asked in parts.
        images = numpy.random.default_rng(6).integers(0, 256, (100, 1000000), dtype=numpy.uint8)
        with h5py.File(self.folder / "pool.h5", "w") as file:
            file.create_dataset("x", data=images, chunks=(1, 1000000))
            file["y"] = numpy.arange(100) % 3
        pool = str(self.folder / "pool.h5")
        done, file = self.predict(inputs={"file": pool, "dataset": "x"}, labels={"file": pool, "dataset": "y"}, probabilities=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(done.stdout.count("a recipe that prints"), 1)
        with file:
            numpy.testing.assert_array_equal(file["row"], range(100))
            numpy.testing.assert_array_equal(file["scores"], byte_sum_scores(images))
            numpy.testing.assert_allclose(file["probabilities"][...].sum(axis=1), 1, rtol=1e-14)
            numpy.testing.assert_allclose(file["loss"], cross_entropy(byte_sum_scores(images), numpy.arange(100) % 3), rtol=1e-14)

    def test_an_order_that_makes_no_sense(self):
        done, _ = self.predict()
        self.assertEqual(done.returncode, 2)
        self.assertIn("either a suite or inputs", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
