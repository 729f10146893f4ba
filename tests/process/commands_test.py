"""The verbs beside `run`: what they print, for people and for programs."""
import json
import pathlib
import re
import shutil
import subprocess
import unittest

from command import ASSAY, CommandTest, run_assay, run_suite

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]

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

    def test_what_is_kept_is_nobodys_to_commit(self):
        self.assertEqual(run_assay("run", folder=self.folder).exit, 0)
        self.assertEqual((self.folder / ".assay/.gitignore").read_text(), "*\n")
        (self.folder / ".assay/.gitignore").write_text("mine\n")
        self.assertEqual(run_assay("run", folder=self.folder).exit, 0)
        self.assertEqual((self.folder / ".assay/.gitignore").read_text(), "mine\n")

    def test_doctor_of_an_installed_tree_says_what_helps_there(self):
        remedies = {}
        for tree in ("built", "installed"):
            (self.folder / tree / "bin").mkdir(parents=True)
            shutil.copy(ASSAY, self.folder / tree / "bin/assay")
        (self.folder / "installed/share/assay").mkdir(parents=True)
        for tree in ("built", "installed"):
            done = subprocess.run([self.folder / tree / "bin/assay", "doctor", "--json"], capture_output=True, timeout=60, check=False)
            remedies[tree] = {found["name"]: found["remedy"] for found in json.loads(done.stdout)["findings"]}["LibTorch"]
        self.assertIn("tools/setup", remedies["built"])
        self.assertNotIn("tools/", remedies["installed"])
        self.assertIn("ASSAY_LIBTORCH_ROOT", remedies["installed"])

    def test_the_page_of_all_keys_is_what_the_parser_takes(self):
        done = subprocess.run([REPOSITORY / "tools/reference", ASSAY, "--check"], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    # A case that sets just this key, for every key that the schema marks as not built.
    LATER = {
        "expect": {},
        "memorize": {"wall_time.ratio": "wall_time = { ratio = [0, 1] }",
                     "ladder": "ladder = ['x']", "deployed": "deployed = { model = 'm' }"},
        "train": {"command": "command = ['true']\nmetrics = 'm.jsonl'", "stall": "stall = '1m'", "first_step": "first_step = '1m'",
                  "metric.<>.reference": "metric.m.reference = { files = ['a'] }", "metric.<>.from_history": "metric.m.from_history = true"},
        "examples": {"model": "model = 'm'", "margin": "margin = 0.1", "per_example": "per_example = true"},
    }
    HEALTHY = {"expect": "data = 'd'\ndataset = 'x'\nrows = 1", "memorize": "loss_below = 1", "train": "", "examples": "file = 'd'"}
    WITH_ANOTHER = {"loss", "optimizer", "data", "metrics"}  # refused with `model` or `command`, which they go with

    def marked(self, schema, root, path=""):
        """Paths of the keys whose description says that they are not built."""
        if "$ref" in schema:
            schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
        for inner in schema.get("anyOf", []):
            yield from self.marked(inner, root, path)
        for key, member in schema.get("properties", {}).items():
            if "not built in this version" in member.get("description", ""):
                yield path + key
            yield from self.marked(member, root, f"{path}{key}.")
        if isinstance(schema.get("additionalProperties"), dict):
            yield from self.marked(schema["additionalProperties"], root, path + "<>.")

    def test_the_schema_marks_exactly_what_is_refused(self):
        root = json.loads(self.answer("schema", "suite.toml"))
        kinds = {key for key, member in root["properties"].items() if "not built" in member.get("description", "")}
        self.assertEqual(kinds, {"behave", "resume", "determinism", "parity"})
        for kind, texts in self.LATER.items():
            found = {path for path in self.marked(root["$defs"][kind], root) if not path.startswith(("of.", "checks."))}
            self.assertEqual(found - (self.WITH_ANOTHER if kind in ("memorize", "train") else set()), set(texts), kind)
            for key, text in {None: "", **texts}.items():
                needs_recipe = kind != "expect" and "model = 'm'\n" not in text and key not in ("command", "model")
                recipe = "" if not needs_recipe else "predictions = 'd'" if kind == "examples" else "recipe = 'r'"
                self.write("suite.toml", f"[data]\nd = 'd.h5'\n[{kind}.a]\n{self.HEALTHY[kind]}\n{recipe}\n{text}\n"
                           "[expect.uses]\ndata = 'd'\ndataset = 'x'\nrows = 3\n")
                refused = {case["name"]: case["refused"] for case in self.json("list", "--json")["cases"]}
                (name,) = [name for name in refused if name.endswith(f".{kind}.a")]
                if key is None:
                    self.assertIsNone(refused[name])
                else:
                    self.assertIn(key.replace("<>.", ""), refused[name] or "", (kind, key))

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
