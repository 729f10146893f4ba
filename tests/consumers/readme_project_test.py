"""The project that README.md shows under "Use it in your own project", as it is written there, with its data test."""
import re
import unittest

import h5py
import numpy

from consumer import SOURCE, ConsumerTest, Project

README = (SOURCE / "README.md").read_text(encoding="utf-8")


def example(language, start=""):
    """The first example in this language, after the heading that starts so."""
    return re.search(rf"```{language}\n(.*?)```", README[README.index(start):], re.DOTALL)[1]


class ReadmeProject(ConsumerTest):
    def test_passes_and_fails(self):
        project = Project("mine")
        lines = example("cmake", "## Use it in your own project")
        self.assertLessEqual(len(lines.splitlines()), 10)
        (project.folder / "CMakeLists.txt").write_text(lines, encoding="utf-8")
        suite = project.folder / "images"
        suite.mkdir()
        (suite / "suite.toml").write_text(example("toml"), encoding="utf-8")
        (suite / "images_test.cpp").write_text(example("cpp"), encoding="utf-8")
        self.make(project)
        images = numpy.random.default_rng(7).integers(0, 151, (50, 28, 28), dtype=numpy.uint8)
        for data, passes in ((images, True), (images // 4, False)):
            with h5py.File(suite / "train.h5", "w") as file:
                file["images"] = data
            outcome = project.ctest()
            if passes:
                self.assert_passes(outcome)
            else:
                self.assert_fails(outcome, "images.test.Images.are_bytes", "images.expect.images", "[60, 90]")


if __name__ == "__main__":
    unittest.main(verbosity=2)
