#!/usr/bin/env python3
"""read_back.py FILE: what h5py finds in an HDF5 file, as JSON on stdout."""
import json
import sys

import h5py
import numpy as np


def plain(value):
    if isinstance(value, bytes):
        return value.decode()
    return value.item() if isinstance(value, np.generic) else value


def describe(item):
    result = {"attributes": {name: [type(value).__name__, repr(plain(value))] for name, value in item.attrs.items()}}
    if isinstance(item, h5py.Dataset):
        kind = item.id.get_type()
        text = h5py.check_string_dtype(item.dtype)
        names = h5py.check_enum_dtype(item.dtype)
        create = item.id.get_create_plist()
        result |= {"shape": item.shape, "dtype": str(item.dtype), "chunks": item.chunks,
                   "filters": [create.get_filter(i)[0] for i in range(create.get_nfilters())],
                   "text": text and [text.encoding, text.length],
                   "exponent_bits": kind.get_fields()[2] if isinstance(kind, h5py.h5t.TypeFloatID) else None,
                   "names": names and {str(name): int(number) for name, number in names.items()}}
        if text:
            result["values"] = [v.decode() for v in item[...].ravel()]
        elif item.dtype == bool:
            result["values"] = [bool(v) for v in item[...].ravel()]
        else:
            result["values"] = [repr(v.item()) for v in item[...].ravel()]
    return result


with h5py.File(sys.argv[1], "r") as file:
    found = {"/": describe(file) | {"user_block": file.userblock_size}}
    file.visititems(lambda name, item: found.update({"/" + name: describe(item)}))
print(json.dumps(found))
