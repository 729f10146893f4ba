#!/usr/bin/env python3
"""Runs clang-tidy over the sources of a build tree, several at once, and only over what changed since it was clean.

    tidy.py BUILD

A source is clean until its text, a header of the project that it includes, its command line, .clang-tidy or clang-tidy
itself changes; which headers those are, Ninja knows once the source was compiled. Left out are sources that see the whole of
LibTorch (clang 14 cannot parse it as C++20) and generated ones. Exit codes: 0 nothing found; 1 findings; 3 it cannot run.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def dependencies(build):
    """Output file to the files it was made from, as Ninja recorded them."""
    listing = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=False).stdout
    result, current = {}, None
    for line in listing.splitlines():
        if line.startswith("    ") and current is not None:
            current.append(line.strip())
        elif ": #deps" in line:
            current = result.setdefault(line.split(": #deps")[0], [])
    return result


def key(entry, recorded, build, common):
    """Names everything that clang-tidy's answer for this source depends on; None when that is not known."""
    output = re.search(r" -o (\S+) ", entry["command"])
    own = [build / name for name in recorded.get(output[1] if output else "", []) if not name.startswith("/usr/")]
    if not own or not all(path.is_file() for path in own):
        return None
    digest = hashlib.sha256(common + entry["command"].encode())
    for path in own:
        digest.update(str(path).encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def look(entry, build):
    command = ["clang-tidy", "-p", str(build), "--quiet", entry["file"]]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    trouble = "" if done.returncode == 0 or done.stdout.strip() else done.stderr
    return done.returncode, done.stdout + trouble


def main(build):
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        source = pathlib.Path(entry["file"])
        if "/torch/csrc/api/include" not in entry["command"] and source.is_relative_to(ROOT) and not source.is_relative_to(build):
            entries.setdefault(entry["file"], entry)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()
    recorded = dependencies(build)
    clean = build / "tidy"
    clean.mkdir(exist_ok=True)
    keys = {file: key(entry, recorded, build, common) for file, entry in entries.items()}
    for old in clean.iterdir():
        if old.name not in keys.values():
            old.unlink()
    todo = [file for file in sorted(entries) if keys[file] is None or not (clean / keys[file]).exists()]
    print(f"tools/check: clang-tidy: {len(entries)} sources, {len(todo)} of them new or changed", flush=True)

    bad, shown = [], set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, (status, output) in zip(todo, pool.map(lambda file: look(entries[file], build), todo)):
            if status == 0:
                if keys[file]:
                    (clean / keys[file]).touch()
                continue
            bad.append(file)
            if output not in shown:  # one header's finding comes with every source that includes it
                shown.add(output)
                print(output, flush=True)
    if bad:
        print(f"tools/check: clang-tidy: findings above ({len(bad)} of {len(entries)} sources)")
        return 1
    print(f"tools/check: clang-tidy: {len(entries)} sources, nothing found")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or not (pathlib.Path(sys.argv[1]) / "compile_commands.json").is_file():
        sys.exit("usage: tidy.py BUILD, a configured build tree with compile_commands.json")
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
