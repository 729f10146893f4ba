#!/usr/bin/env python3
"""check_fashion_mnist.py IDX_FOLDER FILE: exit 0 when the HDF5 file holds what the IDX files hold."""
import gzip
import hashlib
import pathlib
import sys

import h5py
import numpy as np

folder, file = pathlib.Path(sys.argv[1]), h5py.File(sys.argv[2], "r")
for part, prefix in (("train", "train"), ("test", "t10k")):
    for what, rank in (("images", 3), ("labels", 1)):
        name = f"{prefix}-{what}-idx{rank}-ubyte.gz"
        raw = gzip.open(folder / name).read()
        shape = tuple(np.frombuffer(raw, ">u4", rank, 4))
        data = file[f"{part}/{what}"]
        assert data.dtype == np.uint8 and data.shape == shape, (data.dtype, data.shape)
        assert np.array_equal(data[...], np.frombuffer(raw, np.uint8, offset=4 * (rank + 1)).reshape(shape)), name
        assert data.fletcher32 and data.compression == "gzip" and data.chunks, name
        assert data.attrs["source_file"] == name
        assert data.attrs["source_sha256"] == hashlib.sha256(raw).hexdigest()
names = list(file["classes/names"].asstr()[...])
assert names == ["T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag",
                 "Ankle boot"], names
assert file.attrs["licence"] == "MIT" and "Zalando" in file.attrs["copyright"] and "1708.07747" in file.attrs["citation"]
assert file.attrs["builder_version"] == 1
