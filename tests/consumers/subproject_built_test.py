"""A project takes Assay's sources in, builds them with its own and runs its tests: minutes, so for `ctest -C long` alone."""
import unittest

from consumer import ConsumerTest
from data_only_test import write_data
from subproject_test import ADD_SUBDIRECTORY, FETCH_CONTENT, project


class Built(ConsumerTest):
    def build_and_run(self, name, how, *options):
        made = self.make(project(name, how, asks=""), *options)
        write_data(made)
        self.assert_passes(made.ctest())
        write_data(made, labels=[11] * 40)
        self.assert_fails(made.ctest(), "labels.pr (Failed)")

    def test_with_fetch_content_and_a_googletest_of_its_own(self):
        self.build_and_run("fetched", FETCH_CONTENT, "-DOWN_GOOGLETEST=/usr/src/googletest")

    def test_with_add_subdirectory(self):
        self.build_and_run("added", ADD_SUBDIRECTORY)


if __name__ == "__main__":
    unittest.main(verbosity=2)
