"""Models exported from Python, memorised by a suite of TOML alone: healthy ones pass, mistakes are told with their place."""
import os
import pathlib
import subprocess
import unittest

import numpy

from command import CommandTest, run_suite

WRITER = os.environ["ASSAY_SCRIPT_MODEL"]
SUITE = """[suite]
name = "t"
[data]
train = "d*.h5"
[memorize.net]
model = "net.pt"
loss = "cross_entropy"
optimizer = { name = "adam", lr = 0.1, betas = [0.9, 0.99] }
data = { data = "train", inputs = "train/x", targets = "train/y", scale = 100.0 }
batch_size = 24
loss_below = 0.05
steps = [3, 300]
[expect.labels]
data = "train"
dataset = "train/y"
values = [0, 2]
"""


class ExportedModels(CommandTest):
    def setUp(self):
        super().setUp()
        subprocess.run([WRITER, self.folder / "net.pt"], check=True, timeout=60)
        draw = numpy.random.default_rng(0)
        for shard in (1, 2):
            labels = numpy.arange(60) % 3
            inputs = draw.uniform(0, 40, (60, 4))
            inputs[numpy.arange(60), labels] += 200
            self.data(f"d{shard}.h5", train__x=inputs.astype("uint8"), train__y=labels.astype("int16"))

    def run_text(self, text, *arguments):
        self.write("suite.toml", text)
        return run_suite(self.folder, *arguments)

    def test_one_is_memorised_with_all_checks_and_no_program_of_its_own(self):
        outcome = self.run_text(SUITE)
        self.assertEqual(outcome.exit, 0, outcome.stdout + outcome.stderr)
        for check in ("loss_below", "steps", "three_sets", "loss_oracle", "gradient_oracle", "update_oracle", "isolation", "goldens"):
            self.assertEqual(outcome.entries[f"t.memorize.net/{check}"]["verdict"], "passed", check)

    def test_labels_that_were_shuffled_are_not_learnt(self):
        self.data("d2.h5", train__x=numpy.full((60, 4), 7, "uint8"), train__y=numpy.arange(60) % 3)
        self.data("d1.h5", train__x=numpy.full((60, 4), 7, "uint8"), train__y=numpy.arange(60) % 3)
        outcome = self.run_text(SUITE)
        self.assertEqual(outcome.exit, 1, outcome.stdout + outcome.stderr)
        self.assertEqual(outcome.entries["t.memorize.net/loss_below"]["verdict"], "failed")

    def test_mistakes_in_the_tables_have_their_place(self):
        for old, new, said in (("betas", "beta", "suite.toml:8:47: `memorize.net.optimizer`: adam has no option `beta`; did you mean `betas`?"), ("cross_entropy", "crossentropy", "did you mean `cross_entropy`?"),
                               ("scale", "scal", "did you mean `scale`?"), ("lr = 0.1", "lr = 0", "`lr` must be a number above 0")):
            with self.subTest(new):
                outcome = self.run_text(SUITE.replace(old, new))
                self.assertEqual(outcome.exit, 2, outcome.stdout)
                self.assertIn(said, outcome.stderr)

    def test_files_that_cannot_be_used_are_errors_of_the_user_and_the_rest_runs(self):
        model = self.folder / "net.pt"
        whole = model.read_bytes()
        for content, said in ((whole[:len(whole) // 2], "cannot be loaded as TorchScript"), (None, "not there")):
            model.unlink() if content is None else model.write_bytes(content)
            outcome = self.run_text(SUITE)
            self.assertEqual(outcome.exit, 2, outcome.stdout + outcome.stderr)
            self.assertIn(said, outcome.text("t.memorize.net"))
            self.assertIn("net.pt", outcome.text("t.memorize.net"))
            self.assertEqual(outcome.entries["t.expect.labels/values"]["verdict"], "passed")
        model.write_bytes(whole)
        outcome = self.run_text(SUITE.replace("train/x", "train/z"))
        self.assertEqual(outcome.exit, 2, outcome.stdout + outcome.stderr)
        self.assertIn("/train/z", outcome.text("t.memorize.net"))


if __name__ == "__main__":
    unittest.main()
