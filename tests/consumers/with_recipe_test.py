"""A project with a recipe on LibTorch uses the installed Assay."""
import unittest

from consumer import ConsumerTest, Project


class WithRecipe(ConsumerTest):
    @classmethod
    def setUpClass(cls):
        cls.project = cls.make(Project("with_recipe", of="with_recipe"))

    def test_its_tests_pass(self):
        outcome = self.project.ctest()
        self.assert_passes(outcome)
        self.assertIn("out of 2", outcome[1])

    def test_an_optimizer_that_forgets_a_layer_fails_them(self):
        self.assert_fails(self.project.ctest(SINE_FORGETS="1"), "sine.memorize.batch failed", "three_sets", "sine_tests.test.Sine.is_memorised failed", "optimizer")

    def test_its_program_loads_libtorch(self):
        self.assertIn("libtorch_cpu", self.project.libraries("sine"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
