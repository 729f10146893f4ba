"""The acceptance cases of suites of examples, when they are there, through `assay` as they would be replayed by anyone."""
import os
import pathlib
import subprocess
import sys

SKIPPED = 77


def main():
    corpus = os.environ.get("ASSAY_CORPUS", "")
    kit = pathlib.Path(corpus, "cases", "examples")
    if not corpus or not (kit / "check_examples.py").is_file():
        print(f"skipped: there are no acceptance cases in {kit}; name the folder that holds them with ASSAY_CORPUS")
        return SKIPPED
    return subprocess.run([sys.executable, kit / "check_examples.py", "--assay", os.environ["ASSAY_COMMAND"], "--kit", kit],
                          stdin=subprocess.DEVNULL, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
