"""CTest runs suites: what is registered, in which tier, how it ends, and that Assay's message is seen."""
import json
import os
import pathlib
import subprocess
import unittest

import h5py
import numpy

from command import CommandTest, run_assay

SUITES = pathlib.Path(os.environ["ASSAY_CTEST_SUITES"])
BUILD = os.environ["ASSAY_CTEST_BUILD"]
LIMIT_SECONDS = 200

SUITE = """
[suite]
name = "odd"

[expect.bytes]
data = "d.h5"
dataset = "x"
values = [0, 9]
"""


def bracketed(text):
    return f"[===[{text}]===]"


def include(*files):
    """The content of a CTestTestfile.cmake that reads these files."""
    return "".join(f"include({bracketed(file)})\n" for file in files)


class CTest(CommandTest):
    def ctest(self, folder, *arguments, **environment):
        # Variables of an outer ctest must not reach the inner one.
        clean = {name: value for name, value in os.environ.items() if not name.startswith("CTEST_")}
        completed = subprocess.run(["ctest", "--test-dir", str(folder), *arguments], env={**clean, "NO_COLOR": "1", **environment},
                                   capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False)
        return completed.returncode, completed.stdout + completed.stderr

    def listed(self, folder, *arguments):
        """The tests that ctest would run, by name."""
        code, text = self.ctest(folder, "--show-only=json-v1", *arguments)
        self.assertEqual(code, 0, text)
        return {test["name"]: {p["name"]: p["value"] for p in test["properties"]} | {"command": test.get("command")}
                for test in json.loads(text)["tests"]}

    def gate(self, *files):
        folder = self.folder / "ctest"
        folder.mkdir(exist_ok=True)
        (folder / "CTestTestfile.cmake").write_text(include(*files), encoding="utf-8")
        return folder

    def numbers(self, numbers):
        self.data("numbers.h5", x=numbers)
        return str(self.folder)

    # --- assay_add_suite, in this build tree ---

    def test_a_plain_ctest_has_the_first_tier_only(self):
        tests = self.listed(self.gate(SUITES / "ctest_own_include.cmake", SUITES / "ctest_plain_include.cmake"))
        self.assertEqual(sorted(tests), ["ctest_own.pr", "ctest_plain.expect.negative", "ctest_plain.expect.small"])

    def test_the_configuration_of_a_later_tier_adds_it(self):
        tests = self.listed(self.gate(SUITES / "ctest_own_include.cmake", SUITES / "ctest_plain_include.cmake"), "-C", "nightly")
        self.assertIn("ctest_own.nightly", tests)
        self.assertIn("ctest_plain.expect.everything", tests)
        self.assertEqual(tests["ctest_own.nightly"]["LABELS"], ["tier-nightly"])

    def test_labels_time_outs_and_processors(self):
        tests = self.listed(self.gate(SUITES / "ctest_own_include.cmake", SUITES / "ctest_plain_include.cmake"))
        self.assertEqual(tests["ctest_own.pr"]["LABELS"], ["tier-pr"])
        self.assertCountEqual(tests["ctest_plain.expect.small"]["LABELS"], ["tier-pr", "quick"])
        # The tier's ten minutes and a margin.
        self.assertEqual(tests["ctest_own.pr"]["TIMEOUT"], 660)
        self.assertEqual(tests["ctest_own.pr"]["SKIP_RETURN_CODE"], 77)
        self.assertNotIn("RESOURCE_GROUPS", tests["ctest_own.pr"])

    def test_the_suites_own_program_passes_and_fails_with_its_message(self):
        folder = self.gate(SUITES / "ctest_own_include.cmake")
        code, text = self.ctest(folder, "-C", "nightly", "--no-tests=error")
        self.assertEqual(code, 0, text)
        self.assertIn("100% tests passed, 0 tests failed out of 2", text)
        code, text = self.ctest(folder, "--output-on-failure", ASSAY_TEST_BREAKS="1")
        self.assertNotEqual(code, 0)
        self.assertIn("one and one", text)
        self.assertIn("ctest_own.test.Quick.arithmetic", text)

    def test_a_failing_case_fails_its_test_and_shows_assays_message(self):
        folder = self.gate(SUITES / "ctest_plain_include.cmake")
        code, text = self.ctest(folder, "--output-on-failure", ASSAY_CTEST_DATA=self.numbers([1, 2, 3]))
        self.assertNotEqual(code, 0)
        self.assertIn("1 tests failed out of 2", text)
        self.assertIn("ctest_plain.expect.negative (Failed)", text)
        self.assertIn("[-9, 0]", text)

    def test_a_suite_whose_step_has_not_run_fails_as_not_built(self):
        original = SUITES / "ctest_own_include.cmake"
        copy = self.folder / "include.cmake"
        copy.write_text(original.read_text(encoding="utf-8").replace("ctest_own_tests.cmake", "nowhere.cmake"), encoding="utf-8")
        code, text = self.ctest(self.gate(copy))
        self.assertNotEqual(code, 0)
        self.assertIn("ctest_own_NOT_BUILT", text)

    def test_the_step_runs_again_when_the_suite_changes(self):
        inputs = subprocess.run(["ninja", "-C", BUILD, "-t", "query", str((SUITES / "ctest_own_tests.cmake").relative_to(BUILD))],
                                capture_output=True, text=True, check=False).stdout
        if not inputs:
            self.skipTest("the build tree is not Ninja's")
        self.assertIn("own/suite.toml", inputs)
        self.assertIn("bin/assay", inputs)

    # --- assay list --ctest, for anything that a path can hold ---

    def odd_suite(self, text=SUITE):
        folder = self.folder / "a b;c[1] #2 $HOME ${x} \"q\" ]=] é"
        folder.mkdir(exist_ok=True)
        (folder / "suite.toml").write_text(text, encoding="utf-8")
        with h5py.File(folder / "d.h5", "w") as file:
            file["x"] = numpy.arange(10)
        return folder

    def write_tests(self, folder, *arguments):
        out = self.folder / "odd_tests.cmake"
        outcome = run_assay("list", str(folder / "suite.toml"), "--ctest", str(out), *arguments, folder=self.folder)
        self.assertEqual(outcome.exit, 0, outcome.stderr)
        return self.gate(out)

    def test_a_path_with_every_character_that_cmake_reads(self):
        folder = self.odd_suite()
        for arguments in [], ["--per-case"]:
            gate = self.write_tests(folder, *arguments)
            code, text = self.ctest(gate, "--no-tests=error")
            self.assertEqual(code, 0, text)
        with h5py.File(folder / "d.h5", "a") as file:
            file["x"][3] = 99
        code, text = self.ctest(gate, "--output-on-failure")
        self.assertNotEqual(code, 0)
        self.assertIn("99", text)

    def test_all_skipped_is_skipped_in_ctest(self):
        gate = self.write_tests(self.odd_suite(SUITE + 'device = "cuda"\n'))
        self.assertEqual(self.listed(gate)["odd.pr"]["RESOURCE_GROUPS"],
                         [{"requirements": [{".type": "gpus", "slots": 1}]}])
        if os.path.exists("/dev/nvidiactl"):
            self.skipTest("this machine has a GPU")
        code, text = self.ctest(gate)
        self.assertEqual(code, 0, text)
        self.assertIn("***Skipped", text)

    def test_several_suites_are_refused(self):
        self.write("a/suite.toml", SUITE.replace("odd", "one"))
        self.write("b/suite.toml", SUITE.replace("odd", "two"))
        outcome = run_assay("list", ".", "--ctest", "x.cmake", folder=self.folder)
        self.assertEqual(outcome.exit, 2)
        self.assertFalse((self.folder / "x.cmake").exists())


if __name__ == "__main__":
    unittest.main()
