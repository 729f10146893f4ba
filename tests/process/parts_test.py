"""Parts of datasets (NumPy's slicing) and samples of their rows, through `assay run`."""
import unittest

import numpy

from command import CommandTest, run_suite

HEAD = '[data]\nd = "d.h5"\n\n[defaults.expect]\ndata = "d"\n'


class Parts(CommandTest):
    def setUp(self):
        super().setUp()
        table = numpy.arange(40, dtype="f4").reshape(10, 4)
        self.data(table=table, label=numpy.arange(10), images=numpy.zeros((6, 4, 4), "u1"))
        self.table = table

    def run_text(self, text, *arguments):
        self.write("suite.toml", HEAD + text)
        return run_suite(self.folder, *arguments)

    def test_columns_are_judged_each_by_its_own_limits(self):
        text = "".join(f'[expect.c{j}]\ndataset = "table[:, {j}]"\nvalues = [{j}, {36 + j}]\nmean = [{18 + j}, {18 + j}]\n' for j in range(4))
        self.assertEqual(self.run_text(text).exit, 0)
        outcome = self.run_text(text.replace("values = [2, 38]", "values = [2, 37]"))
        self.assertEqual(outcome.not_good(), [name for name in outcome.entries if name.endswith("expect.c2/values")])
        (name,) = outcome.not_good()
        failure = outcome.entries[name]["failures"][0]
        self.assertEqual((failure["unexpected"], failure["total"]), (1, 10))
        self.assertEqual(failure["offenders"], [{"row": 9, "index": [9, 2], "value": 38.0}])
        self.assertIn("/table[:, 2] in d.h5", failure["message"])

    def test_condition_and_partner_of_the_same_rows(self):
        outcome = self.run_text('[expect.late]\ndataset = "table[2:8, 1]"\nwhere = "label[2:8] >= 4"\nmean = [23, 23]\n'
                                'less_than = "table[2:8, 2]"\n')
        self.assertEqual(outcome.exit, 0, outcome.stdout)
        numpy.testing.assert_equal(self.table[4:8, 1].mean(), 23)
        outcome = self.run_text('[expect.neighbours]\ndataset = "label[:-1]"\nless_than = "label[1:]"\n')
        self.assertEqual(outcome.exit, 0, outcome.stdout)
        outcome = self.run_text('[expect.unlike]\ndataset = "table[2:8, 1]"\nwhere = "label >= 4"\nmean = [0, 99]\n')
        self.assertEqual(outcome.exit, 1)
        self.assertIn("10", outcome.text(outcome.not_good()[0]))

    def test_column_that_is_not_there_fails(self):
        outcome = self.run_text('[expect.c]\ndataset = "table[:, 4]"\nvalues = [0, 99]\nexists = true\n')
        self.assertEqual(outcome.exit, 1)
        self.assertEqual(set(outcome.verdicts().values()), {"failed"})

    def test_sample_says_so_and_holds_for_its_tier_only(self):
        text = '[expect.s]\ndataset = "table"\nvalues = [0, 99]\nsample.pr = { rows = 3, seed = 1 }\n'
        outcome = self.run_text(text)
        entry = next(entry for name, entry in outcome.entries.items() if name.endswith("/values"))
        numbers = {metric["name"]: metric["value"] for metric in entry["metrics"]}
        self.assertEqual((numbers["total"], numbers["sampled_rows"]), (12, 3))
        self.assertIn("sample of 3 rows", entry["reason"])
        outcome = self.run_text(text, "--tier", "nightly")
        entry = next(entry for name, entry in outcome.entries.items() if name.endswith("/values"))
        numbers = {metric["name"]: metric["value"] for metric in entry["metrics"]}
        self.assertEqual(numbers["total"], 40)
        self.assertNotIn("sampled_rows", numbers)

    def test_sample_of_what_needs_every_row_is_the_users_mistake(self):
        outcome = self.run_text('[expect.s]\ndataset = "table"\nunique = true\nsample = { rows = 3 }\n')
        self.assertEqual(outcome.exit, 2)

    def test_selections_that_mean_nothing_are_mistakes_of_the_file(self):
        for wrong in ("table[::0]", "table[..., ...]"):
            with self.subTest(wrong=wrong):
                outcome = self.run_text(f'[expect.s]\ndataset = "{wrong}"\nvalues = [0, 9]\n')
                self.assertEqual(outcome.exit, 2)
                self.assertIn("suite.toml:7:", outcome.stderr)


if __name__ == "__main__":
    unittest.main()
