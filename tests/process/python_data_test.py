"""tools/python/assay_data.py: what it writes is what it was given, and Assay reads it."""
import collections
import json
import math
import os
import pathlib
import subprocess
import sys
import unittest

import h5py
import numpy

from command import CommandTest, run_assay, run_suite

FOLDER = pathlib.Path(os.environ["ASSAY_PYTHON_FOLDER"])
sys.path.insert(0, str(FOLDER))
import assay_data  # noqa: E402  (its folder is known only now)


class Tensor:
    """What a tensor looks like from outside: on a device, with a gradient, with numbers somewhere."""

    def __init__(self, values, where="cuda"):
        self.values, self.where = numpy.asarray(values), where

    def detach(self):
        return self

    def cpu(self):
        return Tensor(self.values, "cpu")

    def numpy(self):
        if self.where != "cpu":
            raise TypeError("can't convert a cuda tensor to numpy")
        return self.values

    def dim(self):
        return self.values.ndim

    def __float__(self):
        return float(self.values)


class Images:
    """A map-style data set: a length, and items by number. Counts how many it was asked for at once."""

    def __init__(self, count):
        random = numpy.random.default_rng(3)
        self.images = random.integers(0, 256, (count, 3, 4), dtype="uint8")
        self.labels = random.integers(0, 10, count)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return Tensor(self.images[index]), int(self.labels[index])


class Frame:
    """What is asked of a data frame."""

    def __init__(self, columns):
        self.columns, self.iloc = list(columns), None
        self._columns = columns

    def __getitem__(self, name):
        return collections.namedtuple("Series", "to_numpy")(lambda: self._columns[name])


class Data(CommandTest):
    def written(self, name="d.h5"):
        with h5py.File(self.folder / name) as file:
            return {key: file[key][...] for key in file}

    def test_a_data_set_of_pairs(self):
        images = Images(2500)
        self.assertEqual(assay_data.to_hdf5(images, self.folder / "d.h5", names=("images", "labels")), ["images", "labels"])
        written = self.written()
        self.assertTrue(numpy.array_equal(written["images"], images.images))
        self.assertTrue(numpy.array_equal(written["labels"], images.labels))
        self.assertEqual(written["images"].dtype, "uint8")
        self.write("suite.toml", '[defaults.expect]\ndata = "d.h5"\n[expect.images]\ndataset = "images"\nshape = [2500, 3, 4]\ndtype = "uint8"\n'
                   f'sum = {int(images.images.sum(dtype="int64"))}\n[expect.labels]\ndataset = "labels"\ndtype = "int64"\n'
                   f'sum = {int(images.labels.sum())}\nvalues = [0, 9]\n')
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.exit, 0, outcome.stdout + outcome.stderr)

    def test_names_without_being_told(self):
        pairs = [(numpy.float32(1), 2), (numpy.float32(3), 4)]
        self.assertEqual(assay_data.to_hdf5(pairs, self.folder / "d.h5"), ["inputs", "targets"])
        self.assertEqual(assay_data.to_hdf5([{"text": "a", "x": 1.5}], self.folder / "d.h5"), ["text", "x"])
        self.assertEqual(assay_data.to_hdf5([1, 2], self.folder / "d.h5"), ["values"])
        self.assertEqual(assay_data.to_hdf5([(1, 2, 3)], self.folder / "d.h5"), ["0", "1", "2"])

    def test_arrays_mappings_and_frames(self):
        array = numpy.arange(600_000, dtype="float64").reshape(200_000, 3)
        assay_data.to_hdf5(array, self.folder / "d.h5")
        self.assertTrue(numpy.array_equal(self.written()["values"], array))
        assay_data.to_hdf5({"x": array[:5], "flag": array[:5, 0] > 3}, self.folder / "d.h5")
        written = self.written()
        self.assertEqual((written["x"].shape, written["flag"].dtype), ((5, 3), bool))
        frame = Frame({"age": numpy.array([30, 41]), "name": numpy.array(["Åsa", "b"], dtype=object)})
        assay_data.to_hdf5(frame, self.folder / "d.h5")
        written = self.written()
        self.assertEqual([name.decode() for name in written["name"]], ["Åsa", "b"])
        self.write("suite.toml", '[expect.name]\ndata = "d.h5"\ndataset = "name"\ndtype = "string"\nin_set = ["Åsa", "b"]\nunique = true\n')
        self.assertEqual(run_suite(self.folder).exit, 0)

    def test_what_a_file_cannot_hold_is_refused_by_name(self):
        for frame, words in [(Frame({"s": numpy.array(["x", None], dtype=object)}), "s: row 1 holds None"),
                             (Frame({"s": numpy.array(["x", math.nan], dtype=object)}), "s: row 1 holds nan"),
                             ({"when": numpy.array(["2026-01-01"], dtype="datetime64[s]")}, r"when: datetime64\[s\] is no type"),
                             ({"z": numpy.array([1j])}, "z: complex128"), ([{"a": object()}], "a: object")]:
            with self.assertRaisesRegex(ValueError, words):
                assay_data.to_hdf5(frame, self.folder / "d.h5")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_what_differs_is_named_and_nothing_is_left(self):
        before = self.data("d.h5", old=[1])
        whole = before.read_bytes()
        for items, words in [([(numpy.zeros(2), 1), (numpy.zeros(3), 1)], "item 1, inputs: float64[3], item 0 has float64[2]"),
                             ([{"a": 1}, {"b": 1}], "item 1 has the parts ['b']"), ([(1, 1), (1.5, 1)], "item 1, inputs: float64[]"), ([], "without an item")]:
            with self.assertRaisesRegex(ValueError, words.replace("[", r"\[").replace("]", r"\]")):
                assay_data.to_hdf5(items, self.folder / "d.h5")
        with self.assertRaisesRegex(ValueError, "1 names for 2 parts"):
            assay_data.to_hdf5([(1, 2)], self.folder / "d.h5", names=["x"])
        self.assertEqual(before.read_bytes(), whole)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["d.h5"])


class MetricsFile(CommandTest):
    def test_a_line_a_step_at_once(self):
        with assay_data.Metrics(self.folder / "m.jsonl") as metrics:
            metrics.write(1, loss=Tensor(2.5), accuracy=numpy.float32(0.25))
            self.assertEqual(len((self.folder / "m.jsonl").read_text().splitlines()), 1)
            metrics.write(2, loss=math.nan)
            metrics.write(numpy.int64(3), loss=math.inf)
            for step in (-1, 1.5):
                with self.assertRaises(ValueError):
                    metrics.write(step, loss=1)
        lines = [json.loads(line) for line in (self.folder / "m.jsonl").read_text().splitlines()]
        self.assertEqual(lines[0], {"step": 1, "loss": 2.5, "accuracy": 0.25})
        self.assertTrue(math.isnan(lines[1]["loss"]))
        self.assertEqual(lines[2], {"step": 3, "loss": math.inf})

    def test_assay_reads_them(self):
        with assay_data.Metrics(self.folder / "m.jsonl") as metrics:
            for step, loss in enumerate([2.0, math.nan, math.inf, 0.5], 1):
                metrics.write(step, loss=loss)
        read = subprocess.run([os.environ["ASSAY_CURVES"], self.folder / "m.jsonl"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(read.split(), ["loss", "1:2", "2:nan", "3:inf", "4:0.5", "broken:0"])


class Answers(CommandTest):
    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(1)
        self.data("pool.h5", x=random.integers(0, 256, (40, 5), dtype="uint8"), y=numpy.arange(40) % 3, l=random.random(40))
        mined = run_assay("mine", "--inputs", "pool.h5:x", "--labels", "pool.h5:y", "--losses", "pool.h5:l", "--count", "20", "--into", "hard.h5",
                          folder=self.folder)
        self.assertEqual(mined.exit, 0, mined.stderr)
        self.suite = assay_data.read_suite(self.folder / "hard.h5")

    def replay(self, name):
        done = run_assay("replay", "hard.h5", "--predictions", name, "--json", folder=self.folder)
        self.assertIn(done.exit, (0, 1), done.stderr)
        return [answer["outcome"] for answer in sorted(json.loads(done.stdout)["examples"], key=lambda answer: answer["row"])]

    def test_what_a_suite_asks(self):
        with h5py.File(self.folder / "pool.h5") as file:
            order = numpy.argsort(-file["l"][...])[:20]
            self.assertTrue(numpy.array_equal(self.suite.inputs["x"], file["x"][...][order]))
            self.assertTrue(numpy.array_equal(self.suite.labels, file["y"][...][order]))
        self.assertEqual(self.suite.classes, ["0", "1", "2"])
        with self.assertRaisesRegex(ValueError, "not a suite"):
            assay_data.read_suite(self.folder / "pool.h5")

    def test_scores_by_id_row_and_text_with_classes_in_any_order(self):
        scores = numpy.eye(3)[self.suite.labels]
        scores[4] = numpy.roll(scores[4], 1)
        scores[5, 0] = math.nan
        expected = ["pass"] * 20
        expected[4], expected[5] = "fail", "invalid"
        texts = [bytes(key).hex() for key in self.suite.ids]
        for keys in [self.suite.ids, texts, numpy.arange(20)]:
            assay_data.predictions(self.folder / "p.h5", keys, Tensor(scores.astype("float32")), model_id="m")
            self.assertEqual(self.replay("p.h5"), expected)
        assay_data.predictions(self.folder / "p.h5", self.suite.ids, scores[:, ::-1], classes=["2", "1", "0"])
        self.assertEqual(self.replay("p.h5"), expected)

    def test_labels_alone_and_missing_answers(self):
        assay_data.predictions(self.folder / "p.h5", self.suite.ids[3:], labels=self.suite.labels[3:], losses=numpy.zeros(17))
        self.assertEqual(self.replay("p.h5"), ["missing"] * 3 + ["pass"] * 17)

    def test_what_does_not_agree_is_refused(self):
        ids, scores = self.suite.ids, numpy.zeros((20, 3))
        for arguments, words in [((ids[1:], scores), "20 rows for 19"), ((ids, scores[0]), "expected numbers"), ((ids,), "give scores, or labels"),
                                 ((ids.astype("int32"), scores), "ids are int32"), ((["ab"], scores[:1]), "64 hexadecimal")]:
            with self.assertRaisesRegex(ValueError, words):
                assay_data.predictions(self.folder / "p.h5", *arguments)
        with self.assertRaisesRegex(ValueError, "3 scores an example, but 2 classes"):
            assay_data.predictions(self.folder / "p.h5", ids, scores, classes=["a", "b"])
        self.assertFalse((self.folder / "p.h5").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
