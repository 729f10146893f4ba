#!/usr/bin/env python3
"""Random data, a suite of checks on it, and what each check must say, worked out element by element in Python.

    random_suite.py FOLDER SEED CASES

Writes FOLDER/suite.toml, the HDF5 files it names and FOLDER/expected.json. It is the second implementation that the
tests compare the scan with: plain loops, whole numbers as Python's, sums as fractions.
"""
import json
import math
import pathlib
import random
import re
import sys
from fractions import Fraction
from types import SimpleNamespace

import h5py
import numpy as np

NUMBERS = ["i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8", "u1", "<u2", ">u2", "<u4", ">u4", "<u8", ">u8",
           "<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "bool", "enum"]
ENUM = h5py.enum_dtype({"red": 0, "green": 1, "blue": 5}, "i2")
MOST = 20


def plain(value):
    """One element as Python's int, float or str."""
    if isinstance(value, (bytes, str)):
        return value.decode() if isinstance(value, bytes) else value
    return float(value) if isinstance(value, np.floating) else int(value)


def is_nan(value):
    return isinstance(value, float) and math.isnan(value)


def coded(value):
    """A value in expected.json: floats by their bits."""
    return {"float": value.hex()} if isinstance(value, float) else value


def toml(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, float):
        if math.isnan(value):
            return "nan"
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return repr(value)
    return str(value)


def bound_number(value):
    """Whole numbers beyond TOML's range are text in a bound."""
    value = int(value) if isinstance(value, bool) else value
    return json.dumps(str(value)) if isinstance(value, int) and not -2**63 <= value < 2**63 else toml(value)


class Data:
    """A dataset of some shards, as rows of plain elements, with its companions."""

    def __init__(self, rng, folder, name):
        self.rng, self.name = rng, name
        self.kind = rng.choice(NUMBERS + ["text", "fixed"])
        self.text = self.kind in ("text", "fixed")
        self.inner = rng.choice([(), (), (3,), (2, 2)])
        self.pool = self.make_pool()
        self.fill = rng.choice([None, rng.choice(self.pool)]) if not self.text and self.kind != "enum" else None
        count = rng.randrange(0, 40)
        cuts = sorted(rng.randrange(0, count + 1) for _ in range(rng.choice([0, 0, 1, 3])))
        self.lengths = [b - a for a, b in zip([0] + cuts, cuts + [count])]
        self.rows, self.unwritten, self.k, self.w, self.s, self.b = [], [], [], [], [], []
        self.y_kind = self.kind if rng.random() < 0.5 else rng.choice(["text", "fixed"] if self.text else NUMBERS)
        self.y = []
        for shard, length in enumerate(self.lengths):
            with h5py.File(folder / f"{name}_{shard:02}.h5", "w") as file:
                self.write(file, length)
        self.other_used = False
        cuts = sorted(rng.randrange(0, count + 1) for _ in range(rng.choice([0, 1, 2])))
        for shard, (begin, end) in enumerate(zip([0] + cuts, cuts + [count])):
            with h5py.File(folder / f"{name}o_{shard:02}.h5", "w") as file:
                self.write_partner(file, self.y[begin:end])

    def dtype(self, kind=None):
        kind = kind or self.kind
        if kind == "enum":
            return ENUM
        if kind == "text":
            return h5py.string_dtype()
        return np.dtype("S5" if kind == "fixed" else kind)

    def write_partner(self, file, rows):
        values = np.array([v for row in rows for v in row], dtype=self.dtype(self.y_kind))
        chunk = {"chunks": (min(3, len(rows)), *self.inner)} if rows and self.rng.random() < 0.5 else {}
        file.create_dataset("y", data=values.reshape((len(rows), *self.inner)), dtype=self.dtype(self.y_kind), **chunk)

    def partners(self, rows):
        """A dataset y of the same shape, of which many elements equal those of x where the type can hold them."""
        pool = self.make_pool(self.y_kind)

        def fits(value):
            if self.text or np.dtype(self.dtype(self.y_kind)).kind == "f":
                return True
            return value in pool or (isinstance(value, int) and value in (0, 1))
        y = [[v if self.rng.random() < 0.6 and fits(v) else self.rng.choice(pool) for v in row] for row in rows]
        if not self.text:
            with np.errstate(over="ignore", invalid="ignore"):
                y = [[plain(v) for v in np.array(row, dtype=self.dtype(self.y_kind))] for row in y]
        self.y += y
        return y

    def make_pool(self, kind=None):
        rng = self.rng
        kind = kind or self.kind
        if self.text:
            return ["cat", "dog", "", "Cat", "a b"]
        if kind == "bool":
            return [False, True]
        if kind == "enum":
            return [0, 1, 5]
        kind = np.dtype(kind)
        if kind.kind == "f":
            info = np.finfo(kind)
            pool = [0.0, -0.0, 1.0, 0.1, 2.5, -3.0, float(info.max), float(info.min), float(info.tiny) / 4, 7.0]
            if rng.random() < 0.5:
                pool += [math.nan]
            if rng.random() < 0.3:
                pool += [math.inf, -math.inf]
            pool += [rng.gauss(0, 1) for _ in range(4)]
            return [float(np.array(v).astype(kind)) for v in pool if not (math.isinf(v) and rng.random() < 0.2)]
        info = np.iinfo(kind)
        pool = [0, 1, 2, 7, int(info.max), int(info.min), int(info.max) - 1]
        if kind.itemsize == 8:
            pool += [2**53 + 1, 2**53]
        return pool

    def write(self, file, length):
        rng = self.rng
        shape = (length, *self.inner)
        values = np.array([rng.choice(self.pool) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)
        options = {}
        chunk_rows = rng.randrange(1, min(9, max(length, 1) + 1))
        if length and rng.random() < 0.6:
            options["chunks"] = (chunk_rows, *(rng.randrange(1, n + 1) for n in self.inner))
            if not self.text and rng.random() < 0.7:
                options |= {"compression": "gzip", "shuffle": rng.random() < 0.5, "fletcher32": rng.random() < 0.5}
        if self.fill is not None:
            options["fillvalue"] = self.fill
        holes = length > 0 and not self.text and rng.random() < 0.3
        if holes:
            options["chunks"] = (chunk_rows, *self.inner)
        data = file.create_dataset("x", shape, dtype=self.dtype(), **options)
        written = np.ones(length, bool)
        if holes:
            for start in range(0, length, chunk_rows):
                if rng.random() < 0.4:
                    written[start:start + chunk_rows] = False
            values[~written] = self.fill if self.fill is not None else 0
            for start in range(0, length, chunk_rows):
                part = values[start:start + chunk_rows]
                if written[start]:
                    data[start:start + chunk_rows] = np.array(part.tolist(), dtype=self.dtype())
        elif length:
            data[...] = np.array(values.tolist(), dtype=self.dtype()).reshape(shape)
        self.unwritten += [not w for w in written]
        stored = data[...] if length else np.zeros(shape)
        elements = 1
        for n in self.inner:
            elements *= n
        own = [[plain(v) for v in np.asarray(stored[row]).reshape(elements)] for row in range(length)]
        self.rows += own
        self.write_partner(file, self.partners(own))
        k = [rng.choice([-1, 0, 1, 2]) for _ in range(length)]
        w = [rng.choice([-1.0, 0.0, 0.5, 2.0, math.nan]) for _ in range(length)]
        s = [rng.choice(["train", "val", ""]) for _ in range(length)]
        b = [rng.random() < 0.5 for _ in range(length)]
        file.create_dataset("k", data=np.array(k, ">i4"))
        file.create_dataset("w", data=np.array(w, "f4"), chunks=(min(3, length),) if length else None)
        file.create_dataset("meta/s", data=np.array(s, dtype=object), dtype=h5py.string_dtype())
        file.create_dataset("b", data=np.array(b, bool))
        self.k, self.w, self.s, self.b = self.k + k, self.w + w, self.s + s, self.b + b


class Part:
    """A part of a dataset by NumPy's basic slicing, which NumPy itself works out."""

    def __init__(self, data):
        rng = data.rng
        shape = (len(data.rows), *data.inner)
        self.data, self.rng, self.name, self.kind, self.text = data, rng, data.name, data.kind, data.text
        self.pool, self.fill, self.y_kind, self.dtype = data.pool, data.fill, data.y_kind, data.dtype
        while True:
            parts = [self.slice_of(extent, inner=i > 0) for i, extent in enumerate(shape)]
            places = np.arange(int(np.prod(shape))).reshape(shape)[tuple(parts)]
            if places.ndim:
                break
        self.one_row = not isinstance(parts[0], slice)
        written = [self.written(part) for part in parts]
        self.rows_text = "" if written[0] == ":" else f"[{written[0]}]"
        if len(shape) > 1 and rng.random() < 0.3 and all(part == ":" for part in written[1:]):
            written = [written[0], "..."] if rng.random() < 0.5 else written[:1]
        self.selected = "[" + ", ".join(written) + "]"
        self.inner = places.shape[1:]
        flat = places.reshape(places.shape[0], int(np.prod(self.inner)))
        self.shape = shape
        self.places = [[int(v) for v in row] for row in flat]
        self.start = [i for i, part in enumerate(parts) if isinstance(part, slice)][0]   # the dimension of its rows
        width = int(np.prod(shape[1:]))
        self.stored = [[divmod(place, width) for place in row] for row in self.places]
        self.rows = [[data.rows[r][e] for r, e in row] for row in self.stored]
        self.y = [[data.y[r][e] for r, e in row] for row in self.stored]
        # Of a row without elements the place is still known when rows are those of the dataset.
        firsts = list(range(len(data.rows)))[parts[0]] if not self.one_row else None
        self.row_of = [parts[0] % max(shape[0], 1)] * len(flat) if self.one_row else firsts
        self.unwritten = [data.unwritten[r] for r in self.row_of]
        for name in ("k", "w", "s", "b"):
            values = getattr(data, name)
            setattr(self, name, [values[r] for r in self.row_of])

    @property
    def other_used(self):
        return self.data.other_used

    @other_used.setter
    def other_used(self, used):
        self.data.other_used = used

    def slice_of(self, extent, inner):
        rng = self.rng
        choice = rng.choice(["all", "all", "index", "range", "range"])
        if choice == "all":
            return slice(None)
        if choice == "index" and extent:
            return rng.randrange(-extent, extent)
        ends = [rng.choice([None, rng.randrange(-extent - 2, extent + 3)]) for _ in range(2)]
        steps = [None, 1, 2, 3] + ([-1, -2] if inner else [])
        return slice(*ends, rng.choice(steps))

    @staticmethod
    def written(part):
        if not isinstance(part, slice):
            return str(part)
        text = f"{'' if part.start is None else part.start}:{'' if part.stop is None else part.stop}"
        return text if part.step is None else f"{text}:{part.step}"

    def number(self, row):
        return self.row_of[row]

    def place(self, row, index=None):
        stored = self.row_of[row]
        before = 0
        for length in self.data.lengths:
            if stored < before + length:
                break
            before += length
        position = [stored - before]
        if index is not None:
            return position + [int(i) for i in np.unravel_index(self.stored[row][index][1], self.shape[1:])] if self.shape[1:] else position
        if self.one_row and self.shape[1:]:
            position += [int(i) for i in np.unravel_index(self.stored[row][0][1], self.shape[1:])][:self.start]
        return position


# ---- rules -----------------------------------------------------------------------------------------------------------

def rounded(literal, kind):
    """A literal in the dataset's float type, or itself."""
    if isinstance(literal, (bool, int)) and not isinstance(literal, float):
        literal = int(literal)
    if np.dtype(kind).kind != "f" or isinstance(literal, str):
        return literal
    with np.errstate(over="ignore"):
        value = float(np.array(float(literal)).astype(np.dtype(kind)))
    return None if math.isinf(value) and not math.isinf(literal) else value


def missing_rule(data):
    """TOML text and a function (value, kind of the dataset, fill value) -> missing."""
    rng = data.rng
    choice = rng.choice(["none", "none", "nan", "fill", "one", "list"])
    if choice == "none":
        return None, lambda value, kind, fill: False
    if choice == "nan":
        return '"nan"', lambda value, kind, fill: is_nan(value)
    if choice == "fill":
        return '"fill"', lambda value, kind, fill: value == fill or (is_nan(value) and is_nan(fill))
    pool = [v for v in data.pool if not (isinstance(v, int) and v >= 2**63)] + ([] if data.text else [-1])
    literals = [rng.choice(pool)] if choice == "one" else [rng.choice(pool) for _ in range(3)]
    if literals == ["nan"] or literals == ["fill"]:
        literals = [""]

    def test(value, kind, fill):
        for literal in literals:
            if isinstance(literal, str) != isinstance(value, str):
                continue
            literal = rounded(literal, kind) if not isinstance(literal, str) else literal
            if value == literal or (is_nan(value) and is_nan(literal)):
                return True
        return False
    text = toml(literals[0]) if choice == "one" else "[" + ", ".join(map(toml, literals)) + "]"
    return text, test


OPERATORS = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
             ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}


def comparison(data, missing):
    rng = data.rng
    name = rng.choice(["k", "w", "meta/s", "b"])
    part = getattr(data, "rows_text", "")
    op = rng.choice(list(OPERATORS))
    if name == "meta/s":
        values, kind, fill = data.s, "O", ""
        literal = rng.choice(["train", "val", ""])
        text = f"'{literal}'"
    elif name == "b":
        values, kind, fill = [int(v) for v in data.b], "i1", 0
        literal = rng.choice([True, False, 1])
        text = toml(literal)
    elif name == "k":
        values, kind, fill = data.k, "i4", 0
        literal = rng.choice([-1, 0, 1, 0.5])
        text = toml(literal)
    else:
        values, kind, fill = data.w, "f4", 0.0
        literal = rng.choice([-1, 0.0, 0.5, 0.1])
        text = toml(literal)

    def judge(row):
        value = values[row]
        if missing(value, kind, fill):
            return None
        if is_nan(value):
            return False
        compared = rounded(literal, kind) if op in ("==", "!=") and kind != "O" else literal
        return OPERATORS[op](value, compared)
    return f"{name}{part} {op} {text}", judge


def condition(data, missing, depth=0):
    kind = data.rng.choice(["comparison", "comparison", "not", "and", "or"]) if depth < 3 else "comparison"
    if kind == "comparison":
        return comparison(data, missing)
    if kind == "not":
        text, inner = condition(data, missing, depth + 1)

        def negated(row):
            truth = inner(row)
            return None if truth is None else not truth
        return f"not ({text})", negated
    parts = [condition(data, missing, depth + 1) for _ in range(2)]
    deciding = kind == "or"

    def joined(row):
        truths = [part[1](row) for part in parts]
        if deciding in truths:
            return deciding
        return None if None in truths else not deciding
    return f" {kind} ".join(f"({text})" for text, _ in parts), joined


# ---- checks ----------------------------------------------------------------------------------------------------------

class Judged:
    """What the filter leaves of the data."""

    def __init__(self, data, missing, kept):
        kind = data.kind if data.kind not in ("text", "fixed", "enum") else ("O" if data.text else "i2")
        fill = data.fill if data.fill is not None else ("" if data.text else 0)
        fill = fill if data.text or np.dtype(kind).kind == "f" else int(fill)
        declared_fill = missing("\0never", "O", "\0never")
        self.data, self.dtype = data, kind
        y_kind = "O" if data.text else ("i2" if data.y_kind == "enum" else data.y_kind)
        y_fill = "" if data.text else (0.0 if np.dtype(y_kind).kind == "f" else 0)
        self.partner_missing = lambda value: missing(value, y_kind, y_fill)
        self.rows = []          # (row, [(index within the row, value)]) of kept rows, present elements only
        self.missing = self.unwritten = self.elements = 0
        for row, values in enumerate(data.rows):
            if not kept(row):
                continue
            present = []
            for index, value in enumerate(values):
                self.elements += 1
                self.unwritten += data.unwritten[row]
                if missing(value, kind, fill) or (declared_fill and data.unwritten[row]):
                    self.missing += 1
                else:
                    present.append((index, value))
            self.rows.append((row, present))
        self.values = [value for _, present in self.rows for _, value in present]
        self.present_rows = sum(1 for _, present in self.rows if present)

    def number(self, row):
        return self.data.number(row) if isinstance(self.data, Part) else row

    def place(self, row, index=None):
        if isinstance(self.data, Part):
            return self.data.place(row, index)
        before = 0
        for length in self.data.lengths:
            if row < before + length:
                break
            before += length
        position = [row - before]
        if index is not None:
            position += [int(i) for i in np.unravel_index(index, self.data.inner)] if self.data.inner else []
        return position

    def shown(self, value):
        return bool(value) if self.data.kind == "bool" else coded(value)


def no_data(judged):
    return {"verdict": "failed", "reason": "no data", "metrics": {"unexpected": 0, "total": 0, "missing": judged.missing,
                                                                  "unwritten": judged.unwritten}}


def element_check(judged, good, mostly, by_row):
    if not judged.values:
        return no_data(judged)
    bad = [(row, index, value) for row, present in judged.rows for index, value in present if not good(value)]
    total = len(judged.values)
    if by_row:
        total, seen, first = judged.present_rows, set(), []
        for entry in bad:
            if entry[0] not in seen:
                seen.add(entry[0])
                first.append(entry)
        bad = first
    passes = (total - len(bad)) / total >= mostly
    result = {"verdict": "passed" if passes else "failed",
              "metrics": {"unexpected": len(bad), "total": total, "missing": judged.missing, "unwritten": judged.unwritten}}
    if not passes:
        result["failure"] = {"unexpected": len(bad), "total": total, "truncated": len(bad) > MOST,
                             "offenders": [[judged.number(row), judged.place(row, index), judged.shown(value)] for row, index, value in bad[:MOST]]}
    return result


def aggregate(judged, key):
    """The number, or None when it is undefined."""
    values = judged.values
    finite = [v for v in values if not (isinstance(v, float) and not math.isfinite(v))]
    if key == "nan_count":
        return sum(map(is_nan, values))
    if key == "inf_count":
        return sum(1 for v in values if isinstance(v, float) and math.isinf(v))
    if key == "zero_share":
        return sum(1 for v in values if v == 0) / len(values)
    if any(map(is_nan, values)):
        return None
    if key in ("min", "max"):
        best = min(values) if key == "min" else max(values)
        return best + 0.0 if isinstance(best, float) else best
    if key == "std":
        if len(finite) < len(values) or len(values) < 2:
            return None
        exact = [Fraction(v) for v in values]
        mean = sum(exact) / len(exact)
        return square_root(sum((v - mean)**2 for v in exact) / (len(exact) - 1))
    if len(finite) < len(values):
        signs = {v > 0 for v in values if isinstance(v, float) and math.isinf(v)}
        return None if len(signs) == 2 else (math.inf if signs == {True} else -math.inf)
    total = sum(Fraction(v) for v in values)
    whole = isinstance(values[0], int)
    if key == "sum":
        return int(total) if whole and -2**63 <= total < 2**64 else to_float(total)
    mean = total / len(values)
    if whole and mean.denominator == 1 and abs(mean) >= 2**53:
        return int(mean)
    return to_float(mean)


def to_float(value):
    try:
        return float(value)         # Python rounds a fraction once, to the nearest
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def square_root(value):
    """The square root of a fraction to about 100 digits, then as the nearest double."""
    if value == 0:
        return 0.0
    scale = 1 << 1200
    return to_float(Fraction(math.isqrt(value.numerator * scale * scale // value.denominator), scale))


NAN_UNDEFINED = ("min", "max", "mean", "sum", "std", "median")


def number_check(judged, key, low, high, value=None):
    if not judged.values:
        return no_data(judged)
    value = aggregate(judged, key) if key != "median" else value
    nans = sum(map(is_nan, judged.values))
    passes = value is not None and low <= value <= high
    result = {"verdict": "passed" if passes else "failed",
              "metrics": {key: coded(math.nan if value is None else value),
                          "unexpected": nans if key in NAN_UNDEFINED else 0,
                          "total": len(judged.values), "missing": judged.missing, "unwritten": judged.unwritten}}
    if not passes:
        result["failure"] = {"total": len(judged.values), "observed": coded(math.nan if value is None else value)}
        if value is None and nans and key in NAN_UNDEFINED:
            result["reason"] = f"{nans} of them"
    return result


def content(present, length):
    key = ["missing"] * length
    for index, value in present:
        key[index] = "nan" if is_nan(value) else (value + 0.0 if isinstance(value, float) else value)
    return tuple(key)


def row_check(judged, repeated):
    rows = [(row, present) for row, present in judged.rows if present]
    if not rows:
        return no_data(judged)
    bad = [row for row, present in rows if repeated(content(present, len(judged.data.rows[row])))]
    result = {"verdict": "failed" if bad else "passed",
              "metrics": {"unexpected": len(bad), "total": len(rows), "missing": judged.missing, "unwritten": judged.unwritten}}
    if bad:
        result["failure"] = {"unexpected": len(bad), "total": len(rows), "truncated": len(bad) > MOST,
                             "offenders": [[judged.number(row), judged.place(row), None] for row in bad[:MOST]]}
    return result


def unique_check(judged):
    seen = set()

    def repeated(key):
        if key in seen:
            return True
        seen.add(key)
        return False
    return row_check(judged, repeated)


def class_check(judged, low, high):
    if not judged.values:
        return no_data(judged)
    counts = {"missing": judged.missing, "unwritten": judged.unwritten}
    nans = sum(map(is_nan, judged.values))
    if nans:
        return {"verdict": "failed", "metrics": counts | {"unexpected": nans, "total": len(judged.values)}}
    times = {}
    for value in judged.values:
        times[value] = times.get(value, 0) + 1
    shares = [n / len(judged.values) for n in times.values()]
    outside = sum(1 for share in shares if not low <= share <= high)
    return {"verdict": "failed" if outside else "passed",
            "metrics": counts | {"unexpected": outside, "total": len(judged.values)}}


def quantile(values, probability):
    """Linear interpolation at (n - 1) p, the place in double, the value exact and rounded once; None between infinities."""
    values = sorted(v + 0.0 if isinstance(v, float) else v for v in values)
    place = (len(values) - 1) * probability
    low = min(math.floor(place), len(values) - 1)
    a, b = values[low], values[min(low + 1, len(values) - 1)]
    weight = Fraction(math.floor(math.ldexp(place - math.floor(place), 62)), 2**62)
    if weight == 0 or a == b:
        return a
    if isinstance(a, float) and (math.isinf(a) or math.isinf(b)):
        return None if math.isinf(a) and math.isinf(b) else (a if math.isinf(a) else b)
    exact = Fraction(a) + (Fraction(b) - Fraction(a)) * weight
    if not isinstance(a, float) and exact.denominator == 1 and abs(exact) >= 2**53:
        return int(exact)
    return to_float(exact)


def quantile_check(judged, rng):
    """A table of quantiles and what it must say."""
    limits = {}
    for probability in rng.sample([0.0, 0.05, 0.25, 1 / 3, 0.5, 0.9, 1.0], 2):
        nans = sum(map(is_nan, judged.values))
        value = quantile(judged.values, probability) if judged.values and not nans else None
        limits[probability] = (value, (value, value) if value is not None and rng.random() < 0.6 else (0, 1))
    text = "{ " + ", ".join(f'"{p!r}" = [{bound_number(b[0])}, {bound_number(b[1])}]' for p, (_, b) in limits.items()) + " }"
    if not judged.values:
        return text, no_data(judged)
    broken = [v for v, b in limits.values() if v is None or not b[0] <= v <= b[1]]
    result = {"verdict": "failed" if broken else "passed",
              "metrics": {"unexpected": sum(map(is_nan, judged.values)), "total": len(judged.values),
                          "missing": judged.missing, "unwritten": judged.unwritten}}
    if broken:
        result["failure"] = {"total": len(judged.values), "observed": coded(math.nan if broken[0] is None else broken[0])}
    return text, result


def distinct_check(judged, key, low, high):
    if not judged.values:
        return no_data(judged)
    value = len({"nan" if is_nan(v) else (v + 0.0 if isinstance(v, float) else v) for v in judged.values})
    value = value / len(judged.values) if key == "distinct_share" else value
    passes = low <= value <= high
    result = {"verdict": "passed" if passes else "failed",
              "metrics": {key: coded(value), "unexpected": 0, "total": len(judged.values), "missing": judged.missing,
                          "unwritten": judged.unwritten}}
    if not passes:
        result["failure"] = {"total": len(judged.values), "observed": coded(value)}
    return result


def ratio_check(judged, limit):
    if not judged.values:
        return no_data(judged)
    counts = {"total": len(judged.values), "missing": judged.missing, "unwritten": judged.unwritten}
    nans = sum(map(is_nan, judged.values))
    if nans:
        return {"verdict": "failed", "metrics": counts | {"unexpected": nans}}
    times = {}
    for value in judged.values:
        times[value] = times.get(value, 0) + 1
    ratio = max(times.values()) / min(times.values())
    return {"verdict": "passed" if ratio <= limit else "failed",
            "metrics": counts | {"unexpected": 0, "max_class_ratio": coded(ratio)}}


def order_check(judged, up, strict, mostly, by_row):
    """Neighbouring kept rows, each position on its own; a pair with a missing side is left out."""
    if not judged.values:
        return no_data(judged)
    keeps = {(True, True): lambda a, b: a < b, (True, False): lambda a, b: a <= b,
             (False, True): lambda a, b: a > b, (False, False): lambda a, b: a >= b}[up, strict]
    key = (lambda v: v.encode()) if judged.data.text else (lambda v: v)
    bad, pairs, pair_rows, before = [], 0, 0, None
    for row, present in judged.rows:
        now = dict(present)
        if before is not None:
            both = [index for index in sorted(now) if index in before]
            pairs += len(both)
            pair_rows += bool(both)
            bad += [(row, index, now[index]) for index in both if not keeps(key(before[index]), key(now[index]))]
        before = now
    total = pairs
    if by_row:
        total, bad = pair_rows, [e for i, e in enumerate(bad) if i == 0 or bad[i - 1][0] != e[0]]
    passes = not total or (total - len(bad)) / total >= mostly
    result = {"verdict": "passed" if passes else "failed",
              "metrics": {"unexpected": len(bad), "total": total, "missing": judged.missing, "unwritten": judged.unwritten}}
    if not passes:
        result["failure"] = {"unexpected": len(bad), "total": total, "truncated": len(bad) > MOST,
                             "offenders": [[judged.number(row), judged.place(row, index), judged.shown(value)] for row, index, value in bad[:MOST]]}
    return result


def pairs_of(judged):
    """(row, index, value, partner) of kept rows with both sides present."""
    return [(row, index, value, judged.data.y[row][index]) for row, present in judged.rows for index, value in present
            if not judged.partner_missing(judged.data.y[row][index])]


def pair_check(judged, good, mostly, by_row):
    if not judged.values:
        return no_data(judged)
    pairs = pairs_of(judged)
    counts = {"missing": judged.elements - len(pairs), "unwritten": judged.unwritten}
    if not pairs:
        return {"verdict": "failed", "reason": "no data", "metrics": counts | {"unexpected": 0, "total": 0}}
    bad = [(row, index, value) for row, index, value, partner in pairs if not good(value, partner)]
    total = len(pairs)
    if by_row:
        total, bad = len({pair[0] for pair in pairs}), [e for i, e in enumerate(bad) if i == 0 or bad[i - 1][0] != e[0]]
    passes = (total - len(bad)) / total >= mostly
    result = {"verdict": "passed" if passes else "failed", "metrics": counts | {"unexpected": len(bad), "total": total}}
    if not passes:
        result["failure"] = {"unexpected": len(bad), "total": total, "truncated": len(bad) > MOST,
                             "offenders": [[judged.number(row), judged.place(row, index), judged.shown(value)] for row, index, value in bad[:MOST]]}
    return result


def correlation_check(judged, low, high):
    if not judged.values:
        return no_data(judged)
    pairs = [(value, partner) for _, _, value, partner in pairs_of(judged)]
    counts = {"missing": judged.elements - len(pairs), "unwritten": judged.unwritten}
    if not pairs:
        return {"verdict": "failed", "reason": "no data", "metrics": counts | {"unexpected": 0, "total": 0}}
    nans = sum(1 for x, y in pairs if is_nan(x) or is_nan(y))
    value = math.nan
    if all(math.isfinite(x) and math.isfinite(y) for x, y in pairs):
        n, x, y = len(pairs), [Fraction(p[0]) for p in pairs], [Fraction(p[1]) for p in pairs]
        covariance = n * sum(a * b for a, b in zip(x, y)) - sum(x) * sum(y)
        variances = (n * sum(a * a for a in x) - sum(x)**2) * (n * sum(b * b for b in y) - sum(y)**2)
        if variances:
            value = square_root(covariance**2 / variances) * (-1 if covariance < 0 else 1)
    passes = low <= value <= high
    result = {"verdict": "passed" if passes else "failed",
              "metrics": counts | {"correlation": coded(value), "unexpected": nans, "total": len(pairs)}}
    if not passes:
        result["failure"] = {"total": len(pairs), "observed": coded(value)}
    return result


def subset_check(judged):
    length = len(judged.data.rows[0]) if judged.data.rows else 0
    there = set()
    for row in judged.data.y:
        present = [(index, value) for index, value in enumerate(row) if not judged.partner_missing(value)]
        if present:
            there.add(content(present, length))
    return row_check(judged, lambda key: key not in there)


def row_statistic(key, values):
    """None when it is undefined."""
    if any(map(is_nan, values)):
        return None
    if key == "norm":
        if any(isinstance(v, float) and math.isinf(v) for v in values):
            return math.inf
        return square_root(sum(Fraction(v)**2 for v in values))
    return aggregate(SimpleNamespace(values=values), key)


def whole_rows(judged, bad, mostly):
    """The verdict over rows; `bad` maps those that break the check to what is shown."""
    total = judged.present_rows
    passes = (total - len(bad)) / total >= mostly
    result = {"verdict": "passed" if passes else "failed",
              "metrics": {"unexpected": len(bad), "total": total, "missing": judged.missing, "unwritten": judged.unwritten}}
    if not passes:
        result["failure"] = {"unexpected": len(bad), "total": total, "truncated": len(bad) > MOST,
                             "offenders": [[judged.number(row), judged.place(row), value] for row, value in list(bad.items())[:MOST]]}
    return result


def row_statistic_check(judged, key, low, high, mostly):
    if not judged.values:
        return no_data(judged)
    bad = {}
    for row, present in judged.rows:
        if present:
            value = row_statistic(key, [value for _, value in present])
            if value is None or not low <= value <= high:
                bad[row] = coded(math.nan if value is None else value)
    return whole_rows(judged, bad, mostly)


def one_hot_check(judged, mostly):
    if not judged.values:
        return no_data(judged)
    bad = {row: None for row, present in judged.rows
           if present and sorted(value for _, value in present) != [0] * (len(present) - 1) + [1]}
    return whole_rows(judged, bad, mostly)


def outlier_check(judged, rule, factor, mostly, by_row):
    if not judged.values:
        return no_data(judged)
    counts = {"total": len(judged.values), "missing": judged.missing, "unwritten": judged.unwritten}
    nans = sum(map(is_nan, judged.values))
    if nans:
        return {"verdict": "failed", "reason": "NaN", "metrics": counts | {"unexpected": nans}}
    low, high = -math.inf, math.inf
    if rule == "z":
        if any(isinstance(v, float) and math.isinf(v) for v in judged.values):
            return {"verdict": "failed", "reason": "infinite", "metrics": counts | {"unexpected": 0}}
        deviation = aggregate(judged, "std")
        if deviation:
            mean = float(aggregate(judged, "mean"))
            low, high = mean - factor * deviation, mean + factor * deviation
    else:
        quartiles = [quantile(judged.values, p) for p in (0.25, 0.75)]
        if any(q is None or math.isinf(q) for q in quartiles):
            return {"verdict": "failed", "reason": "infinite", "metrics": counts | {"unexpected": 0}}
        first, third = map(float, quartiles)
        low, high = first - factor * (third - first), third + factor * (third - first)
    return element_check(judged, lambda v: low <= v <= high, mostly, by_row)


def axis_check(judged, axis, bounds):
    """Aggregates at each position of a dimension; `bounds` by key."""
    data = judged.data
    if not judged.values:
        return no_data(judged)
    shape = (len(data.rows), *data.inner)
    outside = 0
    for position in range(shape[axis]):
        values, elements = [], 0
        for row, present in judged.rows:
            inside = {i for i in range(int(np.prod(data.inner))) if not axis or np.unravel_index(i, data.inner)[axis - 1] == position}
            if axis or row == position:
                elements += len(inside)
                values += [value for index, value in present if index in inside]
        for key, (low, high) in bounds.items():
            value = None
            if not elements:
                continue
            if values and not (any(map(is_nan, values)) and key in NAN_UNDEFINED):
                value = {"median": lambda: quantile(values, 0.5),
                         "distinct": lambda: len({"nan" if is_nan(v) else v for v in values})}.get(
                             key, lambda: aggregate(SimpleNamespace(values=values), key))()
            outside += value is None or not low <= value <= high
    return {"verdict": "failed" if outside else "passed",
            "metrics": {"unexpected": outside, "total": len(judged.values), "missing": judged.missing,
                        "unwritten": judged.unwritten}}


def checks_of(data, judged):
    """TOML lines and expectations of the checks of one case."""
    rng = data.rng
    lines, expected = [], {}

    def add(key, argument, result, options=()):
        text = argument if not options else "{ in = " + argument + ", " + ", ".join(options) + " }"
        lines.append(f"{key} = {text}")
        expected[key] = result

    def options():
        chosen = []
        mostly, by_row = 1.0, False
        if rng.random() < 0.5:
            mostly = rng.choice([0.0, 0.25, 0.5, 2 / 3, 0.9])
            chosen.append(f"mostly = {mostly!r}")
        if rng.random() < 0.4:
            by_row = True
            chosen.append('unit = "row"')
        return chosen, mostly, by_row

    literals = [v for v in data.pool if not is_nan(v) and not (isinstance(v, int) and v >= 2**63)]
    for key, wanted in (("in_set", True), ("not_in_set", False)):
        chosen, mostly, by_row = options()
        listed = rng.sample(literals, min(len(literals), rng.randrange(1, 4)))
        meant = [v if data.text else rounded(v, judged.dtype) for v in listed]
        add(key, "[" + ", ".join(map(toml, listed)) + "]",
            element_check(judged, lambda v: not is_nan(v) and (v in meant) == wanted, mostly, by_row), chosen)
    add("unique", "true", unique_check(judged))
    low, high = sorted(rng.choice([0.0, 0.1, 0.3, 0.5, 1.0]) for _ in range(2))
    add("class_share", f"[{low}, {high}]", class_check(judged, low, high))
    if judged.elements:
        share = judged.missing / judged.elements
        low = rng.choice([0.0, share])
        add("missing_share", f"[{low!r}, 0.5]" if low <= 0.5 else f"[{low!r}, 1]",
            {"verdict": "passed" if low <= share <= (0.5 if low <= 0.5 else 1) else "failed",
             "metrics": {"missing_share": coded(share), "total": judged.elements, "missing": judged.missing,
                         "unwritten": judged.unwritten}})
    low, high = sorted(rng.choice([0, 1, 3, 5, 9]) for _ in range(2))
    add("distinct", f"[{low}, {high}]", distinct_check(judged, "distinct", low, high))
    low, high = sorted(rng.choice([0.0, 0.1, 0.25, 0.5, 1.0]) for _ in range(2))
    add("distinct_share", f"[{low}, {high}]", distinct_check(judged, "distinct_share", low, high))
    limit = rng.choice([1, 2, 2.5, 4])
    add("max_class_ratio", toml(limit), ratio_check(judged, limit))
    for key in ("increasing", "decreasing"):
        chosen, mostly, by_row = options()
        strict = rng.random() < 0.5
        add(key, '"strict"' if strict else '"weak"', order_check(judged, key == "increasing", strict, mostly, by_row), chosen)
    other = rng.random() < 0.5
    selected = getattr(data, "selected", "")
    reference = f'{{ data = "{data.name}o", dataset = "y{selected}" }}' if other else f'"y{selected}"'
    for key, good in (("equals", lambda a, b: a == b),
                      ("less_than", lambda a, b: a.encode() < b.encode() if data.text else a < b)):
        chosen, mostly, by_row = options()
        add(key, reference, pair_check(judged, good, mostly, by_row), chosen)
        data.other_used |= other
    kinds = [np.dtype("S1") if data.text else np.dtype(data.dtype(kind)) for kind in (data.kind, data.y_kind)]
    if all(kind.kind != "f" for kind in kinds) or kinds[0].newbyteorder("=") == kinds[1].newbyteorder("="):
        add("subset_of", reference, subset_check(judged))
    if data.text:
        chosen, mostly, by_row = options()
        low, high = sorted(rng.randrange(0, 5) for _ in range(2))
        add("length", f"[{low}, {high}]", element_check(judged, lambda v: low <= len(v) <= high, mostly, by_row), chosen)
        chosen, mostly, by_row = options()
        pattern = rng.choice(["^[a-z]+$", "t", "^.{3}$", "(a|d).*[gt ]", "^$"])
        add("matches", f"'{pattern}'",
            element_check(judged, lambda v: re.search(pattern, v) is not None, mostly, by_row), chosen)
        return lines, expected

    low, high = rng.choice([(-1, 0), (0, 1), (-0.5, 0.5)])
    lines.append(f"correlation = {{ with = {reference}, in = [{low}, {high}] }}")
    expected["correlation"] = correlation_check(judged, low, high)
    for key in ("mean", "std", "min", "max", "sum", "norm"):
        chosen, mostly, _ = options()
        present = [row for _, row in judged.rows if row]
        value = row_statistic(key, [v for _, v in rng.choice(present)]) if present else None
        low, high = sorted((rng.choice([0, 1, -3]), rng.choice([2, 100, value if value is not None else 7])))
        if key in ("std", "norm") and value in (low, high):
            low, high = 0, 1            # right within two units of the last place: no edge to judge at
        add("row_" + key, f"[{bound_number(low)}, {bound_number(high)}]",
            row_statistic_check(judged, key, low, high, mostly), chosen)
    chosen, mostly, _ = options()
    value = row_statistic("sum", [v for _, v in rng.choice(present)]) if present else 1
    target = float(value) if value is not None and math.isfinite(value) else 1.0
    tolerance = rng.choice([0, 0.5, 1e6])
    lines.append(f"sums_to = {{ in = {target!r}, tolerance = {tolerance}, mostly = {mostly!r} }}")
    expected["sums_to"] = row_statistic_check(judged, "sum", target - tolerance, target + tolerance, mostly)
    chosen, mostly, _ = options()
    add("one_hot", "true", one_hot_check(judged, mostly), chosen)
    axis = rng.randrange(0, 1 + len(data.inner))
    bounds = {key: sorted(rng.sample([-1e9, -1, 0, 0.5, 1, 3, 300, 1e9], 2))
              for key in rng.sample(["min", "max", "mean", "std", "sum", "median", "zero_share", "nan_count", "distinct"], 3)}
    lines.append(f"axis = {{ axis = {axis}, " + ", ".join(f"{key} = [{b[0]}, {b[1]}]" for key, b in bounds.items()) + " }")
    expected["axis"] = axis_check(judged, axis, bounds)
    chosen, mostly, by_row = options()
    rule, factor = rng.choice([("z", 0.7), ("z", 2.5), ("iqr", 0.4), ("iqr", 1.5)])
    lines.append(f"outliers = {{ {rule} = {factor}" + "".join(", " + option for option in chosen) + " }")
    expected["outliers"] = outlier_check(judged, rule, factor, mostly, by_row)
    chosen, mostly, by_row = options()
    limit = rng.choice(literals)
    limit = int(limit) if isinstance(limit, bool) else limit
    add("below", toml(limit), element_check(judged, lambda v: v < limit, mostly, by_row), chosen)
    text, result = quantile_check(judged, rng)
    add("quantile", text, result)
    nans = sum(map(is_nan, judged.values))
    value = quantile(judged.values, 0.5) if judged.values and not nans else None
    low, high = (value, value) if value is not None and rng.random() < 0.5 else (0, 1)
    result = number_check(judged, "median", low, high, value)
    add("median", f"[{bound_number(low)}, {bound_number(high)}]", result)

    finite_bounds = sorted(rng.sample([v for v in data.pool if not is_nan(v)], 2))
    chosen, mostly, by_row = options()
    low, high = finite_bounds
    add("values", f"[{bound_number(low)}, {bound_number(high)}]",
        element_check(judged, lambda v: low <= v <= high, mostly, by_row), chosen)
    for key, good in (("finite", lambda v: not isinstance(v, float) or math.isfinite(v)), ("no_nan", lambda v: not is_nan(v)),
                      ("no_inf", lambda v: not (isinstance(v, float) and math.isinf(v))),
                      ("whole", lambda v: not isinstance(v, float) or (math.isfinite(v) and v == math.trunc(v)))):
        chosen, mostly, by_row = options()
        add(key, "true", element_check(judged, good, mostly, by_row), chosen)
    for key in ("min", "max", "mean", "sum", "std", "zero_share", "nan_count", "inf_count"):
        value = aggregate(judged, key) if judged.values else None
        exact = value is not None and key != "std" and rng.random() < 0.5
        low, high = (value, value) if exact else (0, 1)
        add(key, f"[{bound_number(low)}, {bound_number(high)}]", number_check(judged, key, low, high))
    return lines, expected


def main():
    folder, seed, cases = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    names, others, body, expected = [], [], [], {}
    number = 0
    while number < cases:
        name = f"d{len(names)}"
        names.append(name)
        data = Data(rng, folder, name)
        for _ in range(3):                       # cases that share one pass
            whole, data = data, Part(data) if rng.random() < 0.5 else data
            missing_text, missing = missing_rule(data)
            where = condition(data, missing) if rng.random() < 0.6 and not getattr(data, "one_row", False) else None
            judged = Judged(data, missing, (lambda row: where[1](row) is True) if where else (lambda row: True))
            lines, results = checks_of(data, judged)
            case = f"c{number}"
            number += 1
            body += ["", f"[expect.{case}]", f'data = "{name}"', f'dataset = "x{getattr(data, "selected", "")}"']
            body += [f"missing = {missing_text}"] if missing_text else []
            body += [f'where = {json.dumps(where[0])}'] if where else []
            body += lines
            expected[case] = results
            data = whole
        others += [name + "o"] if data.other_used else []
    head = ["[data]"] + [f'{name} = "{name}_*.h5"' for name in names + others]
    (folder / "suite.toml").write_text("\n".join(head + body) + "\n")
    (folder / "expected.json").write_text(json.dumps(expected))


if __name__ == "__main__":
    main()
