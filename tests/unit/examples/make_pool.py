"""make_pool.py FILE: datasets of a pool, and such that are none."""
import sys

import h5py
import numpy as np

TEXT = h5py.string_dtype("utf-8")
with h5py.File(sys.argv[1], "w") as f:
    big = f.create_dataset("big", (150, 1 << 20), np.uint8, chunks=(1, 1 << 20))
    for row in range(150):
        big[row] = row
    f["small"] = np.arange(12, dtype=">i2").reshape(3, 2, 2)
    f["empty"] = np.zeros((0, 5), np.float32)
    f["scalar"] = 3.5
    f["null"] = h5py.Empty(np.float32)
    f["labels"] = np.array([2, 0, 1], np.uint8)
    f["floats"] = np.array([0.0, 1.0, 2.0])
    f.create_dataset("names", data=np.array(["cat", "dog"], object), dtype=TEXT)
    f.create_dataset("twice", data=np.array(["cat", "cat"], object), dtype=TEXT)
    f.create_dataset("no_names", (0,), dtype=TEXT)
