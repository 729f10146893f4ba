#!/usr/bin/env python3
"""Random data sets of many kinds, whole and cut into parts: random_profile.py FOLDER SEED

Writes whole.h5, part0.h5 to part2.h5, and expected.json with what NumPy says of each numeric dataset of the whole.
"""
import json
import pathlib
import random
import sys

import h5py
import numpy as np

ENUM = h5py.enum_dtype({"red": 0, "green": 1, "blue": 5}, "i2")


def columns(rng, draw, n):
    nan = rng.normal(0, 1, n)
    nan[rng.random(n) < 0.2] = np.nan
    inf = rng.normal(0, 1, n)
    inf[rng.random(n) < 0.05] = np.inf
    table = np.zeros(n, dtype=[("age", "u1"), ("in", [("size", ">f8"), ("tag", "S4")])])
    table["age"] = rng.integers(0, 120, n)
    table["in"]["size"] = rng.lognormal(0, 3, n)
    table["in"]["tag"] = rng.choice([b"a", b"bb", b""], n)
    many = [f"name {draw.randrange(3 * n)} " + "x" * draw.choice([0, 0, 0, 300]) for _ in range(n)]
    return {
        "normal": rng.normal(draw.choice([0, 1e9]), 1, (n, 3)).astype(draw.choice(["f4", "f8"])),
        "wide": rng.normal(0, 1, n) * 10.0 ** rng.integers(-300, 300, n),
        "half": rng.normal(0, 10, n).astype("f2"), "nan": nan, "inf": inf,
        "allnan": np.full(n, np.nan, "f4"), "constant": np.full(n, 2.5),
        "labels": rng.integers(0, draw.choice([2, 10, 60]), n), "images": rng.integers(0, 256, (n, 4, 4)).astype("u1"),
        "signed": rng.integers(-2**63, 2**63, n, dtype="i8"), "large": rng.integers(2**63, 2**64, n, dtype="u8"),
        "short": rng.integers(-2**15, 2**15, n).astype("i2"), "flag": rng.random(n) < 0.1,
        "ids": rng.permutation(n) + 10**18, "split": rng.choice(["train", 'v"a\\l', "té\tst"], n).astype(object),
        "names": np.array(many, dtype=object), "rare": np.array(["in"] * (n // 2) + ["unit"] * (n - n // 2), dtype=object),
        "table": table, "zeros": np.where(rng.random(n) < 0.5, 0.0, -0.0),
    }


def main(folder, seed):
    rng, draw = np.random.default_rng(seed), random.Random(seed)
    n = draw.choice([12, 300, 20000])
    data = columns(rng, draw, n)
    cuts = [0, *sorted(draw.randrange(n + 1) for _ in range(2)), n]
    files = [("whole", 0, n)] + [(f"part{i}", cuts[i], cuts[i + 1]) for i in range(3)]
    for name, begin, end in files:
        with h5py.File(folder / f"{name}.h5", "w") as file:
            for key, values in data.items():
                text = {"dtype": h5py.string_dtype()} if values.dtype == object else {}
                file.create_dataset(f"group/{key}", data=values[begin:end], **text)
            file.create_dataset("colour", data=rng.choice([0, 1, 5], end - begin), dtype=ENUM)
            file.create_dataset("nothing", (0, 3), "f4")
            if name == "whole":
                file["scalar"] = 3.5
    expected = {}
    data |= {f"normal[:, {i}]": data["normal"][:, i] for i in range(3)}
    for key, values in data.items():
        if values.dtype.kind not in "fiu":
            continue
        good = values[np.isfinite(values)].ravel()
        there = values[~np.isnan(values)].ravel() if values.dtype.kind == "f" else good
        wide = good.astype(np.longdouble)
        expected[f"/group/{key}"] = {
            "elements": int(values.size), "nan": int(values.size - there.size), "zeros": int((values == 0).sum()),
            "min": repr(there.min().item()) if there.size else None, "max": repr(there.max().item()) if there.size else None,
            "mean": repr(float(wide.mean())) if good.size else None,
            "std": repr(float(wide.std(ddof=1))) if good.size > 1 and key != "wide" else None,
            "distinct": int(np.unique(values).size),
        }
    (folder / "expected.json").write_text(json.dumps(expected))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(sys.argv[2]))
