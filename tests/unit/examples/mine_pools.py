"""mine_pools.py FOLDER: random pools with ties, copies, NaN and wrong labels, and what must be mined from each, by brute force.

Prints a JSON list; each pool is FOLDER/pool_<i>.h5.
"""
import hashlib
import json
import pathlib
import sys

import h5py
import numpy as np


def content_id(x):
    return hashlib.sha256(x.dtype.name.encode() + b"\0" + ",".join(map(str, x.shape)).encode() + b"\0" + x.tobytes()).hexdigest()


def suspects(p, y):
    p = p / p.sum(1, keepdims=True)
    classes = p.shape[1]
    need = [max(p[y == k, k].mean() if (y == k).any() else 2.0, 2e-6) - 1e-6 for k in range(classes)]
    out = []
    for row, label in zip(p, y):
        sure = [k for k in range(classes) if row[k] >= need[k]]
        best = max(sure, key=lambda k: (row[k], -k)) if sure else label
        agrees = all(k == label or row[k] <= row[label] + 1e-6 for k in range(classes))
        out.append(bool(best != label and not agrees))
    return out


def expected(x, y, loss, p, count, per_class):
    groups = {}
    for row in range(len(x)):
        groups.setdefault(content_id(x[row]), []).append(row)
    ranked, duplicates, doubt = [], 0, suspects(p, y)
    for key, rows in groups.items():
        finite = [r for r in rows if np.isfinite(loss[r])]
        duplicates += max(len(finite) - 1, 0)
        if finite:
            row = min(finite, key=lambda r: (-loss[r], r))
            bad = len({int(y[r]) for r in rows}) > 1 or doubt[row]
            ranked.append((-float(loss[row]), key, row, "quarantined" if bad else "gate"))
    taken, chosen = {}, []
    for _, key, row, status in sorted(ranked):
        if len(chosen) < count and taken.get(int(y[row]), 0) < (per_class or count):
            taken[int(y[row])] = taken.get(int(y[row]), 0) + 1
            chosen.append([row, key, status])
    return {"chosen": chosen, "duplicates": duplicates, "invalid": [r for r in range(len(x)) if not np.isfinite(loss[r])]}


pools = []
for i in range(12):
    rng = np.random.default_rng(i)
    n, classes = int(rng.integers(20, 120)), int(rng.integers(2, 5))
    x = rng.integers(0, 256, (n, 3, 2), dtype=np.uint8)
    y = rng.integers(0, classes, n)
    x[n // 2:n // 2 + 4] = x[:4]
    y[n // 2:n // 2 + 3] = y[:3]
    loss = np.round(rng.random(n) * 3, int(rng.integers(0, 3)))
    loss[rng.random(n) < 0.1] = rng.choice([np.nan, np.inf, -np.inf])
    p = rng.dirichlet(np.ones(classes) * 0.4, n)
    p[rng.random(n) < 0.2] *= 1 + 5e-5
    count, per_class = int(rng.integers(1, n)), int(rng.integers(1, 9)) if i % 2 else 0
    with h5py.File(pathlib.Path(sys.argv[1]) / f"pool_{i}.h5", "w") as f:
        f["x"], f["y"], f["loss"], f["p"] = x, y, loss.astype("f4" if i % 3 == 0 else "f8"), p
        loss = f["loss"][...]
    pools.append({"count": count, "per_class": per_class, **expected(x, y, loss, p, count, per_class)})
print(json.dumps(pools))
