"""Runs the built `assay` from outside, as a user does, for the tests in this folder."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import h5py
import numpy

ASSAY = os.environ["ASSAY_COMMAND"]
LIMIT_SECONDS = 120


class Outcome:
    """What one call of `assay` did."""

    def __init__(self, completed, results):
        self.exit = completed.returncode
        self.stdout = completed.stdout
        self.stderr = completed.stderr
        self.results = results
        self.entries = {entry["name"]: entry for entry in results["cases"]} if results else {}

    def verdicts(self):
        return {name: entry["verdict"] for name, entry in self.entries.items()}

    def not_good(self):
        """Names of all entries that did not pass."""
        return sorted(name for name, verdict in self.verdicts().items() if verdict != "passed")

    def text(self, name):
        """All sentences of one entry."""
        entry = self.entries[name]
        return " ".join([entry["reason"] or ""] + [failure["message"] for failure in entry["failures"]])


def refuse_constant(text):
    raise ValueError(f"{text} is not JSON")


def run_assay(*arguments, folder, environment=None):
    """One call of `assay` in a folder; its results.json is read strictly when that file was asked for and written."""
    completed = subprocess.run([ASSAY, *map(str, arguments)], cwd=folder, env={**os.environ, "NO_COLOR": "1", **(environment or {})},
                               stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False)
    path = pathlib.Path(folder) / "results.json"
    written = "results.json" in arguments and path.is_file()
    results = json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse_constant) if written else None
    return Outcome(completed, results)


def run_suite(folder, *arguments, environment=None, path="."):
    """`assay run` in a folder, with its results.json."""
    (pathlib.Path(folder) / "results.json").unlink(missing_ok=True)
    return run_assay("run", path, "--json", "results.json", "--no-history", *arguments, folder=folder, environment=environment)


class CommandTest(unittest.TestCase):
    """A test with a folder of its own, removed when the test passed and kept when it failed."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-test-"))

    def tearDown(self):
        if self._outcome.success:
            shutil.rmtree(self.folder, ignore_errors=True)
        else:
            print(f"kept: {self.folder}")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def data(self, name="d.h5", **datasets):
        path = self.folder / name
        with h5py.File(path, "w") as file:
            for key, value in datasets.items():
                file[key.replace("__", "/")] = numpy.asarray(value)
        return path
