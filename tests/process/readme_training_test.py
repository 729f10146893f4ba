"""The examples of training and of hard examples in README.md do what the page says, as they are written there."""
import json
import os
import pathlib
import re
import shlex
import shutil
import unittest

import numpy

from command import CommandTest, run_assay, run_suite

README = pathlib.Path(os.environ["ASSAY_README"]).read_text(encoding="utf-8")
PROGRAM = os.environ["ASSAY_README_EXAMPLE"]


class ReadmeOfTraining(CommandTest):
    def setUp(self):
        super().setUp()
        steps = numpy.arange(2000) * 0.9
        self.data("pool.h5", x=numpy.sin(steps[:, None] * [0.3, 1.7, 2.9]).astype("float32"), y=(numpy.sin(steps * 0.3) > 0).astype("int64"))

    def example(self, kind):
        """The suite file of the page that holds cases of this kind."""
        (text,) = [text for text in re.findall(r"```toml\n(.*?)```", README, re.DOTALL) if f"[{kind}." in text]
        return text

    def suite(self, text):
        path = self.write("suite.toml", '[suite]\nname = "mlp"\n' + text)
        self.write("build/assay/suites/mlp.json", json.dumps({"schema": 1, "suite": "mlp", "file": str(path), "program": PROGRAM}))

    def verdicts(self, *arguments):
        outcome = run_suite(self.folder, "--build", "build", *arguments)
        # What the recipe does not declare is skipped with a reason, and nothing else.
        bad = [name for name in outcome.not_good() if outcome.verdicts()[name] != "skipped"]
        self.assertEqual(bad, [], outcome.stdout + outcome.stderr)
        return set(outcome.entries)

    def test_memorisation(self):
        self.suite(self.example("memorize"))
        self.assertLessEqual({"mlp.memorize.mlp/steps", "mlp.memorize.mlp/wall_time"}, self.verdicts("--filter", "*.memorize.*"))
        self.assertIn("mlp.test.Training.learns_a_batch/steps", self.verdicts("--filter", "*.Training.*"))

    def test_hard_examples(self):
        self.suite(self.example("examples"))
        (commands,) = re.findall(r"((?:    .*\n)+)", README[README.index("## A suite of hard examples"):])[:1]
        for command in commands.replace("\\\n", " ").strip().splitlines():
            words = shlex.split(command)
            self.assertEqual(words.pop(0), "assay")
            expanded = [str(next(self.folder.glob(word))) if "out/files/*" in word else word for word in words]
            done = run_assay(*expanded, folder=self.folder, environment={"ASSAY_BUILD": "build"})
            self.assertEqual(done.exit, 0, done.stdout + done.stderr)
        self.assertEqual(self.verdicts("--filter", "*.examples.*"),
                         {"mlp.train.short", "mlp.train.short/loss.last", "mlp.examples.hard/accuracy"})
        shutil.copy(next(self.folder.glob("out/files/*/checkpoint.h5")), self.folder / "mlp.h5")
        self.assertIn("mlp.test.Hard.are_answered_right/accuracy", self.verdicts("--filter", "*.Hard.*"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
