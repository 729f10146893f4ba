"""The hard examples of suites/fashion_mnist: what they are, that two set-ups find the same ones, and that they tell models apart."""
import hashlib
import os
import pathlib
import subprocess
import unittest

import h5py
import numpy

from command import CommandTest, run_suite

BUILD = pathlib.Path(os.environ["ASSAY_HARD_BUILD"])
DATA = pathlib.Path(os.environ["ASSAY_HARD_DATA"])
SUITE = pathlib.Path(os.environ["ASSAY_HARD_SUITE"])
NAMES = ["fashion_mnist_hard.h5", "fashion_mnist_hard_answers.h5"]


def columns(folder):
    with h5py.File(folder / NAMES[0]) as file:
        return {name: file[f"examples/{name}"][...] for name in ["id", "input/image", "target/label", "meta/source_index", "meta/loss_at_add"]}


class HardExamples(CommandTest):
    def test_they_are_test_images_under_their_content_by_falling_loss(self):
        hard = columns(DATA)
        with h5py.File(DATA / "fashion_mnist.h5") as file:
            images, labels = file["test/images"][...], file["test/labels"][...]
        rows = hard["meta/source_index"]
        self.assertEqual(len(rows), 2000)
        self.assertEqual(len(numpy.unique(rows)), 2000)
        self.assertTrue(numpy.array_equal(hard["input/image"], images[rows]))
        self.assertTrue(numpy.array_equal(hard["target/label"], labels[rows]))
        for example, row in zip(hard["id"], rows):
            self.assertEqual(bytes(example), hashlib.sha256(b"uint8\0" + b"28,28\0" + images[row].tobytes()).digest())
        self.assertTrue((numpy.diff(hard["meta/loss_at_add"]) <= 0).all())

    def test_two_set_ups_find_the_same_ones(self):
        (self.folder / "fashion_mnist.h5").symlink_to(DATA / "fashion_mnist.h5")
        done = subprocess.run([SUITE / "mine_hard_examples", BUILD, self.folder], capture_output=True, text=True, timeout=500, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        again, before = columns(self.folder), columns(DATA)
        for name, values in before.items():
            self.assertTrue(numpy.array_equal(again[name], values), name)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["fashion_mnist.h5", *NAMES])

    def test_another_model_is_told_apart_by_the_baseline(self):
        outcome = run_suite(self.folder, "--build", BUILD, "--filter", "*.hard_images", "--seed", "1",
                            environment={"ASSAY_DATA": str(DATA)}, path=SUITE)
        self.assertEqual(outcome.exit, 1, outcome.stdout + outcome.stderr)
        entry = outcome.entries["fashion_mnist.examples.hard_images/negative_flips"]
        self.assertEqual(entry["verdict"], "failed")
        self.assertGreater(entry["failures"][0]["unexpected"], 20)
        self.assertEqual(len(entry["failures"][0]["offenders"]), 20)


if __name__ == "__main__":
    unittest.main(verbosity=2)
