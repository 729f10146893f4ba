"""A project that only looks at data uses the installed Assay: with Debian's GoogleTest, and with one of its own."""
import os
import pathlib
import re
import unittest

import h5py
import numpy

from consumer import PREFIX, ConsumerTest, Project, run

OWN_GOOGLETEST = pathlib.Path("/usr/src/googletest")
# What a strict project asks of every source that sees a header.
STRICT = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wold-style-cast -Wshadow -Werror"


def write_data(project, images=None, labels=None):
    with h5py.File(project.folder / "train.h5", "w") as file:
        file["images"] = numpy.random.default_rng(5).integers(0, 151, (40, 4, 4), dtype=numpy.uint8) if images is None else images
        file["labels"] = numpy.arange(40) % 10 if labels is None else labels
    return file


class WithDebiansGoogleTest(ConsumerTest):
    @classmethod
    def setUpClass(cls):
        cls.project = cls.make(Project("data_only", of="data_only"))

    def setUp(self):
        write_data(self.project)

    def test_its_tests_pass(self):
        outcome = self.project.ctest()
        self.assert_passes(outcome)
        self.assertIn("out of 2", outcome[1])

    def test_changed_images_fail_the_cpp_test_that_looks_at_it(self):
        images = numpy.random.default_rng(5).integers(0, 151, (40, 4, 4), dtype=numpy.uint8)
        images[3] = images[30]
        write_data(self.project, images=images)
        self.assert_fails(self.project.ctest(), "images.test.Images.are_bytes", "unique", "images.pr (Failed)", "1 tests failed out of 2")

    def test_darker_images_fail_the_case_in_toml(self):
        write_data(self.project, images=numpy.arange(640, dtype=numpy.uint16).astype(numpy.uint8).reshape(40, 4, 4) // 4)
        self.assert_fails(self.project.ctest(), "images.expect.brightness", "[60, 90]")

    def test_changed_labels_fail_the_suite_without_a_program(self):
        write_data(self.project, labels=numpy.arange(40) % 11)
        self.assert_fails(self.project.ctest(), "labels.expect.classes", "[0, 9]", "labels.pr (Failed)", "1 tests failed out of 2")

    def test_its_program_loads_no_libtorch(self):
        libraries = self.project.libraries("images")
        self.assertIn("libhdf5", libraries, "else this test could not see the other either")
        self.assertIsNone(re.search("libtorch|libc10", libraries), libraries)

    def test_the_installed_command_finds_its_program(self):
        status, said = run(PREFIX / "bin" / "assay", "run", ".", "--no-history", folder=self.project.folder)
        self.assertEqual(0, status, said)
        self.assertIn("images", said)
        self.assertIn("test.Images.are_bytes", said)
        self.assertIn("expect.classes", said)


@unittest.skipUnless(OWN_GOOGLETEST.is_dir(), f"{OWN_GOOGLETEST} is not there")
class WithItsOwnGoogleTest(ConsumerTest):
    @classmethod
    def setUpClass(cls):
        cls.project = cls.make(Project("own_googletest", of="data_only"), f"-DOWN_GOOGLETEST={OWN_GOOGLETEST}",
                               f"-DCMAKE_CXX_FLAGS={STRICT}")
        write_data(cls.project)

    def test_its_tests_pass_and_fail(self):
        self.assert_passes(self.project.ctest())
        write_data(self.project, labels=numpy.arange(40) % 11)
        self.assert_fails(self.project.ctest(), "labels.pr (Failed)")

    def test_the_program_holds_that_googletest_and_no_other(self):
        if os.environ.get("ASSAY_GENERATOR", "Ninja") != "Ninja":
            self.skipTest("asks Ninja for the commands")
        status, commands = run("ninja", "-C", self.project.build, "-t", "commands", "images")
        self.assertEqual(0, status, commands)
        link = commands.strip().splitlines()[-1]
        self.assertIn(" lib/libgtest.a", link)
        self.assertNotIn("/usr/lib/x86_64-linux-gnu/libgtest.a", link)


if __name__ == "__main__":
    unittest.main(verbosity=2)
