"""Every mistake of a user ends in exit 2 and a sentence that names the place and what to do."""
import os
import unittest

from command import CommandTest, run_assay, run_suite

HEAD = '[data]\nd = "d.h5"\n\n[expect.a]\ndata = "d"\ndataset = "x"\n'  # the next line is line 7


class Mistakes(CommandTest):
    def setUp(self):
        super().setUp()
        self.data(x=[1.0, 2.0, 3.0])

    def mistake(self, text, *parts, name="suite.toml"):
        self.write(name, text)
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 2, outcome.stdout + outcome.stderr)
        for part in parts:
            self.assertIn(part, outcome.stderr)
        self.assertNotIn("internal error", outcome.stderr)
        return outcome

    def test_healthy_twin(self):
        self.write("suite.toml", HEAD + "values = [0, 3]\n")
        self.assertEqual(run_suite(self.folder).exit, 0)

    def test_in_the_suite(self):
        for line, parts in {
            "valeus = [0, 1]": ("suite.toml:7:1", "valeus", "`values`"),
            "values = 'big'": ("suite.toml:7:", "values"),
            "values = [1, 0]": ("suite.toml:7:", "values"),
            "values = [0, nan]": ("suite.toml:7:", "values"),
            "values = [0, 1]\nvalues = [0, 2]": ("suite.toml:8:",),
            "values = [0, 1": ("suite.toml:",),
            "values = { in = [0, 1], mosty = 1 }": ("suite.toml:7:", "mostly"),
            "values = { in = [0, 1], mostly = 1.5 }": ("suite.toml:7:", "mostly"),
            "values = { in = [0, 1], unit = 'rows' }": ("suite.toml:7:", "row"),
            "where = 'x =< 3'\nvalues = [0, 9]": ("suite.toml:7:", "where"),
            "finite = 1": ("suite.toml:7:", "finite"),
            "in_set = []": ("suite.toml:7:", "in_set"),
            "dtype = 'unit8'": ("suite.toml:7:", "uint8"),
            "shape = ['?', 3]": ("suite.toml:7:", "shape"),
            "values = [0, 9]\ntier = 'nightl'": ("suite.toml:8:", "nightly"),
            "values = [0, 9]\ntimeout = 10": ("suite.toml:8:", "timeout"),
            "values = [0, 9]\nmemory = '4 potatoes'": ("suite.toml:8:", "memory"),
            "values = [0, 9]\nthreads = 0": ("suite.toml:8:", "threads"),
            "values = [0, 9]\nxfail_until = 'soon'": ("suite.toml:8:", "xfail_until"),
            "values = [0, 9]\n\n[expects.b]\ndataset = 'x'": ("suite.toml:9:", "expect"),
            "values = [0, 9]\n\n[expect.my-case]\ndataset = 'x'": ("suite.toml:9:", "my-case"),
            "values = [0, 9]\n\n[expect.a]\nvalues = 1": ("suite.toml:9:",),
        }.items():
            with self.subTest(line=line):
                self.mistake(HEAD + line + "\n", *parts)

    def test_unused_and_unknown_data(self):
        self.mistake(HEAD.replace('d = "d.h5"', 'd = "d.h5"\nspare = "e.h5"') + "values = 1\n", "suite.toml:3:", "spare")
        self.mistake(HEAD.replace('data = "d"', 'data = "dd"') + "values = 1\n", "dd")

    def test_all_mistakes_at_once(self):
        outcome = self.mistake(HEAD + "valeus = 1\nmean = [2, 1]\n\n[expect.b]\ndata = 'd'\ndataset = 'x'\nincreasing = 'always'\n",
                               "suite.toml:7:", "suite.toml:8:", "suite.toml:13:")
        self.assertEqual(outcome.stderr.count("suite.toml:"), 3)

    def test_kinds_of_later_versions_are_refused_by_name(self):
        self.mistake("[memorize.lenet]\nrecipe = 'lenet'\nloss_below = 0.01\n", "suite.toml:1:", "memorize")
        self.mistake("[behave.shift]\nrecipe = 'lenet'\n", "suite.toml:", "behave")

    def test_data_files(self):
        text = HEAD + "values = [0, 9]\n"
        self.mistake(text.replace("d.h5", "no_such.h5"), "suite.toml:2:", "no_such.h5")
        self.mistake(text.replace("d.h5", "no_such_*.h5"), "suite.toml:2:", "no_such_*.h5")
        self.mistake(text.replace("d.h5", "${ASSAY_TEST_UNSET}/d.h5"), "suite.toml:2:", "ASSAY_TEST_UNSET")
        (self.folder / "sub").mkdir()
        self.mistake(text.replace("d.h5", "sub"), "sub", "folder")
        self.mistake("[expect.a]\ndataset = 'x'\nrows = 3\ndata = 'gone.h5'\n", "suite.toml:4:8: there is no file")

    def test_what_one_suite_lacks_does_not_stop_the_others(self):
        self.write("good/suite.toml", "[expect.a]\ndata = '../d.h5'\ndataset = 'x'\nvalues = [0, 9]\n")
        self.write("bad/suite.toml", "[expect.a]\ndata = 'gone.h5'\ndataset = 'x'\nvalues = [0, 9]\n")
        self.write("cpp/suite.toml", "[test.'Some.*']\ntimeout = '1m'\n[expect.a]\ndata = '../d.h5'\ndataset = 'x'\nrows = 3\n")
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 2)
        self.assertIn("error: bad/suite.toml:2:8: there is no file", outcome.stderr)
        self.assertIn("error: cpp/suite.toml:1:", outcome.stderr)
        self.assertEqual(outcome.entries["good.expect.a/values"]["verdict"], "passed")
        for case, words in {"bad.expect.a": "gone.h5", "cpp.expect.a": "assay_add_suite"}.items():
            self.assertEqual((outcome.entries[case]["verdict"], outcome.entries[case]["fault"]), ("error", "user"))
            self.assertIn(words, outcome.text(case))
        self.assertEqual(outcome.entries["bad.expect.a/values"]["verdict"], "not_run")

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_no_permission(self):
        (self.folder / "d.h5").chmod(0)
        self.mistake(HEAD + "values = [0, 9]\n", "d.h5", "ermission")

    def test_two_suites_of_one_name(self):
        for folder in ("one", "two"):
            self.write(f"{folder}/suite.toml", "[suite]\nname = 'same'\n\n[expect.a]\ndata = '../d.h5'\ndataset = 'x'\nvalues = [0, 9]\n")
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 2)
        self.assertIn("same", outcome.stderr)

    def test_in_assay_toml(self):
        self.write("suite.toml", HEAD + "values = [0, 9]\n")
        for text, parts in {
            "[tier.pr]\nbudget = 'ten minutes'\n": ("assay.toml:2:", "budget"),
            "[tier.pr]\nbudgt = '10m'\n": ("assay.toml:2:", "budget"),
            "[project]\nname = 3\n": ("assay.toml:2:", "name"),
            "[tier.pr]\ndevice = 'gpu'\n": ("assay.toml:2:", "cuda"),
            "[[suite]]\npath = 'no_such_folder'\n": ("no_such_folder",),
        }.items():
            with self.subTest(text=text):
                self.mistake(text, *parts, name="assay.toml")

    def test_on_the_command_line(self):
        self.write("suite.toml", HEAD + "values = [0, 9]\n")
        for arguments, part in {
            ("rnu",): "there is no command `rnu`; did you mean `assay run`?",
            ("frobnicate",): "there is no command `frobnicate`; `assay --help`",
            ("run", "--teir", "pr"): "--tier",
            ("run", "--tier", "nighty"): "nightly",
            ("run", "no_such_folder"): "no_such_folder",
            ("run", "d.h5"): "d.h5",
            ("run", "--shard", "3/2"): "I/N",
            ("run", "--shard", "x"): "I/N",
            ("run", "--require", "tpu"): "cuda",
            ("run", "--build", "no_such_build"): "no_such_build",
            (): "assay --help",
        }.items():
            with self.subTest(arguments=arguments):
                outcome = run_assay(*arguments, folder=self.folder)
                self.assertEqual(outcome.exit, 2, outcome.stdout + outcome.stderr)
                self.assertIn(part, outcome.stderr)

    def test_report_that_cannot_be_written(self):
        self.write("suite.toml", HEAD + "values = [0, 9]\n")
        outcome = run_assay("run", "--no-history", "--json", "d.h5/results.json", folder=self.folder)
        self.assertEqual(outcome.exit, 3, outcome.stdout + outcome.stderr)
        self.assertIn("d.h5/results.json", outcome.stderr)

    def test_nothing_to_run(self):
        self.write("suite.toml", HEAD + "values = [0, 9]\n")
        self.assertEqual(run_suite(self.folder, "--filter", "no.such.case").exit, 4)
        self.write("suite.toml", HEAD + "values = [0, 9]\ntier = 'nightly'\n")
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 4)
        self.assertIn("nightly", outcome.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
