"""The presets asan-ubsan and tsan catch what they are for.

The project planted/ takes the place of Assay beside the same CMakePresets.json and tools/cmake, so flags, options of the
sanitizers and the look for reports are those of the presets.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
CMAKE = pathlib.Path(os.environ["CMAKE"])
RANDOM_BITS = pathlib.Path("/proc/sys/vm/mmap_rnd_bits")
LESS_RANDOM = ["setarch", os.uname().machine, "-R"]


def before_sanitized():
    """What GCC 12's sanitizers need before a command, as in tools/check; None where their programs might not start."""
    if not RANDOM_BITS.is_file() or int(RANDOM_BITS.read_text(encoding="utf-8")) <= 28:
        return []
    return LESS_RANDOM if subprocess.run([*LESS_RANDOM, "true"], capture_output=True, check=False).returncode == 0 else None


class Preset(unittest.TestCase):
    maxDiff = None
    name = ""
    before = before_sanitized()

    @classmethod
    def setUpClass(cls):
        if not cls.name:
            raise unittest.SkipTest("has no preset itself")
        if cls.before is None:
            raise unittest.SkipTest(f"vm.mmap_rnd_bits is over 28 and {LESS_RANDOM} is not allowed")
        folder = tempfile.TemporaryDirectory(prefix="assay-test-")
        cls.addClassCleanup(folder.cleanup)
        cls.root = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "tests/compile/planted", cls.root, dirs_exist_ok=True)
        shutil.copytree(ROOT / "tools/cmake", cls.root / "tools/cmake")
        shutil.copy(ROOT / "CMakePresets.json", cls.root)
        cls.call("cmake", "--preset", cls.name)
        cls.call("cmake", "--build", "--preset", cls.name, "--", "-k0")

    @classmethod
    def call(cls, program, *arguments, may_fail=False):
        # Options of a developer's own would change what the presets say.
        environment = {name: value for name, value in os.environ.items() if not name.endswith("SAN_OPTIONS")}
        done = subprocess.run([*cls.before, CMAKE.with_name(program), *arguments], cwd=cls.root, env=environment, text=True, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        if done.returncode and not may_fail:
            raise AssertionError(f"{program} {arguments} ended with {done.returncode}:\n{done.stdout}")
        return done

    def verdicts(self, test):
        """Runs one planted program: the exit code of CTest, what each test came to, and the reports shown."""
        file = self.root / "results.xml"
        done = self.call("ctest", "--preset", self.name, "-R", f"^{test}$", "--output-junit", file, may_fail=True)
        entries = {entry.get("name"): entry for entry in xml.etree.ElementTree.parse(file).getroot().iter("testcase")}
        self.assertIn("sanitizer_reports", entries, done.stdout)
        reports = entries["sanitizer_reports"].findtext("system-out")
        return done.returncode, {name: entry.get("status") for name, entry in entries.items()}, reports

    def assert_caught(self, test, words, verdict="fail"):
        code, verdicts, reports = self.verdicts(test)
        self.assertNotEqual(0, code)
        self.assertEqual({"sanitizer_reports_folder": "run", test: verdict, "sanitizer_reports": "fail"}, verdicts)
        self.assertIn(words, reports)
        self.assertIn("planted.cpp", reports)

    def assert_healthy(self, test):
        self.assertEqual((0, {"sanitizer_reports_folder": "run", test: "run", "sanitizer_reports": "run"}), self.verdicts(test)[:2])


class AddressAndUndefined(Preset):
    name = "asan-ubsan"

    def test_catches_a_heap_overflow(self):
        self.assert_caught("heap_overflow", "heap-buffer-overflow")

    def test_catches_a_signed_overflow(self):
        self.assert_caught("signed_overflow", "signed integer overflow")

    def test_catches_a_leak(self):
        self.assert_caught("leak", "detected memory leaks")

    def test_tells_of_a_process_whose_end_nobody_looks_at(self):
        self.assert_caught("unseen_overflow", "heap-buffer-overflow", verdict="run")

    def test_passes_the_healthy_twin(self):
        self.assert_healthy("healthy")

    def test_runs_what_links_tbb(self):
        self.assert_healthy("scanning")


class Thread(Preset):
    name = "tsan"

    def test_catches_a_data_race(self):
        self.assert_caught("data_race", "data race")

    def test_passes_the_healthy_twin(self):
        self.assert_healthy("healthy")

    def test_leaves_out_what_links_tbb_and_says_so(self):
        self.assertFalse((self.root / "build/tsan/scanning").exists())
        done = self.call("ctest", "--preset", self.name, "-R", "^scanning$", may_fail=True)
        self.assertIn("Not Run (Disabled)", done.stdout)


if __name__ == "__main__":
    unittest.main()
