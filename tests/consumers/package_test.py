"""What is installed, and what find_package(assay) says where something is missing. Nothing is compiled here but headers."""
import os
import pathlib
import re
import shutil
import sys
import unittest

from consumer import CMAKE, PREFIX, SOURCE, ConsumerTest, Project, run

sys.path.append(str(SOURCE / "tests" / "compile"))
from public_headers_test import FORBIDDEN, chains  # noqa: E402  pylint: disable=wrong-import-position

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(asks LANGUAGES CXX)
{before}
find_package(assay {arguments})
message(STATUS "assay_FOUND=${{assay_FOUND}} training=${{assay_training_FOUND}}")
{after}
"""
INCLUDE = PREFIX / "include"
HEADERS = sorted(str(path.relative_to(INCLUDE)) for path in INCLUDE.rglob("*.hpp"))
# What each library's main header defines: none of it may be there once all public headers are.
MACROS = {"fmt": "FMT_VERSION", "toml++": "TOML_LIB_MAJOR", "nlohmann-json": "NLOHMANN_JSON_VERSION_MAJOR",
          "HDF5": "H5_VERS_INFO", "oneTBB": "TBB_VERSION_MAJOR", "LibTorch": "C10_MACROS_H_"}


def is_training(header):
    return header.startswith("assay/train/") or header.startswith("assay/memorization")


class Installed(unittest.TestCase):
    maxDiff = None

    def test_are_programs_libraries_headers_and_sources(self):
        for name in ("bin/assay", "bin/assay-data", "bin/assay-examples", "include/assay/data_expectation_test.hpp",
                     "include/assay/memorization_test.hpp", "include/assay/suite/suite.hpp", "include/assay/train/recipe.hpp",
                     "share/assay/sources/assay/main.cpp", "share/assay/sources/assay/train/memorize.cpp"):
            with self.subTest(name):
                self.assertTrue((PREFIX / name).is_file())
        self.assertTrue(list(PREFIX.glob("lib*/**/libassay_base.a")))

    def test_no_header_of_detail_is_public(self):
        self.assertGreater(len(HEADERS), 60)
        self.assertEqual([], [header for header in HEADERS if "/detail/" in header])

    def test_name_no_folder_of_the_build(self):
        """A path of the sources, the build tree or the first prefix in what CMake reads is a file that moved or was removed."""
        for path in PREFIX.rglob("*.cmake"):
            text = path.read_text(encoding="utf-8")
            for folder in (str(SOURCE), str(PREFIX), str(PREFIX) + "_first"):
                self.assertNotIn(folder, text, path)

    def test_headers_bring_no_outside_library(self):
        """Every public header of data, in one source, without an include folder of any outside library but GoogleTest's."""
        source = PREFIX.with_name("all_headers.cpp")
        lines = [f"#include <{header}>" for header in HEADERS if not is_training(header)]
        for library, macro in MACROS.items():
            lines.append(f"#ifdef {macro}\n#error {library} came with a public header\n#endif")
        source.write_text("\n".join([*lines, "int main() {}", ""]), encoding="utf-8")
        compiler = [os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", "-I", INCLUDE]
        status, said = run(*compiler, source)
        self.assertEqual(0, status, said)
        # And this test can see one.
        source.write_text("\n".join(["#include <fmt/core.h>", *lines, ""]), encoding="utf-8")
        status, said = run(*compiler, source)
        self.assertNotEqual(0, status)
        self.assertIn("fmt came with a public header", said)

    def test_headers_of_training_name_the_tensor_alone(self):
        """Those need LibTorch to compile, so they are read."""
        found = [" includes ".join(chain) for header in HEADERS if is_training(header) for chain in chains(INCLUDE, INCLUDE / header)]
        self.assertEqual([], found)
        self.assertTrue(FORBIDDEN.search("torch/torch.h"))


class Package(ConsumerTest):
    def ask(self, arguments="REQUIRED", before="", after="", options=(), prefix=PREFIX):
        project = Project("asks")
        (project.folder / "CMakeLists.txt").write_text(PROJECT.format(arguments=arguments, before=before, after=after), encoding="utf-8")
        status, said = project.configure(*options, prefix=prefix)
        return status, " ".join(said.split())

    def test_is_found_without_libtorch(self):
        status, said = self.ask("REQUIRED", after="""
            foreach(target fixtures_data main suite)
              if(NOT TARGET assay::${target})
                message(FATAL_ERROR "no ${target}")
              endif()
            endforeach()
            if(TARGET assay::fixtures_training OR TARGET AssayTorch::torch_cpu)
              message(FATAL_ERROR "training although nobody asked")
            endif()""", options=["-DASSAY_LIBTORCH_ROOT=/nowhere"])
        self.assertEqual(0, status, said)
        self.assertIn("assay_FOUND=1", said)

    def test_is_of_one_minor_version(self):
        version = re.search(r"project\(assay VERSION (\d+)\.(\d+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))
        major, minor = int(version[1]), int(version[2])
        for asked, good in ((f"{major}.{minor}", True), (f"{major}.{minor + 1}", False), (f"{major + 1}.0", False), (f"{major}", minor == 0)):
            with self.subTest(asked):
                status, said = self.ask(f"{asked} REQUIRED")
                self.assertEqual(good, status == 0, said)
                if not good:
                    self.assertIn(f'compatible with requested version "{asked}"', said)

    def test_says_which_debian_package_is_missing(self):
        for variable, text in (("ASSAY_HDF5_C_LIBRARY", "HDF5 (libhdf5-dev)"), ("ASSAY_DEFLATE_INCLUDE_DIR", "libdeflate (libdeflate-dev)"),
                               ("ASSAY_PNG_LIBRARY", "libpng (libpng-dev)"), ("ASSAY_FMT_LIBRARY", "fmt (libfmt-dev)")):
            with self.subTest(variable):
                status, said = self.ask(before=f"set({variable} {variable}-NOTFOUND)\nset(CMAKE_FIND_USE_CMAKE_SYSTEM_PATH OFF)\n"
                                               "set(CMAKE_FIND_USE_SYSTEM_ENVIRONMENT_PATH OFF)")
                self.assertNotEqual(0, status)
                self.assertIn(text, said)
                self.assertIn("install them with apt-get", said)
        for package, text in (("TBB", "oneTBB (libtbb-dev)"), ("GTest", "GoogleTest 1.12 (libgtest-dev)"), ("OpenSSL", "OpenSSL (libssl-dev)"),
                              ("tl-expected", "tl::expected (libexpected-dev)"), ("nlohmann_json", "nlohmann-json (nlohmann-json3-dev)")):
            with self.subTest(package):
                status, said = self.ask(options=[f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON"])
                self.assertNotEqual(0, status)
                self.assertIn(f"assay needs {text};", said)

    def test_refuses_another_fmt(self):
        other = PREFIX.with_name("other_fmt")
        (other / "fmt").mkdir(parents=True, exist_ok=True)
        (other / "fmt" / "core.h").write_text("#define FMT_VERSION 110002\n", encoding="utf-8")
        status, said = self.ask(options=[f"-DASSAY_FMT_INCLUDE_DIR={other}"])
        self.assertNotEqual(0, status)
        self.assertIn(f"{other}/fmt is version 11", said)

    def test_without_libtorch_training_is_missing_and_says_so(self):
        # No home, so no copy that tools/setup made.
        project = Project("asks")
        for arguments, good in (("REQUIRED COMPONENTS training", False), ("REQUIRED OPTIONAL_COMPONENTS training", True)):
            (project.folder / "CMakeLists.txt").write_text(PROJECT.format(arguments=arguments, before="", after=""), encoding="utf-8")
            shutil.rmtree(project.build, ignore_errors=True)
            status, said = run(CMAKE, "-S", project.folder, "-B", project.build, f"-DCMAKE_PREFIX_PATH={PREFIX}",
                               XDG_CACHE_HOME=str(project.folder), ASSAY_LIBTORCH_ROOT="")
            said = " ".join(said.split())
            self.assertEqual(good, status == 0, said)
            if good:
                self.assertIn("assay_FOUND=1 training=FALSE", said)
            else:
                self.assertIn("the component `training` needs LibTorch. LibTorch is not there. ASSAY_LIBTORCH_ROOT names its folder", said)
                self.assertNotIn("tools/setup", said)

    def test_an_unknown_component_is_refused(self):
        status, said = self.ask("REQUIRED COMPONENTS trainning")
        self.assertNotEqual(0, status)
        self.assertIn("assay has no component `trainning`", said)

    def test_may_be_asked_for_twice_and_in_a_folder_below(self):
        project = Project("twice")
        (project.folder / "below").mkdir()
        (project.folder / "below" / "CMakeLists.txt").write_text("find_package(assay REQUIRED)\n", encoding="utf-8")
        (project.folder / "one.cpp").write_text("int main() {}\n", encoding="utf-8")
        (project.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(twice CXX)\nadd_subdirectory(below)\nfind_package(assay REQUIRED)\n"
            "find_package(assay REQUIRED)\nadd_executable(one one.cpp)\ntarget_link_libraries(one assay::main)\n", encoding="utf-8")
        status, said = project.configure()
        self.assertEqual(0, status, said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
