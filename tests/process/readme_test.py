"""The examples of README.md do what the page says, as they are written there."""
import json
import os
import pathlib
import re
import unittest

import numpy

from command import CommandTest, run_suite

README = pathlib.Path(os.environ["ASSAY_README"]).read_text(encoding="utf-8")
PROGRAM = os.environ["ASSAY_README_EXAMPLE"]


class Readme(CommandTest):
    def setUp(self):
        super().setUp()
        self.images = numpy.random.default_rng(7).integers(0, 151, (50, 28, 28), dtype=numpy.uint8)

    def example(self, language):
        return re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)[1]

    def test_toml(self):
        self.write("suite.toml", self.example("toml"))
        self.data("train.h5", images=self.images)
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 0, outcome.stdout + outcome.stderr)
        self.images[3] = self.images[40]
        self.data("train.h5", images=self.images)
        outcome = run_suite(self.folder)
        self.assertEqual([name.rpartition("/")[2] for name in outcome.not_good()], ["unique"])

    def test_cpp(self):
        suite = self.write("suite.toml", '[suite]\nname = "images"\n')
        self.write("build/assay/suites/images.json",
                   json.dumps({"schema": 1, "suite": "images", "file": str(suite), "program": PROGRAM}))
        self.data("train.h5", images=self.images)
        outcome = run_suite(self.folder, "--build", "build")
        self.assertEqual(outcome.exit, 0, outcome.stdout + outcome.stderr)
        self.assertIn("images.test.Images.are_bytes/mean", outcome.entries)
        self.data("train.h5", images=self.images // 4)
        outcome = run_suite(self.folder, "--build", "build")
        self.assertEqual(outcome.exit, 1)
        self.assertEqual(outcome.entries["images.test.Images.are_bytes/mean"]["verdict"], "failed")
        self.assertEqual(outcome.entries["images.test.Images.are_bytes/dtype"]["verdict"], "passed")

    def test_the_mistake_that_it_shows(self):
        self.data("train.h5", images=self.images)
        self.write("suite.toml", '[data]\ntrain = "train.h5"\n\n[expect.images]\ndata = "train"\ndataset = "images"\nvaleus = [0, 255]\n')
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 2)
        shown = re.search(r"error: suite.toml:7:1: .*", README)[0]
        self.assertIn(shown, outcome.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
