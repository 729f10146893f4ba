"""The verbs beside `run`: what they print, for people and for programs."""
import json
import re
import unittest

from command import CommandTest, run_assay, run_suite

SUITE = """
[suite]
name = "s"

[data]
d = "d.h5"

[expect.b]
data = "d"
dataset = "x"
values = [0, 9]
rows = 3

[expect.a]
data = "d"
dataset = "x"
tier = "nightly"
timeout = "90s"
memory = "1GB"
finite = true
"""


class Commands(CommandTest):
    def setUp(self):
        super().setUp()
        self.data(x=[1.0, 2.0, 3.0])
        self.write("suite.toml", SUITE)

    def answer(self, *arguments):
        outcome = run_assay(*arguments, folder=self.folder)
        self.assertEqual(outcome.exit, 0, outcome.stderr)
        return outcome.stdout

    def json(self, *arguments):
        document = json.loads(self.answer(*arguments))
        self.assertEqual(document["schema"], 1)
        return document

    def test_list_names_all_tiers_in_the_order_of_the_file(self):
        lines = self.answer("list").splitlines()
        self.assertEqual([line.split() for line in lines], [["s.expect.b", "pr", "suite.toml:8"], ["s.expect.a", "nightly", "suite.toml:14"]])
        cases = self.json("list", "--json")["cases"]
        self.assertEqual([(case["name"], case["tier"], case["checks"]) for case in cases],
                         [("s.expect.b", "pr", ["values", "rows"]), ("s.expect.a", "nightly", ["finite"])])

    def test_list_by_tier_and_filter(self):
        self.assertEqual([case["name"] for case in self.json("list", "--json", "--tier", "pr")["cases"]], ["s.expect.b"])
        self.assertEqual([case["name"] for case in self.json("list", "--json", "--tier", "nightly", "--only-tier")["cases"]], ["s.expect.a"])
        self.assertEqual([case["name"] for case in self.json("list", "--json", "--filter", "*a")["cases"]], ["s.expect.a"])
        self.assertEqual(run_assay("list", "--filter", "nothing", folder=self.folder).exit, 4)

    def test_list_shows_what_this_version_cannot_run(self):
        self.write("suite.toml", SUITE + "\n[train.run]\ncommand = ['true']\nmetrics = 'm.jsonl'\nsteps = [1, 2]\n")
        refused = {case["name"]: case["refused"] for case in self.json("list", "--json")["cases"]}
        self.assertIsNone(refused["s.expect.b"])
        self.assertIn("command", refused["s.train.run"])

    def test_plan_has_limits_and_workers(self):
        plan = self.json("plan", "--json", "--tier", "nightly")
        case = {item["name"]: item for item in plan["cases"]}["s.expect.a"]
        self.assertEqual((case["limit_seconds"], case["memory"], case["isolate"]), (90, 1000000000, True))
        self.assertEqual([worker["cases"] for worker in plan["workers"]], [["s.expect.b"], ["s.expect.a"]])
        self.assertIn("at most 1 min 30 s", self.answer("plan", "--tier", "nightly"))

    def test_plan_of_all_shards_is_each_case_once(self):
        names = []
        for shard in (1, 2, 3):
            outcome = run_assay("plan", "--json", "--tier", "nightly", "--shard", f"{shard}/3", folder=self.folder)
            names += [case["name"] for case in json.loads(outcome.stdout)["cases"]]
        self.assertEqual(sorted(names), ["s.expect.a", "s.expect.b"])

    def test_schema_describes_both_files(self):
        both = self.json("schema")
        self.assertEqual(both["suite.toml"], json.loads(self.answer("schema", "suite.toml")))
        self.assertEqual(both["assay.toml"], json.loads(self.answer("schema", "assay.toml")))
        self.assertIn("expect", both["suite.toml"]["properties"])
        self.assertIn("tier", both["assay.toml"]["properties"])

    def test_init_writes_a_suite_that_runs_and_never_over_one(self):
        self.answer("init", "new", "--data", "d.h5", "--dataset", "x")
        text = (self.folder / "new/suite.toml").read_text()
        self.assertIn('train = "../d.h5"', text)
        self.assertEqual(run_suite(self.folder / "new").exit, 0)
        self.assertEqual(run_assay("init", "new", folder=self.folder).exit, 2)
        self.assertEqual((self.folder / "new/suite.toml").read_text(), text)

    def test_what_init_leaves_to_be_uncommented_is_a_suite_too(self):
        self.answer("init", "new", "--data", "d.h5", "--dataset", "x")
        file = self.folder / "new/suite.toml"
        file.write_text(re.sub(r"(?m)^# (?=[a-z\[])", "", file.read_text()))
        names = [case["name"] for case in json.loads(self.answer("list", "new", "--json"))["cases"]]
        self.assertEqual(names, ["new.expect.first", "new.memorize.batch", "new.examples.hard"])

    def test_doctor_names_what_data_tests_need(self):
        findings = {finding["name"]: finding for finding in self.json("doctor", "--json")["findings"]}
        self.assertTrue(findings["data tests"]["good"])
        self.assertRegex(findings["data tests"]["seen"], r"HDF5 1\.\d+")
        for finding in findings.values():
            self.assertTrue(finding["good"] or finding["remedy"])

    def test_a_run_is_kept_unless_told_otherwise(self):
        run_suite(self.folder)
        self.assertFalse((self.folder / ".assay").exists())
        self.assertEqual(run_assay("run", folder=self.folder).exit, 0)
        kept = list((self.folder / ".assay/history").glob("*.jsonl"))
        self.assertEqual(len(kept), 1)
        kinds = [json.loads(line)["event"] for line in kept[0].read_text().splitlines()]
        self.assertEqual((kinds[0], kinds[-1]), ("run_started", "run_finished"))
        self.assertIn("check", kinds)

    def test_results_go_to_stdout_on_request(self):
        results = json.loads(self.answer("run", "--no-history", "--json", "-"))
        self.assertEqual([case["verdict"] for case in results["cases"]], ["passed", "passed"])

    def test_nothing_of_a_terminal_goes_into_a_pipe(self):
        outcome = run_assay("run", "--no-history", folder=self.folder, environment={"NO_COLOR": ""})
        self.assertNotIn("\x1b", outcome.stdout + outcome.stderr)
        self.assertEqual(outcome.stderr, "")
        self.assertLessEqual(max(map(len, outcome.stdout.splitlines())), 80)


if __name__ == "__main__":
    unittest.main(verbosity=2)
