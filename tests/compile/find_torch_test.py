"""What FindAssayTorch says about a LibTorch that is missing, old, new, or not one; on made-up folders.

A made-up LibTorch is the version header and an empty library; the link test of the module is marked as passed.
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

MODULES = pathlib.Path(__file__).resolve().parents[2] / "tools" / "cmake"
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(made_up LANGUAGES C)
list(APPEND CMAKE_MODULE_PATH {modules})
find_package(AssayTorch REQUIRED)
message(STATUS "FOUND ${{AssayTorch_VERSION}} IN ${{AssayTorch_ROOT_DIR}}")
"""


class FindTorch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        (self.folder / "CMakeLists.txt").write_text(PROJECT.format(modules=MODULES), encoding="utf-8")

    def libtorch(self, version, path="libtorch", header="torch/headeronly/version.h", needs=None):
        root = self.folder / path
        (root / "lib").mkdir(parents=True)
        (root / "include" / header).parent.mkdir(parents=True)
        names = zip(("MAJOR", "MINOR", "PATCH"), version.split("."))
        text = "#pragma once\n" + "".join(f"#define TORCH_VERSION_{name} {part}\n" for name, part in names)
        (root / "include" / header).write_text(text, encoding="utf-8")
        build = [os.environ.get("CC", "cc"), "-shared", "-nostdlib", "-x", "c", "/dev/null"]
        link = []
        if needs:
            other = self.folder / "elsewhere"
            other.mkdir()
            subprocess.run([*build, f"-Wl,-soname,{needs}", "-o", other / needs], check=True)
            link = ["-Wl,--no-as-needed", "-L", other, f"-l:{needs}"]
        subprocess.run([*build, *link, "-o", root / "lib" / "libtorch_cpu.so"], check=True)
        return root

    def configure(self, root=None, **environment):
        inherited = {key: value for key, value in os.environ.items() if key not in ("ASSAY_LIBTORCH_ROOT", "CMAKE_PREFIX_PATH")}
        arguments = [os.environ.get("CMAKE", "cmake"), "-S", self.folder, "-B", self.folder / "build"]
        if root:
            arguments.append(f"-DASSAY_LIBTORCH_LINKS={root}")
        done = subprocess.run(arguments, env={**inherited, "XDG_CACHE_HOME": str(self.folder), **environment},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, " ".join(done.stdout.split())

    def test_nothing_there_names_the_remedy(self):
        status, said = self.configure()
        self.assertNotEqual(0, status)
        self.assertIn("LibTorch is not there. tools/setup fetches it", said)
        self.assertIn("-DASSAY_TRAINING=OFF", said)

    def test_a_root_without_the_library_is_named(self):
        status, said = self.configure(ASSAY_LIBTORCH_ROOT=str(self.folder / "nowhere"))
        self.assertNotEqual(0, status)
        self.assertIn(f"ASSAY_LIBTORCH_ROOT is {self.folder / 'nowhere'}, but there is no lib/libtorch_cpu.so", said)

    def test_tested_versions_are_taken_without_a_word(self):
        for version in ("2.11.0", "2.15.1"):
            with self.subTest(version):
                root = self.libtorch(version, path=version)
                status, said = self.configure(root, ASSAY_LIBTORCH_ROOT=str(root))
                self.assertEqual(0, status, said)
                self.assertIn(f"FOUND {version} IN {root}", said)
                self.assertNotIn("Warning", said)

    def test_older_and_newer_ones_are_taken_with_a_warning(self):
        for version, words in (("2.7.0", "older than 2.11"), ("2.10.3", "older than 2.11"), ("2.16.0", "newer than 2.15"), ("3.0.0", "newer")):
            with self.subTest(version):
                root = self.libtorch(version, path=version)
                status, said = self.configure(root, ASSAY_LIBTORCH_ROOT=str(root))
                self.assertEqual(0, status, said)
                self.assertIn(f"LibTorch {version} in {root} is {words}", said)

    def test_too_old_ones_are_refused(self):
        for version in ("1.13.1", "2.6.0"):
            with self.subTest(version):
                root = self.libtorch(version, path=version, header="torch/csrc/api/include/torch/version.h")
                status, said = self.configure(root, ASSAY_LIBTORCH_ROOT=str(root))
                self.assertNotEqual(0, status)
                self.assertIn(f"LibTorch {version} in {root} is too old: Assay needs 2.7 or newer", said)

    def test_headers_without_a_version_are_refused(self):
        root = self.libtorch("2")
        status, said = self.configure(root, ASSAY_LIBTORCH_ROOT=str(root))
        self.assertNotEqual(0, status)
        self.assertIn("no version in include/torch/headeronly/version.h", said)

    def test_a_library_that_nobody_has_is_named(self):
        root = self.libtorch("2.11.0", needs="libnobody_has.so.13")
        status, said = self.configure(root, ASSAY_LIBTORCH_ROOT=str(root))
        self.assertNotEqual(0, status)
        self.assertIn(f"LibTorch in {root} needs libnobody_has.so.13", said)
        self.assertIn("call tools/setup again", said)

    def test_a_library_in_a_toolkit_is_taken(self):
        root = self.libtorch("2.11.0", needs="libnobody_has.so.13")
        (self.folder / "elsewhere").rename(self.folder / "lib64")
        status, said = self.configure(root, ASSAY_LIBTORCH_ROOT=str(root), CUDA_HOME=str(self.folder))
        self.assertEqual(0, status, said)

    def test_order_is_root_then_prefix_then_cache(self):
        cached = self.libtorch("2.11.0", path="assay/libtorch-2.11.0/torch")
        status, said = self.configure(cached)
        self.assertIn(f"IN {cached}", said)
        prefix = self.libtorch("2.12.0", path="site-packages/torch")
        status, said = self.configure(prefix, CMAKE_PREFIX_PATH=f"/nowhere:{prefix}/share/cmake/..")
        self.assertIn(f"IN {cached}", said, "share/cmake is not there, so the prefix holds no LibTorch")
        (prefix / "share" / "cmake").mkdir(parents=True)
        status, said = self.configure(prefix, CMAKE_PREFIX_PATH=f"/nowhere:{prefix}/share/cmake")
        self.assertIn(f"IN {prefix}", said)
        root = self.libtorch("2.13.0", path="own")
        status, said = self.configure(root, ASSAY_LIBTORCH_ROOT=str(root), CMAKE_PREFIX_PATH=str(prefix))
        self.assertEqual(0, status, said)
        self.assertIn(f"IN {root}", said)


if __name__ == "__main__":
    unittest.main()
