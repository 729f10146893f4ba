"""Filter plug-ins run in the worker, so none is loaded but from the folder that the user names."""
import os
import pathlib
import shlex
import unittest

import h5py
import numpy

from command import CommandTest, run_assay, run_suite

PLUGIN = pathlib.Path(os.environ["ASSAY_XOR_FILTER"])
SUITE = "[suite]\nname = 's'\n[expect.a]\ndata = 'd.h5'\ndataset = 'x'\nvalues = [0, 7]\nsum = 28\n"


class Plugins(CommandTest):
    def setUp(self):
        super().setUp()
        values = numpy.arange(8, dtype="u1")
        with h5py.File(self.folder / "d.h5", "w") as file:
            creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            creation.set_chunk((8,))
            creation.set_filter(300, h5py.h5z.FLAG_OPTIONAL)
            space = h5py.h5s.create_simple((8,))
            dataset = h5py.h5d.create(file.id, b"x", h5py.h5t.STD_U8LE, space, creation)
            dataset.write_direct_chunk((0,), (values ^ 0x5A).tobytes())
        self.write("suite.toml", SUITE)
        self.loaded = self.folder / "loaded"

    def run_it(self, *arguments, **environment):
        return run_suite(self.folder, *arguments, environment={"XOR_FILTER_LOADED": str(self.loaded), **environment})

    def test_none_is_loaded_by_default(self):
        outcome = self.run_it(HDF5_PLUGIN_PATH=str(PLUGIN.parent))
        self.assertEqual(outcome.exit, 1)
        for check in ("values", "sum"):
            entry = outcome.entries[f"s.expect.a/{check}"]
            self.assertEqual((entry["verdict"], entry["fault"]), ("error", "data"))
            self.assertIn("300", entry["reason"])
        self.assertFalse(self.loaded.exists(), "the library was loaded")

    def test_the_folder_that_is_named_is_used(self):
        outcome = self.run_it("--hdf5-plugins", PLUGIN.parent)
        self.assertEqual(outcome.not_good(), [], outcome.stdout)
        self.assertTrue(self.loaded.exists())

    def test_and_no_other_one(self):
        (self.folder / "empty").mkdir()
        outcome = self.run_it("--hdf5-plugins", "empty", HDF5_PLUGIN_PATH=str(PLUGIN.parent))
        self.assertEqual(outcome.exit, 1)
        self.assertFalse(self.loaded.exists())
        command = shlex.split(outcome.entries["s.expect.a/sum"]["reproduce"])
        self.assertEqual(command[-2:], ["--hdf5-plugins", "empty"])

    def test_a_folder_that_is_not_there_is_a_mistake(self):
        outcome = run_assay("run", "--no-history", "--hdf5-plugins", "gone", folder=self.folder)
        self.assertEqual(outcome.exit, 2)
        self.assertIn("gone", outcome.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
