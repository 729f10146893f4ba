"""assay-torch-probe beside the real LibTorch, and when LD_LIBRARY_PATH leads it to others, made up here."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROBE = os.environ["ASSAY_TORCH_PROBE"]


def probe(folder=None):
    environment = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
    if folder:
        environment["LD_LIBRARY_PATH"] = str(folder)
    done = subprocess.run([PROBE], env=environment, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout), done.stderr


class TorchProbe(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()

    def library(self, source):
        (self.folder / "library.c").write_text(source, encoding="utf-8")
        subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", self.folder / "libtorch_cpu.so", self.folder / "library.c"],
                       check=True)
        return self.folder

    def test_the_one_it_was_built_with(self):
        status, said, trouble = probe()
        self.assertEqual((0, ""), (status, trouble))
        self.assertEqual(["header", "library", "match", "path"], list(said))
        self.assertTrue(said["match"])
        self.assertEqual(said["header"], said["library"])
        self.assertTrue(said["path"].endswith("/lib/libtorch_cpu.so") and os.path.exists(said["path"]), said["path"])

    def test_another_version(self):
        folder = self.library("unsigned long aoti_torch_abi_version(void) { return 2ul << 56 | 99ul << 48 | 3ul << 40; }\n")
        status, said, trouble = probe(folder)
        self.assertEqual(3, status)
        self.assertEqual({"header": said["header"], "library": "2.99.3", "match": False, "path": f"{folder}/libtorch_cpu.so"}, said)
        self.assertIn(f"but the loader opens 2.99.3 from {folder}/libtorch_cpu.so. Take its folder out of LD_LIBRARY_PATH", trouble)

    def test_one_that_does_not_tell(self):
        status, said, trouble = probe(self.library("int nothing;\n"))
        self.assertEqual((3, False, None), (status, said["match"], said["library"]))
        self.assertIn("does not tell its version", trouble)

    def test_one_cut_short(self):
        folder = self.library("int nothing;\n")
        os.truncate(folder / "libtorch_cpu.so", 100)
        status, said, trouble = probe(folder)
        self.assertEqual((3, False), (status, said["match"]))
        self.assertIn("cannot open LibTorch: ", said["problem"])
        self.assertIn("Call tools/setup", trouble)


if __name__ == "__main__":
    unittest.main()
