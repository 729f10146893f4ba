"""Each fault planted into healthy data is caught by exactly the right case, with a message that names the place."""
import unittest

import h5py
import numpy

from command import CommandTest, run_suite

SUITE = """
[suite]
name = "pictures"

[data]
d = "d.h5"

[defaults.expect]
data = "d"

[expect.train_images]
dataset = "train/images"
shape = [200, 8, 8]
dtype = "uint8"
mean = [100, 150]
unique = true
disjoint_from = "test/images"

[expect.train_labels]
dataset = "train/labels"
in_set = [0, 1, 2, 3]
class_share = { "0" = [0.2, 0.3], "1" = [0.2, 0.3], "2" = [0.2, 0.3], "3" = [0.2, 0.3] }

[expect.test_images]
dataset = "test/images"
shape = [40, 8, 8]
dtype = "uint8"
unique = true

[expect.weights]
dataset = "weights"
finite = true
values = [-10, 10]
"""
ALL = ["pictures.expect.test_images/dtype", "pictures.expect.test_images/shape", "pictures.expect.test_images/unique",
       "pictures.expect.train_images/disjoint_from", "pictures.expect.train_images/dtype", "pictures.expect.train_images/mean",
       "pictures.expect.train_images/shape", "pictures.expect.train_images/unique",
       "pictures.expect.train_labels/class_share", "pictures.expect.train_labels/in_set",
       "pictures.expect.weights/finite", "pictures.expect.weights/values"]


class PlantedFaults(CommandTest):
    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(20261130)
        self.write("suite.toml", SUITE)
        with h5py.File(self.folder / "d.h5", "w") as file:
            for split, rows in (("train", 200), ("test", 40)):
                images = random.integers(0, 256, (rows, 8, 8), dtype=numpy.uint8)
                file.create_dataset(f"{split}/images", data=images, chunks=(20, 8, 8), fletcher32=True, compression="gzip", shuffle=True)
                file[f"{split}/labels"] = (numpy.arange(rows) % 4).astype(numpy.uint8)
            file["weights"] = random.normal(size=(50, 3)).astype(numpy.float32)

    def edit(self):
        return h5py.File(self.folder / "d.h5", "r+")

    def test_healthy_data_pass(self):
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 0, outcome.stdout + outcome.stderr)
        self.assertEqual(sorted(outcome.entries), ALL)
        self.assertEqual(outcome.not_good(), [])

    def test_nan(self):
        with self.edit() as file:
            file["weights"][31, 2] = numpy.nan
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 1)
        self.assertEqual(outcome.not_good(), ["pictures.expect.weights/finite", "pictures.expect.weights/values"])
        failure = outcome.entries["pictures.expect.weights/finite"]["failures"][0]
        self.assertEqual((failure["unexpected"], failure["total"]), (1, 150))
        self.assertEqual(failure["offenders"], [{"row": 31, "index": [31, 2], "value": "nan"}])
        for part in ("weights", "d.h5", "[31, 2]"):
            self.assertIn(part, outcome.text("pictures.expect.weights/finite"))

    def test_image_copied_from_train_into_test(self):
        with self.edit() as file:
            file["test/images"][17] = file["train/images"][123]
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 1)
        self.assertEqual(outcome.not_good(), ["pictures.expect.train_images/disjoint_from"])
        failure = outcome.entries["pictures.expect.train_images/disjoint_from"]["failures"][0]
        self.assertEqual((failure["unexpected"], failure["total"]), (1, 200))
        self.assertEqual([o["row"] for o in failure["offenders"]], [123])
        self.assertIn("test/images", outcome.text("pictures.expect.train_images/disjoint_from"))

    def test_class_dropped(self):
        with self.edit() as file:
            labels = file["train/labels"][:]
            labels[labels == 3] = 2
            file["train/labels"][:] = labels
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 1)
        self.assertEqual(outcome.not_good(), ["pictures.expect.train_labels/class_share"])
        self.assertIn("3", outcome.text("pictures.expect.train_labels/class_share"))

    def test_float_instead_of_bytes(self):
        with self.edit() as file:
            images = file["train/images"][:]
            del file["train/images"]
            file["train/images"] = images.astype(numpy.float32) / 255
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 1)
        self.assertIn("pictures.expect.train_images/dtype", outcome.not_good())
        self.assertIn("pictures.expect.train_images/mean", outcome.not_good())
        self.assertTrue(all(name.startswith("pictures.expect.train_images/") for name in outcome.not_good()))
        text = outcome.text("pictures.expect.train_images/dtype")
        self.assertIn("float32", text)
        self.assertIn("uint8", text)

    def test_truncated_file(self):
        path = self.folder / "d.h5"
        path.write_bytes(path.read_bytes()[:-5000])
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 1, outcome.stderr)
        self.assertEqual(set(outcome.verdicts().values()), {"error"})
        for name in ALL:
            self.assertEqual(outcome.entries[name]["fault"], "data")
            self.assertIn("d.h5", outcome.text(name))

    def test_one_byte_changed(self):
        with self.edit() as file:
            place = file["train/images"].id.get_chunk_info(3)
        path = self.folder / "d.h5"
        content = bytearray(path.read_bytes())
        content[place.byte_offset + place.size // 2] ^= 0x10
        path.write_bytes(content)
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 1, outcome.stderr)
        wrong = {name: outcome.verdicts()[name] for name in outcome.not_good()}
        self.assertEqual(wrong, {"pictures.expect.train_images/mean": "error", "pictures.expect.train_images/unique": "error",
                                 "pictures.expect.train_images/disjoint_from": "error"})
        for part in ("d.h5", "train/images"):
            self.assertIn(part, outcome.text("pictures.expect.train_images/mean"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
