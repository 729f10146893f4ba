#!/usr/bin/env python3
"""Random pairs of data, `drift` checks on them, and every distance worked out in Python, element by element.

    random_drift.py FOLDER SEED CASES

Writes FOLDER/suite.toml, the HDF5 files it names and FOLDER/expected.json: a case's distances, or null where there is
none. Each pair stands there three times: sharded, whole, and shuffled; all three must give the same bits.
"""
import json
import math
import pathlib
import random
import sys
from collections import Counter
from fractions import Fraction

import h5py
import numpy as np

KINDS = ["i1", "u1", "<i2", ">u2", "<i4", "<i8", "<u8", "<f2", ">f4", "<f8", "bool", "enum", "text", "fixed"]
ENUM = h5py.enum_dtype({"red": 0, "green": 1, "blue": 5}, "i2")


def dtype(kind):
    if kind == "enum":
        return ENUM
    if kind == "text":
        return h5py.string_dtype()
    return np.dtype("S5" if kind == "fixed" else kind)


def draw(rng, kind, count, shift):
    if kind in ("text", "fixed"):
        pool = ["cat", "dog", "", "Cat", "a b"][: rng.randrange(1, 6)] + (["new", "ne"] if shift else [])
        return [rng.choice(pool) for _ in range(count)]
    if kind == "bool":
        return [rng.random() < (0.7 if shift else 0.4) for _ in range(count)]
    if kind == "enum":
        return [rng.choice([0, 1, 5] if shift else [0, 1]) for _ in range(count)]
    kind = np.dtype(kind)
    if kind.kind == "f":
        style = rng.randrange(4)
        special = [math.nan, math.inf, -math.inf] if rng.random() < 0.3 else [0.0, -0.0]
        values = []
        for _ in range(count):
            if rng.random() < 0.1:
                values.append(rng.choice(special))
            elif style == 0:
                values.append(rng.gauss(0, 1) + shift)
            elif style == 1:
                values.append(float(rng.randrange(4) + shift))
            elif style == 2:
                values.append(3.0)
            else:
                values.append(rng.choice([1e4, -1e4]) * rng.random() ** 3)
        return [float(v) for v in np.array(values).astype(kind)]
    info = np.iinfo(kind)
    style = rng.randrange(3)
    if style == 0:
        return [rng.randrange(0, 12) + shift for _ in range(count)]
    if style == 1:
        return [rng.randrange(info.min, info.max + 1) for _ in range(count)]
    return [rng.choice([info.max, info.max - 1, info.min, 7]) for _ in range(count)]


def write(file, kind, rows, width):
    values = [v for row in rows for v in row]
    shape = (len(rows), width) if width else (len(rows),)
    stored = {"text": object, "enum": "i2"}.get(kind, dtype(kind))
    file.create_dataset("x", data=np.array(values, dtype=stored).reshape(shape), dtype=dtype(kind))


def is_nan(value):
    return isinstance(value, float) and math.isnan(value)


def plain(value):
    return int(value) if isinstance(value, bool) else value


def chi2_tail(x, k):
    """Upper tail of the chi-square distribution for whole degrees of freedom, by its finite sums."""
    if x <= 0:
        return 1.0
    if k % 2 == 0:
        term, total = 1.0, 1.0
        for i in range(1, k // 2):
            term *= x / 2 / i
            total += term
        return math.exp(-x / 2) * total
    total, term = math.erfc(math.sqrt(x / 2)), math.sqrt(2 * x / math.pi) * math.exp(-x / 2)
    for i in range(1, (k + 1) // 2):
        total += term
        term *= x / (2 * i + 1)
    return total


def quantile(ordered, decile):
    """NumPy's default, place in double, interpolated exactly and rounded once; infinities as the product says."""
    place = (len(ordered) - 1) * (decile / 10)
    low = min(math.floor(place), len(ordered) - 1)
    high = min(low + 1, len(ordered) - 1)
    weight = place - math.floor(place)
    a, b = ordered[low], ordered[high]
    if weight == 0 or a == b:
        return a
    if math.isinf(a) or math.isinf(b):
        return None if math.isinf(a) and math.isinf(b) else a if math.isinf(a) else b
    exact = Fraction(a) + (Fraction(b) - Fraction(a)) * Fraction(weight)
    if isinstance(a, int) and exact.denominator == 1 and abs(exact) >= 2**53:
        return int(exact)
    return float(exact)


def bin_of(value, cuts):
    for i, (cut, repeated) in enumerate(cuts):
        if value == cut and repeated:
            return (i, "at")
        if value <= cut:
            return (i, "below")
    return (len(cuts), "below")


def distances(reference, sample, kind):
    """All distances of two lists of elements."""
    named = kind in ("text", "fixed", "bool", "enum")
    text = kind in ("text", "fixed")
    numbers = [[v for v in side if not is_nan(v)] for side in (reference, sample)]
    whole = not text and np.dtype(dtype(kind)).kind in "iu"
    classes = named or (whole and len(set(reference)) <= 50)
    if classes:
        key = lambda v: "nan" if is_nan(v) else plain(v)
    else:
        cuts = []
        for decile in range(1, 10):
            cut = quantile(sorted(numbers[0]), decile) if numbers[0] else None
            if cut is None:
                continue
            if cuts and cuts[-1][0] == cut:
                cuts[-1] = (cut, True)
            else:
                cuts.append((cut, False))
        key = lambda v: "nan" if is_nan(v) else bin_of(v, cuts)
    old, new = Counter(map(key, reference)), Counter(map(key, sample))
    n, m = len(reference), len(sample)
    psi = js = 0.0
    chi2 = Fraction(0)
    for each in set(old) | set(new):
        p = (old[each] or 0.5) / n
        q = (new[each] or 0.5) / m
        psi += (q - p) * math.log(q / p)
        p, q = old[each] / n, new[each] / m
        js += sum(s * math.log2(s / ((p + q) / 2)) / 2 for s in (p, q) if s)
        chi2 += Fraction((old[each] * m - new[each] * n) ** 2, n * m * (old[each] + new[each]))
    degrees = len(set(old) | set(new)) - 1
    found = {"psi": psi, "js": js, "chi2_p": chi2_tail(float(chi2), degrees) if degrees else 1.0}
    if classes:
        found["new_classes"] = len(set(new) - set(old))
    if not text:
        line = sorted({plain(v) for side in numbers for v in side}) + [math.nan]
        at = [Counter("nan" if is_nan(v) else plain(v) for v in side) for side in (reference, sample)]
        seen, ks, moved, before = [0, 0], Fraction(0), Fraction(0), None
        for value in line:
            gap = abs(Fraction(seen[0], n) - Fraction(seen[1], m))
            if gap and before is not None:
                far = is_nan(value) or math.isinf(value) or math.isinf(before)
                moved = math.inf if far or moved == math.inf else moved + gap * (Fraction(value) - Fraction(before))
            for i in (0, 1):
                seen[i] += at[i]["nan" if is_nan(value) else value]
            ks = max(ks, abs(Fraction(seen[0], n) - Fraction(seen[1], m)))
            before = value
        found["ks"], found["wasserstein"] = float(ks), float(moved)
    return found


def main(folder, seed, cases):
    rng = random.Random(seed)
    toml, expected = [], {}
    for case in range(cases):
        kind = rng.choice(KINDS)
        width = rng.choice([0, 0, 2])
        shift = rng.choice([0, 0, 1, 40])
        sides = []
        for side in (0, 1):
            rows = rng.randrange(1, 120)
            values = draw(rng, kind, rows * (width or 1), shift if side else 0)
            sides.append([values[i * (width or 1):(i + 1) * (width or 1)] for i in range(rows)])
        missing = rng.choice(["", "", 'missing = "nan"'])
        for side, name in zip(sides, ("old", "new")):
            shuffled = [v for row in side for v in row]
            rng.shuffle(shuffled)
            with h5py.File(folder / f"{name}{case}_whole.h5", "w") as file:
                write(file, kind, side, width)
            with h5py.File(folder / f"{name}{case}_shuffled.h5", "w") as file:
                write(file, kind, [shuffled[i:i + (width or 1)] for i in range(0, len(shuffled), width or 1)], width)
            cut = rng.randrange(0, len(side) + 1)
            for shard, part in enumerate((side[:cut], side[cut:])):
                with h5py.File(folder / f"{name}{case}_part{shard}.h5", "w") as file:
                    write(file, kind, part, width)
        elements = [[v for row in side for v in row if not (missing and is_nan(v))] for side in sides]
        for form, files in (("whole", "whole"), ("shuffled", "shuffled"), ("sharded", "part*")):
            toml.append(f"[expect.c{case}_{form}]\ndata = 'new{case}_{files}.h5'\ndataset = 'x'\n{missing}\n"
                        f"drift = {{ from = 'old{case}_{files}.h5', psi = 1e9, js = 1, chi2_p = 0 }}\n")
        toml.append(f"[expect.c{case}_itself]\ndata = 'new{case}_whole.h5'\ndataset = 'x'\n{missing}\n"
                    f"drift = {{ from = 'new{case}_shuffled.h5', psi = 0, js = 0, chi2_p = 1 }}\n")
        found = distances(*elements, kind) if all(elements) else None
        expected[f"c{case}"] = {k: repr(v) for k, v in found.items()} if found else None
        expected[f"c{case}_itself"] = bool(elements[1])
    (folder / "suite.toml").write_text("\n".join(toml))
    (folder / "expected.json").write_text(json.dumps(expected))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
