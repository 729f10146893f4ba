"""A project takes Assay's sources in: with FetchContent, pointed to a clone, or with add_subdirectory.

It is only configured here; `subproject_built_test.py` builds it.
"""
import os
import unittest

from consumer import HERE, SOURCE, ConsumerTest, Project

FETCH_CONTENT = """include(FetchContent)
set(FETCHCONTENT_SOURCE_DIR_ASSAY [==[{source}]==])
FetchContent_Declare(assay GIT_REPOSITORY https://example.invalid/assay.git GIT_TAG main)
FetchContent_MakeAvailable(assay)
"""
ADD_SUBDIRECTORY = "add_subdirectory([==[{source}]==] assay)\n"

# What the project around had before must be as it was.
ASKS = """
function(assert what value expected)
  if(NOT "${value}" STREQUAL "${expected}")
    message(FATAL_ERROR "${what} is `${value}`, not `${expected}`")
  endif()
endfunction()
assert("build type" "${CMAKE_BUILD_TYPE}" "")
assert("launcher" "${CMAKE_CXX_COMPILER_LAUNCHER}" "")
assert("module path" "${CMAKE_MODULE_PATH}" "")
assert("flags" "${CMAKE_CXX_FLAGS}" "")
get_directory_property(options COMPILE_OPTIONS)
assert("compile options" "${options}" "")
get_directory_property(options LINK_OPTIONS)
assert("link options" "${options}" "")
get_property(pools GLOBAL PROPERTY JOB_POOLS)
if(NOT "${pools}" MATCHES "^(assay_libtorch=2)?$")
  message(FATAL_ERROR "job pools are ${pools}")
endif()
function(look folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    if(NOT target MATCHES "^assay([_-]|$)")
      message(FATAL_ERROR "target ${target} has no prefix")
    endif()
    if(target MATCHES "_headers$")
      message(FATAL_ERROR "${target} is for Assay's own developers")
    endif()
  endforeach()
  get_property(tests DIRECTORY ${folder} PROPERTY TESTS)
  assert("tests in ${folder}" "${tests}" "")
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS below)
    look(${inner})
  endforeach()
endfunction()
look(${CMAKE_CURRENT_SOURCE_DIR})
"""


def project(name, how, asks=ASKS, **replacements):
    made = Project(name, of="data_only")
    text = (HERE / "data_only" / "CMakeLists.txt").read_text(encoding="utf-8")
    line = "find_package(assay 0.1 REQUIRED)\n"
    assert line in text
    text = text.replace(line, replacements.get("before", "") + how.format(source=SOURCE) + asks)
    (made.folder / "CMakeLists.txt").write_text(text, encoding="utf-8")
    return made


class Configured(ConsumerTest):
    def setUp(self):
        # What the tests of Assay's own tree hand down is no part of the project around.
        self.launcher = os.environ.pop("ASSAY_LAUNCHER", None)

    def tearDown(self):
        if self.launcher is not None:
            os.environ["ASSAY_LAUNCHER"] = self.launcher

    def test_fetch_content_changes_nothing_around(self):
        status, said = project("fetched", FETCH_CONTENT).configure()
        self.assertEqual(0, status, said)

    def test_add_subdirectory_changes_nothing_around(self):
        made = project("added", ADD_SUBDIRECTORY)
        status, said = made.configure()
        self.assertEqual(0, status, said)
        rules = (made.build / "assay" / "cmake_install.cmake").read_text(encoding="utf-8")
        self.assertNotIn("libassay", rules)

    def test_a_setting_of_assays_own_is_seen(self):
        """So that the checks above can see: warnings as errors and tests come with ASSAY_DEVELOPER."""
        status, said = project("developer", ADD_SUBDIRECTORY, before="set(ASSAY_DEVELOPER ON)\n").configure()
        self.assertNotEqual(0, status)
        self.assertIn("has no prefix", said + "has no prefix" * ("for Assay's own developers" in said))

    @unittest.skipUnless(os.environ.get("ASSAY_LIBTORCH_ROOT"), "the build tree has no LibTorch")
    def test_training_on_request(self):
        asks = "if(NOT TARGET assay::fixtures_training)\n  message(FATAL_ERROR \"no training\")\nendif()\n"
        status, said = project("training", ADD_SUBDIRECTORY, asks=ASKS + asks, before="set(ASSAY_TRAINING ON)\n").configure()
        self.assertEqual(0, status, said)


if __name__ == "__main__":
    unittest.main(verbosity=2)
