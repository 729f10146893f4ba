"""Files that libhdf5 itself dies on or never ends with: the verdict of the cases that read them, and of nobody else's.

Each is a small file as h5py writes it, with one byte changed. Which byte was found by trying; what it breaks is said beside
it. A libhdf5 in which the fault is mended reads or refuses the file: then there is nothing to see here.
"""
import multiprocessing
import signal
import unittest

import h5py
import numpy

from command import CommandTest, run_suite

ENDS_WITHIN_SECONDS = 4


def plain(path):
    with h5py.File(path, "w", libver="earliest") as file:
        file.create_dataset("x", data=numpy.arange(60, dtype="<i4").reshape(10, 6))


def enum(path):
    with h5py.File(path, "w", libver="earliest") as file:
        file.create_dataset("x", data=numpy.array([0, 1, 1]), dtype=h5py.enum_dtype({"A": 0, "B": 1}, basetype="u1"))


def texts(path):
    with h5py.File(path, "w", libver="earliest") as file:
        file.create_dataset("x", data=[f"a{i}" for i in range(10)], dtype=h5py.string_dtype())


# How the file is made, the byte that is changed, and to what. HDF5 1.10.8:
CRASHES = [
    (plain, 912, 1),  # the message of the layout is of version 3 and now says 1
    (enum, 860, 127),  # an enum of 127 bytes over a base of one
    (enum, 920, 1),  # as the first
]
HANGS = [
    (texts, 2448, 0),  # the size of the last object in the global heap, 2 in truth
    (texts, 2376, 255),  # the size of another one
]


def damage(path, make, place, byte):
    make(path)
    content = bytearray(path.read_bytes())
    if place < len(content):
        content[place] = byte
    path.write_bytes(content)


def read_all(path):
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(ENDS_WITHIN_SECONDS)
    try:
        with h5py.File(path, "r") as file:
            file["x"][:]
    except (OSError, RuntimeError, KeyError, ValueError):
        pass  # refused, as it should be


def end_of_reader(path):
    """The signal that ends a process that reads the file with h5py, which uses the same library; None without one."""
    reader = multiprocessing.get_context("fork").Process(target=read_all, args=(path,))
    reader.start()
    reader.join()
    return -reader.exitcode if reader.exitcode < 0 else None


class DamagedFiles(CommandTest):
    def make_damaged(self, recipes, hangs):
        """Writes bad.h5 by the first recipe that this machine's libhdf5 crashes on, or hangs."""
        for make, place, byte in recipes:
            damage(self.folder / "bad.h5", make, place, byte)
            ended = end_of_reader(self.folder / "bad.h5")
            if ended is not None and (ended == signal.SIGALRM) == hangs:
                return
        self.skipTest(f"HDF5 {h5py.version.hdf5_version} does not {'hang' if hangs else 'crash'} on any of these files")

    def run_beside_healthy(self, checks):
        plain(self.folder / "good.h5")
        self.write("suite.toml", f"""
[suite]
name = "s"
[data]
bad = "bad.h5"
good = "good.h5"
[expect.before]
data = "good"
dataset = "x"
values = [0, 59]
[expect.damaged]
data = "bad"
dataset = "x"
{checks}
[expect.after]
data = "good"
dataset = "x"
sum = {sum(range(60))}
""")
        return run_suite(self.folder)

    def assert_blames_the_file(self, outcome, word, checks):
        self.assertEqual(1, outcome.exit, outcome.stdout + outcome.stderr)
        for check in checks:
            entry = outcome.entries[f"s.expect.damaged/{check}"]
            self.assertEqual(("error", "data"), (entry["verdict"], entry["fault"]), entry)
            self.assertEqual(f"HDF5 {word} reading {self.folder / 'bad.h5'}, /x", entry["reason"])
        self.assertEqual("passed", outcome.entries["s.expect.before/values"]["verdict"])
        self.assertEqual("passed", outcome.entries["s.expect.after/sum"]["verdict"])

    def test_a_crash_is_the_error_of_the_file(self):
        self.make_damaged(CRASHES, hangs=False)
        outcome = self.run_beside_healthy('whole = true\nfinite = true')
        self.assert_blames_the_file(outcome, "crashed", ["whole", "finite"])
        self.assertIn("HDF5 crashed reading", outcome.stdout)

    def test_a_hang_is_the_error_of_the_file(self):
        self.make_damaged(HANGS, hangs=True)
        outcome = self.run_beside_healthy('matches = "a"\nunique = true\ntimeout = "2s"')
        self.assert_blames_the_file(outcome, "hung", ["matches", "unique"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
