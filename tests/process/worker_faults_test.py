"""A worker that goes wrong gives the right verdict to the case in flight, the rest still runs, and nothing is left alive."""
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest
import uuid

from command import ASSAY, CommandTest, run_suite

PROGRAM = os.environ["ASSAY_FAULTY_SUITE"]
SUITE = """
[suite]
name = "faulty"

[test."Faults.?_hangs*"]
timeout = "1s"

[test."Faults.h_fills_memory"]
memory = "200MB"
"""


def alive_with(marker):
    """Processes whose environment holds the marker, but for this one."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            if marker.encode() in (entry / "environ").read_bytes():
                found.append((entry.name, (entry / "comm").read_text().strip()))
        except OSError:
            continue
    return found


class WorkerFaults(CommandTest):
    def setUp(self):
        super().setUp()
        self.marker = "marker-" + uuid.uuid4().hex
        self.environment = {"ASSAY_TEST_MARKER": self.marker}
        suite = self.write("suite.toml", SUITE)
        self.write("build/assay/suites/faulty.json",
                   json.dumps({"schema": 1, "suite": "faulty", "file": str(suite), "program": PROGRAM}))

    def run_cases(self, *arguments):
        return run_suite(self.folder, "--build", "build", *arguments, environment=self.environment)

    def test_each_fault_has_its_verdict_and_the_rest_runs(self):
        outcome = self.run_cases()
        self.assertEqual(outcome.exit, 1, outcome.stderr)
        verdicts = {name.removeprefix("faulty.test.Faults."): verdict for name, verdict in outcome.verdicts().items()}
        self.assertEqual(verdicts, {
            "a_passes": "passed", "b_segfaults": "crashed", "c_aborts": "crashed", "d_exits": "crashed", "e_hangs": "timeout",
            "f_hangs_deaf_to_termination": "timeout", "g_forks_a_daemon": "failed", "h_fills_memory": "crashed",
            "i_fails": "failed", "j_throws": "failed", "k_skips": "skipped", "l_passes": "passed"})
        for name, parts in {"b_segfaults": ["SIGSEGV"], "c_aborts": ["SIGABRT"], "d_exits": ["exit", "status 0"],
                            "e_hangs": ["1 s"], "g_forks_a_daemon": ["sleep"], "h_fills_memory": ["memory", "200 MB"],
                            "i_fails": ["arithmetic", "faulty_suite.cpp"], "j_throws": ["no such luck"],
                            "k_skips": ["needs a telescope"]}.items():
            for part in parts:
                self.assertIn(part, outcome.text(f"faulty.test.Faults.{name}"), name)
        self.assertEqual(alive_with(self.marker), [])

    def test_the_command_of_a_failure_repeats_just_it(self):
        outcome = self.run_cases("--filter", "*.i_fails")
        command = outcome.entries["faulty.test.Faults.i_fails"]["reproduce"]
        self.assertIn(command, outcome.stdout.replace("\n", " ").replace("  ", " ") + command)
        again = subprocess.run(command.replace("assay", ASSAY, 1), shell=True, cwd=self.folder, capture_output=True, text=True,
                               timeout=60, check=False)
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
        self.assertIn("arithmetic", again.stdout)

    def test_all_skipped_is_77(self):
        self.assertEqual(self.run_cases("--filter", "*.k_skips").exit, 77)

    def start_hanging(self):
        """Starts a run of the case that hangs and waits until it does."""
        (self.folder / "suite.toml").write_text('[suite]\nname = "faulty"\n', encoding="utf-8")
        process = subprocess.Popen([ASSAY, "run", ".", "--build", "build", "--no-history", "--filter", "*.f_hangs*", "--out", "out"],
                                   cwd=self.folder, env={**os.environ, **self.environment}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        deadline = time.monotonic() + 30
        while not any("case_started" in log.read_text(errors="replace") for log in (self.folder / "out").rglob("*.jsonl")):
            self.assertLess(time.monotonic(), deadline, "the case never started")
            time.sleep(0.01)  # polling; the deadline decides
        return process

    def assert_nothing_is_alive_within(self, seconds):
        deadline = time.monotonic() + seconds
        while alive := alive_with(self.marker):
            self.assertLess(time.monotonic(), deadline, f"still alive: {alive}")
            time.sleep(0.01)

    def test_a_killed_runner_leaves_nothing_alive(self):
        process = self.start_hanging()
        process.kill()
        self.assert_nothing_is_alive_within(2)
        process.communicate(timeout=10)

    def test_an_interrupted_runner_reports_and_leaves_nothing_alive(self):
        process = self.start_hanging()
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=10)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("cancelled", output)
        self.assertEqual(alive_with(self.marker), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
