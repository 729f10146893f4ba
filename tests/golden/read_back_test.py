"""Reads the reports back with parsers that are not Assay's: Python's strict JSON and its XML parser."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

NAMES = ("hostile", "everything", "passing", "nothing")
VERDICTS = set("passed failed skipped error timeout stalled crashed flaky xfailed xpassed cancelled not_run".split())
CASE_FIELDS = "name suite kind tier verdict fault seconds reason reproduce failures metrics".split()
FAILURE_FIELDS = "message expected observed unexpected total share offenders truncated".split()
LARGEST = 2**64 - 1


def refuse(text):
    raise ValueError(f"{text} is not JSON")


def no_repeats(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), names
    return dict(pairs)


class ReadBack(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="assay-golden-")
        cls.folder = pathlib.Path(cls.scratch.name)
        subprocess.run([os.environ["ASSAY_WRITE_REPORTS"], cls.folder], check=True, timeout=60)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def results(self, name):
        text = (self.folder / f"{name}.json").read_text(encoding="utf-8")
        return json.loads(text, parse_constant=refuse, object_pairs_hook=no_repeats)

    def junit(self, name):
        return ElementTree.parse(self.folder / f"{name}.xml").getroot()

    def test_results_have_the_fields_that_the_specification_fixes(self):
        for name in NAMES:
            results = self.results(name)
            self.assertEqual(list(results), ["schema", "exit", "cases"])
            self.assertEqual(results["schema"], 1)
            for case in results["cases"]:
                self.assertEqual(list(case), CASE_FIELDS + (["curves"] if "curves" in case else []))
                self.assertIn(case["verdict"], VERDICTS)
                self.assertIn(case["fault"], (None, "data", "machine", "user"))
                for failure in case["failures"]:
                    self.assertEqual(list(failure), FAILURE_FIELDS + (["files"] if "files" in failure else []))
                    for file in failure.get("files", []):
                        self.assertEqual(list(file), ["path", "media_type", "caption"])
                    self.assertLessEqual(len(failure["offenders"]), 20)
                for metric in case["metrics"]:
                    self.assertEqual(list(metric), ["name", "value", "unit", "direction"])

    def test_a_curve_stands_at_its_case(self):
        curves = {case["name"]: case["curves"] for case in self.results("everything")["cases"] if "curves" in case}
        self.assertEqual(curves, {"people.train.short_run": [
            {"name": "loss", "points": [[1, 2.302585092994046], [2, 1.75], [412, "nan"]]}]})

    def test_no_entry_stands_twice(self):
        for name in NAMES:
            names = [case["name"] for case in self.results(name)["cases"]]
            self.assertEqual(len(names), len(set(names)))

    def test_every_verdict_is_there(self):
        self.assertEqual({case["verdict"] for case in self.results("everything")["cases"]}, VERDICTS)

    def test_integers_are_exact_and_other_numbers_are_texts(self):
        case = self.results("hostile")["cases"][0]
        failure = case["failures"][0]
        self.assertEqual(failure["unexpected"], LARGEST)
        self.assertEqual(failure["share"], 1.0)
        self.assertEqual(failure["offenders"][0]["row"], LARGEST)
        self.assertEqual(failure["offenders"][0]["index"], [LARGEST])
        self.assertEqual(failure["offenders"][1]["value"], -(2**63))
        self.assertIs(failure["offenders"][2]["value"], True)
        self.assertEqual(failure["offenders"][3]["value"], "-inf")
        self.assertEqual([metric["value"] for metric in case["metrics"]], ["nan", LARGEST, "-inf"])
        self.assertEqual(case["seconds"], "inf")

    def test_hostile_text_survives_as_far_as_it_is_text(self):
        message = self.results("hostile")["cases"][0]["failures"][0]["message"]
        self.assertIn("]]> & <b attribute=\"x\">'\x01\x1b[31m\x7f\\xff\\xed\\xa0\\x80", message)
        self.assertIn("grüß\r\n\ttab \U0001f600\0end", message)

    def test_junit_lists_the_same_entries_as_the_results(self):
        for name in ("everything", "passing", "nothing"):
            listed = [f"{test.get('classname')}.{test.get('name')}" for test in self.junit(name).iter("testcase")]
            self.assertEqual(sorted(listed), sorted(case["name"] for case in self.results(name)["cases"]))

    def test_junit_is_well_formed_whatever_the_texts_hold(self):
        tests = list(self.junit("hostile").iter("testcase"))
        self.assertEqual(len(tests), len(self.results("hostile")["cases"]))
        failure = tests[0].find("failure")
        self.assertIn("]]> & <b attribute=\"x\">'\\x01\\x1b[31m\\x7f\\xff", failure.get("message"))
        self.assertIn("\\ufffe\\uffff grüß\r\n\ttab \U0001f600\\x00end", failure.get("message"))
        output = next(self.junit("hostile").iter("system-out")).text
        self.assertLess(len(output), 21000)
        self.assertIn("\\x00end", output)

    def test_junit_counts_agree_with_its_entries(self):
        for name in NAMES:
            root = self.junit(name)
            for element in (root, *root.iter("testsuite")):
                tests = list(element.iter("testcase"))
                self.assertEqual(int(element.get("tests")), len(tests))
                for kind, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
                    self.assertEqual(int(element.get(attribute)), sum(test.find(kind) is not None for test in tests))
                seconds = sum(float(test.get("time")) for test in tests)
                self.assertAlmostEqual(float(element.get("time")), seconds, delta=0.001 * (len(tests) + 1))

    def test_a_case_that_did_not_pass_is_red_in_junit(self):
        root = self.junit("everything")
        for case in {test.get("classname") + "." + test.get("name").split("/")[0] for test in root.iter("testcase")}:
            mine = [t for t in root.iter("testcase") if f"{t.get('classname')}.{t.get('name')}".split("/")[0] == case]
            red = any(t.find("failure") is not None or t.find("error") is not None for t in mine)
            results = [c for c in self.results("everything")["cases"] if c["name"].split("/")[0] == case]
            good = all(c["verdict"] in ("passed", "skipped", "flaky", "xfailed") for c in results)
            self.assertEqual(red, not good, case)

    def test_failure_text_stands_once(self):
        for test in self.junit("everything").iter("testcase"):
            for element in (*test.findall("failure"), *test.findall("error")):
                self.assertNotIn(element.get("message"), element.text or "")

    def test_the_console_holds_no_control_characters(self):
        for name in NAMES:
            text = (self.folder / f"{name}.txt").read_text(encoding="utf-8")
            bad = {c for c in text if c != "\n" and (ord(c) < 32 or 127 <= ord(c) < 160)}
            self.assertEqual(bad, set())


if __name__ == "__main__":
    unittest.main()
