"""Damaged HDF5 and TOML files: none is a fault of Assay's, and what HDF5 dies of is the verdict of its own cases alone."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

import h5py
import numpy

from command import CommandTest, run_suite

KEEP = pathlib.Path(os.environ["ASSAY_FUZZ_KEEP"])
SERIES = 1
SUITE = """
[suite]
name = "s"
owner = "me"
[defaults.expect]
data = "train"
[data]
train = "${HOME}/a_*.h5"
[expect.images]
dataset = "x[:, 3]"
values = { in = [0, 1], mostly = 0.999, unit = "row" }
where = "label == 3 and not (y > 1e3)"
missing = ["nan", -1]
quantile = { "0.05" = [0, 18446744073709551615] }
axis = { axis = 1, mean = [[0, 1], ">= 2"] }
xfail = "why"
xfail_until = 2027-03-01
of.age.matches = "^[a-z]+$"
[memorize.m]
recipe = "r"
loss_below = 1e-2
levels = { "0.5" = [1, 20] }
wall_time = "1h30m"
checks = { floor = false, gradient_oracle = 0.1 }
[train.t]
recipe = "r"
env = { A = "b" }
memory = "4GB"
metric.loss.by_step = { "500" = [-inf, nan] }
gap = { train = "a", validation = "b", below = 0.1 }
[examples.e]
file = "e.h5"
recipe = "r"
checkpoint = "train.t"
tag = { rare = "> 0.7" }
[test."Some.*"]
timeout = "90s"
"""
PROJECT = """
[project]
name = "p"
[tier.pr]
budget = "10m"
cadence = "pr"
[history]
keep = "400d"
suspect = "warn"
[notify.team]
url_env = "URL"
[[suite]]
path = "a"
"""


def write_seeds(folder):
    """Valid files of every kind of storage and type that is read, the same bytes each time."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    random = numpy.random.default_rng(5)
    numbers = random.random((40, 6)).astype("f4")
    with h5py.File(folder / "plain.h5", "w") as file:
        dataset = file.create_dataset("x", data=numbers)
        dataset.attrs["unit"] = "m"
        file.create_dataset("scalar", data=3)
        file.create_dataset("group/small", data=numpy.arange(7, dtype=">i2"))
        file["soft"] = h5py.SoftLink("/group/small")
    with h5py.File(folder / "chunked.h5", "w") as file:
        file.create_dataset("x", data=numbers, chunks=(16, 4), compression="gzip", shuffle=True, fletcher32=True)
        file.create_dataset("grown", (10, 3), maxshape=(None, 3), chunks=(4, 3), dtype="u8", fillvalue=9)[2] = 5
    with h5py.File(folder / "latest.h5", "w", libver="latest") as file:
        file.create_dataset("x", data=numbers.astype("f8"), chunks=(8, 6), maxshape=(None, 6))
        file.create_dataset("half", data=numbers.astype("f2"))
    with h5py.File(folder / "texts.h5", "w") as file:
        file.create_dataset("x", data=["a", "bc", "äöü", ""] * 5, dtype=h5py.string_dtype())
        file.create_dataset("fixed", data=numpy.array([b"ab", b"c"] * 6))
        ragged = file.create_dataset("ragged", (6,), dtype=h5py.vlen_dtype("i4"))
        for row in range(6):
            ragged[row] = range(row)
        file.create_dataset("enum", data=numpy.arange(4) % 2, dtype=h5py.enum_dtype({"NO": 0, "YES": 1}, basetype="i1"))
        file.create_dataset("table", data=numpy.zeros(9, [("age", "i4"), ("name", "S3"), ("in", [("z", "f8", (2,))])]))
    with h5py.File(folder / "answers.h5", "w") as file:
        file.attrs["model_id"] = "m"
        file.create_dataset("row", data=numpy.arange(8))
        file.create_dataset("scores", data=random.random((8, 3)).astype("f4"))
    (folder / "suite.toml").write_text(SUITE, encoding="utf-8")
    (folder / "assay.toml").write_text(PROJECT, encoding="utf-8")


class Fuzz(CommandTest):
    @classmethod
    def setUpClass(cls):
        cls.seeds = KEEP / "seeds"
        write_seeds(cls.seeds)

    def fuzz(self, kind, count, seconds):
        keep = self.folder / "found"
        program = os.environ[f"ASSAY_FUZZ_{kind.upper()}"]
        done = subprocess.run([program, "--keep", keep, "--count", str(count), "--seconds", str(seconds), "--series", str(SERIES),
                               *sorted(self.seeds.glob(f"*.{'h5' if kind == 'hdf5' else 'toml'}"))],
                              capture_output=True, text=True, timeout=10 * seconds, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        counts = json.loads(done.stdout)
        print(kind, counts)
        reports = [path.read_text(errors="replace")[:3000] for path in sorted(keep.glob("assay-*.txt"))]
        self.assertEqual(counts["assay"], 0, reports[:3])
        self.assertGreater(counts["inputs"], 50, "too slow to say anything")
        return sorted(path for path in keep.iterdir() if path.suffix != ".txt")

    def test_the_driver_sees_faults(self):
        seed = self.folder / "seed"
        seed.write_bytes(bytes(range(64)))
        done = subprocess.run([os.environ["ASSAY_FUZZ_PLANTED"], "--keep", self.folder / "found", "--count", "300", seed],
                              capture_output=True, text=True, timeout=100, check=False)
        counts = json.loads(done.stdout)
        self.assertEqual((done.returncode, counts["inputs"], counts["library"], counts["hang"]), (1, 300, 0, 0))
        found = sorted((self.folder / "found").glob("assay-0-*[0-9]"))
        self.assertEqual(len(found), counts["assay"])
        first_bytes = {path.read_bytes()[0] % 8 for path in found}
        self.assertTrue(first_bytes <= {0, 1, 2} and 0 in first_bytes, first_bytes)
        again = subprocess.run([os.environ["ASSAY_FUZZ_PLANTED"], "--keep", self.folder / "again", "--only", found[0].name.split("-")[2], seed],
                               capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(json.loads(again.stdout)["assay"], 1)
        self.assertEqual((self.folder / "again" / found[0].name).read_bytes(), found[0].read_bytes())

    def test_toml(self):
        self.assertEqual(self.fuzz("toml", 4000, 8), [])

    def test_hdf5_and_what_it_dies_of(self):
        found = self.fuzz("hdf5", 4000, 14)
        self.data("good.h5", x=[1.0, 2.0])
        for file in [path for path in found if path.name.startswith("library")][:2]:
            with self.subTest(file.name):
                self.judge(file)

    def judge(self, file):
        """The cases of a file that HDF5 may die of are errors that name it; the one of another file passes."""
        shutil.copy(file, self.folder / "bad.h5")
        names = ["x", "scalar", "group/small", "grown", "half", "fixed", "ragged", "enum", "table", "row", "scores"]
        cases = "".join(f"[expect.bad{i}]\ndata = 'bad.h5'\ndataset = '{name}'\nunique = true\nvalues = [0, 1]\n" for i, name in enumerate(names))
        self.write("suite.toml", "[suite]\nname = 's'\n" + cases + "[expect.good]\ndata = 'good.h5'\ndataset = 'x'\nvalues = [0, 9]\n")
        outcome = run_suite(self.folder)
        self.assertEqual(outcome.entries["s.expect.good/values"]["verdict"], "passed")
        for name, entry in outcome.entries.items():
            self.assertNotIn(entry["verdict"], ("crashed", "stalled", "timeout"), name)
            if "HDF5 crashed" in (entry["reason"] or ""):
                self.assertEqual((entry["verdict"], entry["fault"]), ("error", "data"))
                self.assertIn("bad.h5", entry["reason"])
                self.assertTrue(any(dataset in entry["reason"] for dataset in names), entry["reason"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
