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
import sys
from fractions import Fraction

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
        for shard, length in enumerate(self.lengths):
            with h5py.File(folder / f"{name}_{shard:02}.h5", "w") as file:
                self.write(file, length)

    def dtype(self):
        if self.kind == "enum":
            return ENUM
        if self.kind == "text":
            return h5py.string_dtype()
        return np.dtype("S5" if self.kind == "fixed" else self.kind)

    def make_pool(self):
        rng = self.rng
        if self.text:
            return ["cat", "dog", "", "Cat", "a b"]
        if self.kind == "bool":
            return [False, True]
        if self.kind == "enum":
            return [0, 1, 5]
        kind = np.dtype(self.kind)
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
        for row in range(length):
            self.rows.append([plain(v) for v in np.asarray(stored[row]).reshape(elements)])
        k = [rng.choice([-1, 0, 1, 2]) for _ in range(length)]
        w = [rng.choice([-1.0, 0.0, 0.5, 2.0, math.nan]) for _ in range(length)]
        s = [rng.choice(["train", "val", ""]) for _ in range(length)]
        b = [rng.random() < 0.5 for _ in range(length)]
        file.create_dataset("k", data=np.array(k, ">i4"))
        file.create_dataset("w", data=np.array(w, "f4"), chunks=(min(3, length),) if length else None)
        file.create_dataset("meta/s", data=np.array(s, dtype=object), dtype=h5py.string_dtype())
        file.create_dataset("b", data=np.array(b, bool))
        self.k, self.w, self.s, self.b = self.k + k, self.w + w, self.s + s, self.b + b


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
    return f"{name} {op} {text}", judge


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

    def place(self, row, index=None):
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
                             "offenders": [[row, judged.place(row, index), judged.shown(value)] for row, index, value in bad[:MOST]]}
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


def number_check(judged, key, low, high):
    if not judged.values:
        return no_data(judged)
    value = aggregate(judged, key)
    nans = sum(map(is_nan, judged.values))
    passes = value is not None and low <= value <= high
    result = {"verdict": "passed" if passes else "failed",
              "metrics": {key: coded(math.nan if value is None else value),
                          "unexpected": nans if key in ("min", "max", "mean", "sum", "std") else 0,
                          "total": len(judged.values), "missing": judged.missing, "unwritten": judged.unwritten}}
    if not passes:
        result["failure"] = {"total": len(judged.values), "observed": coded(math.nan if value is None else value)}
        if value is None and nans and key in ("min", "max", "mean", "sum", "std"):
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
                             "offenders": [[row, judged.place(row), None] for row in bad[:MOST]]}
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
    if data.text:
        return lines, expected

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
    names, body, expected = [], [], {}
    number = 0
    while number < cases:
        name = f"d{len(names)}"
        names.append(name)
        data = Data(rng, folder, name)
        for _ in range(3):                       # cases that share one pass
            missing_text, missing = missing_rule(data)
            where = condition(data, missing) if rng.random() < 0.6 else None
            judged = Judged(data, missing, (lambda row: where[1](row) is True) if where else (lambda row: True))
            lines, results = checks_of(data, judged)
            case = f"c{number}"
            number += 1
            body += ["", f"[expect.{case}]", f'data = "{name}"', 'dataset = "x"']
            body += [f"missing = {missing_text}"] if missing_text else []
            body += [f'where = {json.dumps(where[0])}'] if where else []
            body += lines
            expected[case] = results
    head = ["[data]"] + [f'{name} = "{name}_*.h5"' for name in names]
    (folder / "suite.toml").write_text("\n".join(head + body) + "\n")
    (folder / "expected.json").write_text(json.dumps(expected))


if __name__ == "__main__":
    main()
