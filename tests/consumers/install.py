"""Installs a build tree into a folder and moves that, so that nothing in it can rely on where it was made.

    install.py BUILD FOLDER
"""
import os
import pathlib
import shutil
import subprocess
import sys

build, target = sys.argv[1], pathlib.Path(sys.argv[2])
first = target.with_name(target.name + "_first")
for folder in (first, target):
    shutil.rmtree(folder, ignore_errors=True)
subprocess.run([os.environ.get("CMAKE", "cmake"), "--install", build, "--prefix", first], check=True, stdout=subprocess.DEVNULL)
first.rename(target)
