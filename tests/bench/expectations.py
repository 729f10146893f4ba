#!/usr/bin/env python3
"""Times data expectations beside what the machine can do and beside what else a user could take, in one run.

    expectations.py [--rows N] [--repetitions N] [--threads N] [--folder DIR] [--assay FILE] [--evaluate FILE] [--no-peers]

Makes a table of N x 10 float32 (10,000,000 rows by default), contiguous and in gzip chunks, and columns to sort, in DIR (default: a
temporary folder). The limits and the other tools are those of ASSAY_CORPUS/peers; without that folder, or the Python packages, they
are left out and it says so. Each figure is the least of the repetitions; figures that are compared are taken in turns.

With 10,000,000 rows and 2 threads the tables are those of the peers, and once Assay's own figures are taken their scripts do the same
work on the same files (p1_expectations.py with p1_limits.py, p2_compressed.py). Each stands with its ratio to Assay's figure: above 1 it
is slower. They wait for a quiet machine, ASSAY_PEERS_PATIENCE seconds a figure at most (10 unless set).
"""
import argparse
import importlib.util
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import h5py
import numpy as np

COLUMNS = 10
LIBRARIES = ("-I/usr/include/hdf5/serial", "-L/usr/lib/x86_64-linux-gnu/hdf5/serial", "-lhdf5", "-ldeflate", "-pthread")


def make_table(path, rows, **storage):
    if path.exists():
        return
    with h5py.File(path.with_suffix(".new"), "w") as file:
        data = file.create_dataset("x", (rows, COLUMNS), np.float32, **storage)
        for begin in range(0, rows, 1_000_000):
            count = min(1_000_000, rows - begin)
            block = np.random.default_rng([7, begin]).standard_normal((count, COLUMNS), dtype=np.float32)
            block = block * (1 + 0.25 * np.arange(COLUMNS, dtype=np.float32)) + np.arange(COLUMNS, dtype=np.float32)
            block[:, 5:] = block[:, 5:].round(2)
            data[begin:begin + count] = block
    path.with_suffix(".new").rename(path)


def make_columns(path, rows):
    if path.exists():
        return
    random = np.random.default_rng(5)
    with h5py.File(path.with_suffix(".new"), "w") as file:
        file["float32"] = random.standard_normal(rows, dtype=np.float32)
        file["float64"] = random.standard_normal(rows)
        file["permutation"] = random.permutation(rows).astype(np.int64)
        file["thousand"] = random.integers(0, 1000, rows).astype(np.int32)
    path.with_suffix(".new").rename(path)


def write_suite(folder, name, data, cases, threads):
    """cases: name -> TOML lines."""
    target = folder / name
    target.mkdir(exist_ok=True)
    text = f'[data]\nd = "{data}"\n\n[defaults.expect]\ndata = "d"\nthreads = {threads}\n'
    for case, lines in cases.items():
        text += f"\n[expect.{case}]\n" + "\n".join(lines) + "\n"
    (target / "suite.toml").write_text(text)
    return target


def forty():
    """No NaN, values in bounds, mean and deviation of each of ten columns."""
    cases = {}
    for j in range(COLUMNS):
        spread = 1 + 0.25 * j
        cases[f"c{j}"] = [f'dataset = "x[:, {j}]"', "no_nan = true", f"values = [{j - 8 * spread}, {j + 8 * spread}]",
                          f"mean = [{j - 0.1 * spread}, {j + 0.1 * spread}]", f"std = [{0.9 * spread}, {1.1 * spread}]"]
    return cases


def peer_tables(peers):
    """The two tables of the peers, made on first use: contiguous and in chunks."""
    made = subprocess.run([sys.executable, "-B", "-c", "import table; print(table.contiguous(), table.chunked(), sep='\\n')"], cwd=peers,
                          capture_output=True, text=True, check=True)
    return [pathlib.Path(line) for line in made.stdout.splitlines()]


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.peers = pathlib.Path(os.environ.get("ASSAY_CORPUS") or "/nowhere") / "peers"

    def say(self, what, seconds, reference=None, more=""):
        ratio = f"{seconds / reference:6.2f} x" if reference else "        "
        print(f"{what:46s} {seconds * 1e3:10.1f} ms {ratio} {more}".rstrip(), flush=True)

    def evaluate(self, suite):
        run = subprocess.run([self.options.evaluate, suite / "suite.toml", str(self.options.threads), "1"], capture_output=True, text=True, check=True)
        line = json.loads(run.stdout)
        if line["passed"] != line["checks"]:
            sys.exit(f"{suite}: {line['passed']} of {line['checks']} checks passed: the bench is wrong, or Assay is")
        return line

    def whole(self, suite):
        begun = time.perf_counter()
        subprocess.run([self.options.assay, "run", ".", "--no-history"], cwd=suite, capture_output=True, check=True)
        return time.perf_counter() - begun

    def limit(self, source, arguments):
        """The least seconds of a C++ limit of the corpus, as a function; none where it is not there."""
        if not (self.peers / source).is_file():
            return None
        program = self.folder / pathlib.Path(source).stem
        subprocess.run(["g++", "-std=c++20", "-O3", "-march=native", str(self.peers / source), "-o", program, *LIBRARIES], check=True)
        return lambda: float(subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True).stdout.split()[0])

    def in_turns(self, *functions):
        best = [float("inf")] * len(functions)
        for _ in range(self.options.repetitions):
            for i, function in enumerate(functions):
                if function is not None:
                    best[i] = min(best[i], function())
        return best

    def table(self, name, suite, limit, wanted):
        peaks = []

        def ours():
            line = self.evaluate(suite)
            peaks.append(line["peak_mb"])
            return line["seconds"][0]
        best, reference, process = self.in_turns(ours, limit, lambda: self.whole(suite))
        if limit is None:
            print(f"{name}: no limit to compare with, ASSAY_CORPUS has no peers")
            reference = None
        else:
            self.say(f"{name}: limit", reference)
        self.say(f"{name}: 40 expectations", best, reference, f"peak {max(peaks)} MB; goal: at most {wanted} x")
        self.say(f"{name}: assay run, start to exit", process)
        return best

    def scripts(self, name, script, own):
        """What one script of the peers prints: each tool's least seconds beside Assay's own."""
        environment = {"ASSAY_PEERS_PATIENCE": "10", **os.environ}
        run = subprocess.Popen([sys.executable, "-B", self.peers / script], env=environment, stdout=subprocess.PIPE, text=True)
        for line in map(json.loads, run.stdout):
            if "failed" in line:
                print(f"{name}: {line['peer']}: left out, it ended with: {line['failed'].strip().splitlines()[-1][:120]}")
                continue
            more = f"{line['max_rss_mb']} MB, {line.get('threads', '?')} threads; {line['note']}"
            self.say(f"{name}: {line['peer']}", line["min_s"], own, more + (f"; {line['disturbed']} disturbed" if "disturbed" in line else ""))
        if run.wait() != 0:
            print(f"{name}: {script} ended with {run.returncode}")

    def columns(self, path):
        asks = {"quantiles float32": ("float32", 'quantile = { "0.05" = [-2, 0], "0.5" = [-1, 1], "0.95" = [0, 2] }'),
                "quantiles float64": ("float64", 'quantile = { "0.05" = [-2, 0], "0.5" = [-1, 1], "0.95" = [0, 2] }'),
                "distinct float32": ("float32", f"distinct = [1, {self.options.rows}]"),
                "distinct permutation": ("permutation", f"distinct = {self.options.rows}"),
                "distinct thousand": ("thousand", "distinct = [1, 1000]"),
                "unique permutation": ("permutation", "unique = true")}
        others = {name: build for name, build in (("polars", self.polars), ("duckdb", self.duckdb)) if importlib.util.find_spec(name)}
        if len(others) < 2:
            print("polars or duckdb is not installed: left out")
        for what, (dataset, line) in asks.items():
            suite = write_suite(self.folder, what.replace(" ", "_"), path, {"a": [f'dataset = "{dataset}"', line]}, self.options.threads)
            functions = [lambda suite=suite: self.evaluate(suite)["seconds"][0]]
            functions += [build(path, dataset, what.split()[0]) for build in others.values()]
            best = self.in_turns(*functions)
            self.say(f"{what}: assay", best[0])
            for name, seconds in zip(others, best[1:]):
                self.say(f"{what}: {name}", seconds, best[0])

    def polars(self, path, dataset, what):
        os.environ["POLARS_MAX_THREADS"] = str(self.options.threads)
        import polars

        def run():
            begun = time.perf_counter()
            with h5py.File(path) as file:
                series = polars.Series(file[dataset][:])
            if what == "quantiles":
                [series.quantile(p, interpolation="linear") for p in (0.05, 0.5, 0.95)]
            else:
                series.n_unique()
            return time.perf_counter() - begun
        return run

    def duckdb(self, path, dataset, what):
        import duckdb
        import pyarrow
        connection = duckdb.connect()
        connection.execute(f"set threads = {self.options.threads}")
        question = "quantile_cont(x, [0.05, 0.5, 0.95])" if what == "quantiles" else "count(distinct x)"

        def run():
            begun = time.perf_counter()
            with h5py.File(path) as file:
                connection.register("t", pyarrow.table({"x": file[dataset][:]}))
            connection.execute(f"select {question} from t").fetchall()
            return time.perf_counter() - begun
        return run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--no-peers", action="store_true", help="leave out the scripts of the peers, which take minutes")
    parser.add_argument("--assay", default=root / "build/dev/bin/assay")
    parser.add_argument("--evaluate", default=root / "build/dev/tests/bench/bench_evaluate")
    options = parser.parse_args()
    options.assay, options.evaluate = pathlib.Path(options.assay).resolve(), pathlib.Path(options.evaluate).resolve()
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as temporary:
        folder = (options.folder or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(options, folder)
        plain, packed, columns = (folder / f"{name}_{options.rows}.h5" for name in ("contiguous", "gzip4", "columns"))
        tens = options.rows == 10_000_000       # what the limits and the scripts of the corpus are made for
        with_peers = tens and options.threads == 2 and not options.no_peers and (bench.peers / "p1_expectations.py").is_file()
        if with_peers:
            plain, packed = peer_tables(bench.peers)
        else:
            make_table(plain, options.rows)
            make_table(packed, options.rows, chunks=(min(65536, options.rows), COLUMNS), shuffle=True, compression="gzip", compression_opts=4)
        make_columns(columns, options.rows)
        with h5py.File(plain) as file:
            offset = file["x"].id.get_offset()
        raw = bench.limit("raw_scan.cpp", ["pread", plain, offset, options.rows, options.threads])
        chunks = bench.limit("h5_limits.cpp", ["chunks", packed, options.threads]) if tens else None
        print(f"{options.rows} rows of {COLUMNS} float32, {options.threads} threads, least of {options.repetitions}")
        one = bench.table("contiguous", write_suite(folder, "plain", plain, forty(), options.threads), raw, 1.5)
        two = bench.table("gzip chunks", write_suite(folder, "packed", packed, forty(), options.threads), chunks, 1.2)
        bench.columns(columns)
        if with_peers:
            bench.scripts("contiguous", "p1_expectations.py", one)
            bench.scripts("gzip chunks", "p2_compressed.py", two)
        else:
            print("the scripts of the peers are left out: they need 10,000,000 rows, 2 threads and ASSAY_CORPUS/peers")
        print(f"children used at most {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
