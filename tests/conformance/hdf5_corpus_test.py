"""Every file of the HDF5 corpus is read as h5py reads it, or refused with a reason."""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

import h5py
import numpy
from numpy.lib import recfunctions

PROGRAM = os.environ["ASSAY_READ_FILE"]
CORPUS = pathlib.Path(os.environ.get("ASSAY_CORPUS") or "none") / "data" / "hdf5_corpus"
# Why a dataset may be refused that h5py reads: its type has no exact counterpart, or a filter stands in a plug-in.
REFUSALS = re.compile(r"filter|reference|opaque|bit ?field|time|precision|variable.length|sequence|not a float|wider|external|no exact")


def packed(values):
    """As `hdf5::Block` holds them: native byte order, no gaps."""
    values = numpy.asarray(values)
    if values.dtype.names:
        values = recfunctions.repack_fields(values, recurse=True)
    return numpy.ascontiguousarray(values.astype(values.dtype.newbyteorder("="))).tobytes()


def datasets_of(file):
    """Each object once, whatever links lead to it: the first path in sorted order."""
    found = {}
    file.visititems(lambda name, item: found.update({"/" + name: item}) if isinstance(item, h5py.Dataset) else None)
    return found


class HDF5Corpus(unittest.TestCase):
    def answer(self, path):
        done = subprocess.run([PROGRAM, path], capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, f"{path.name}: ended with {done.returncode}\n{done.stderr[-2000:]}")
        return json.loads(done.stdout)

    def compare(self, dataset, seen):
        """True when it was read; what differs is a failure."""
        try:
            values = dataset[()]
        except (OSError, ValueError) as error:  # a filter that is not there, a type that NumPy has no counterpart of
            self.assertTrue(seen.get("refused"), f"h5py cannot read it ({error}) and Assay does")
            return False
        if "refused" in seen:
            self.assertRegex(seen["refused"], REFUSALS)
            return False
        base = dataset.dtype.base
        self.assertEqual(seen["shape"], list(numpy.shape(values)) or [])
        if h5py.check_string_dtype(base) is not None:
            texts = numpy.ravel(numpy.asarray(values, dtype=object)).tolist()
            self.assertEqual([bytes.fromhex(text) for text in seen["texts"]], [bytes(text) for text in texts])
        elif h5py.check_vlen_dtype(base) is not None:
            self.assertEqual(seen["lengths"], [len(row) for row in numpy.ravel(values)])
        else:
            self.assertEqual(seen["bytes"], packed(values).hex())
        return True

    def test_every_file(self):
        read = refused = 0
        files = sorted(path for path in CORPUS.iterdir() if path.is_file() and path.suffix in (".h5", ".mat"))
        self.assertGreaterEqual(len(files), 30)
        for path in files:
            with self.subTest(path.name):
                answer = self.answer(path)
                try:
                    file = h5py.File(path, "r")
                except OSError:
                    self.assertTrue(answer.get("refused"), "h5py cannot open it, and Assay does")
                    refused += 1
                    continue
                with file:
                    wanted = datasets_of(file)
                    self.assertEqual(set(answer["datasets"]), set(wanted))
                    for name, dataset in wanted.items():
                        with self.subTest(f"{path.name}:{name}"):
                            if self.compare(dataset, answer["datasets"][name]):
                                read += 1
                            else:
                                refused += 1
        print(f"{len(files)} files, {read} datasets read as h5py reads them, {refused} refused")
        self.assertGreaterEqual(read, 30)
        self.assertGreater(refused, 0)


if __name__ == "__main__":
    if not CORPUS.is_dir():
        print(f"skipped: there is no corpus at {CORPUS} (ASSAY_CORPUS)")
        sys.exit(77)
    unittest.main(verbosity=2)
