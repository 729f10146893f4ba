"""assay calibrate writes limits that hold, and assay power says which faults a case would miss and what would see them."""
import json
import os
import pathlib
import unittest

from command import CommandTest, run_assay, run_suite

PROGRAM = os.environ["ASSAY_TRAINING_SUITE"]
SUITE = """[suite]
name = "t"

# Learned by heart.
[memorize.healthy]
recipe = "healthy"
loss_below = 0.05
steps = [0, 1000]  # by guess

[memorize.faulty]
recipe = "no_zero_grad"
loss_below = 0.05
"""


class MeasuredCases(CommandTest):
    def setUp(self):
        super().setUp()
        path = self.write("suite.toml", SUITE)
        self.write("build/assay/suites/t.json", json.dumps({"schema": 1, "suite": "t", "file": str(path), "program": PROGRAM}))

    def measure(self, verb, *arguments):
        return run_assay(verb, "suite.toml", "--build", "build", *arguments, folder=self.folder)

    def test_calibrate_writes_limits_that_hold(self):
        done = self.measure("calibrate", "--filter", "*healthy", "--seeds", "10")
        self.assertEqual(done.exit, 0, done.stderr)
        text = (self.folder / "suite.toml").read_text()
        self.assertIn("# Learned by heart.\n[memorize.healthy]\n", text)
        self.assertRegex(text, r"steps = \[\d+, \d+\]  # calibrated: 10 seeds, \d{4}-\d\d-\d\d, 1 alarm in 1000 healthy runs\n")
        self.assertRegex(text, r'levels = \{ "0.5" = \[\d+, \d+\], "0.1" = \[\d+, \d+\] \}')
        self.assertIn('calibration = "calibration/healthy.json"\n', text)
        self.assertNotIn("by guess", text)
        self.assertTrue(text.endswith('[memorize.faulty]\nrecipe = "no_zero_grad"\nloss_below = 0.05\n'))
        kept = json.loads((self.folder / "calibration/healthy.json").read_text())
        self.assertEqual(len(kept["seeds"]), 10)
        self.assertIn("LibTorch", kept["machine"])
        self.assertIn(f"steps = {kept['limits']['steps']}", done.stdout)
        names = {measure["name"] for measure in kept["measures"]}
        self.assertLessEqual({"steps", "levels.0.5", "first_loss", "update_ratio.fc1.weight", "cost.operators"}, names)
        outcome = run_suite(self.folder, "--build", "build", "--filter", "*healthy", "--seed", "5")
        self.assertEqual(outcome.exit, 0, outcome.stdout)
        for check in ["operator_band", "update_ratio", "step_cost", "steps", "levels.0.5"]:
            self.assertEqual(outcome.entries[f"t.memorize.healthy/{check}"]["verdict"], "passed")

    def test_calibrate_leaves_faulty_recipes_alone(self):
        done = self.measure("calibrate", "--filter", "*faulty", "--seeds", "10")
        self.assertEqual(done.exit, 2)
        self.assertIn("limits are drawn from healthy runs, but with seed", done.stderr)
        self.assertIn("gradient_oracle", done.stderr)
        self.assertEqual((self.folder / "suite.toml").read_text(), SUITE)

    def test_calibrate_can_look_without_writing(self):
        done = self.measure("calibrate", "--filter", "*healthy", "--seeds", "10", "--dry-run", "--json")
        self.assertEqual(done.exit, 0, done.stderr)
        (case,) = json.loads(done.stdout)["cases"]
        self.assertEqual((case["name"], case["seeds"], case["file"]), ("t.memorize.healthy", 10, None))
        self.assertLess(case["steps"][0], case["steps"][1])
        self.assertEqual((self.folder / "suite.toml").read_text(), SUITE)
        self.assertFalse((self.folder / "calibration").exists())

    def test_a_calibration_that_is_gone_is_the_users_mistake(self):
        self.write("suite.toml", SUITE.replace("# by guess", '\ncalibration = "gone.json"'))
        outcome = run_suite(self.folder, "--build", "build", "--filter", "*healthy")
        self.assertEqual(outcome.exit, 2)
        self.assertIn("gone.json", outcome.stdout + outcome.stderr)

    def test_power_says_what_is_missed_and_what_would_see_it(self):
        self.write("suite.toml", SUITE.replace("# by guess", "\nchecks = { gradient_oracle = false }"))
        done = self.measure("power", "--filter", "*healthy", "--seeds", "1", "--json")
        self.assertEqual(done.exit, 0, done.stderr)
        (case,) = json.loads(done.stdout)["cases"]
        faults = {fault["id"]: fault for fault in case["faults"]}
        self.assertIn("three_sets", faults["optimizer_misses_first_layer"]["caught_by"])
        self.assertTrue(faults["optimizer_misses_first_layer"]["caught"])
        # Only the check that is switched off, and the reference loss that is not declared, see this one.
        missed = faults["gradient_noise"]
        self.assertFalse(missed["caught"])
        self.assertIn("switch on `gradient_oracle`", missed["would_catch"])
        declared = faults["loss_halved"]
        self.assertFalse(declared["caught"])
        self.assertIn("declare `loss` as cross-entropy", declared["would_catch"])
        self.assertNotEqual(faults["step_hangs"]["left_out"], "")
        self.assertEqual(case["healthy_alarms"], [])
        checks = {check["check"]: check for check in case["checks"]}
        self.assertGreater(checks["three_sets"]["caught"], 0)
        self.assertGreater(checks["update_oracle"]["steps"], 0)
        told = self.measure("power", "--filter", "*healthy", "--seeds", "1")
        self.assertIn("would be seen by: ", told.stdout)
        self.assertTrue(all(len(line) <= 80 for line in told.stdout.splitlines()), told.stdout)

    def test_nothing_chosen_is_told(self):
        for verb in ["calibrate", "power"]:
            done = self.measure(verb, "--filter", "nothing")
            self.assertEqual(done.exit, 4)


if __name__ == "__main__":
    unittest.main()
