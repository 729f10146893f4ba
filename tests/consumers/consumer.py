"""Builds a project of this folder against an installed Assay and runs its tests, as its owner would."""
import os
import pathlib
import shutil
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
PREFIX = pathlib.Path(os.environ["ASSAY_PREFIX"])
WORK = pathlib.Path(os.environ["ASSAY_CONSUMER_WORK"])
CMAKE = os.environ.get("CMAKE", "cmake")
LIMIT_SECONDS = 1200

# Variables of an outer ctest, or of the shell that started it, must not reach a project of someone else.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("CTEST_", "ASSAY_", "CMAKE_"))}
ENVIRONMENT |= {name: os.environ[name] for name in ("ASSAY_LIBTORCH_ROOT",) if os.environ.get(name)} | {"NO_COLOR": "1"}


def run(*command, folder=None, **environment):
    """A command's exit status and all that it said."""
    done = subprocess.run([str(part) for part in command], cwd=folder, env=ENVIRONMENT | environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LIMIT_SECONDS, check=False)
    return done.returncode, done.stdout


class Project:
    """A copy of one of the projects, with a build tree of its own."""

    def __init__(self, name, of=None):
        # The same place every time, so that ccache knows it.
        self.folder = WORK / name
        self.build = self.folder / "build"
        shutil.rmtree(self.folder, ignore_errors=True)
        if of:
            shutil.copytree(HERE / of, self.folder)
        else:
            self.folder.mkdir(parents=True)

    def configure(self, *options, prefix=PREFIX):
        launcher = os.environ.get("ASSAY_LAUNCHER")
        return run(CMAKE, "-S", self.folder, "-B", self.build, "-G", os.environ.get("ASSAY_GENERATOR", "Ninja"),
                   f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={os.environ.get('CXX', 'c++')}",
                   *([f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"] if launcher else []), *options)

    def compile(self, *targets):
        return run(CMAKE, "--build", self.build, "--parallel", "2", *(["--target", *targets] if targets else []))

    def ctest(self, *arguments, **environment):
        return run("ctest", "--test-dir", self.build, "--output-on-failure", "--no-tests=error", *arguments, **environment)

    def libraries(self, program):
        """What the loader brings to one of its programs."""
        return run("ldd", self.build / program)[1]


class ConsumerTest(unittest.TestCase):
    maxDiff = None

    @classmethod
    def make(cls, project, *options, targets=()):
        """Configures and compiles, or ends the tests of this class with what went wrong."""
        for status, said in (project.configure(*options), project.compile(*targets)):
            if status != 0:
                raise AssertionError(said)
        return project

    def assert_passes(self, outcome):
        self.assertEqual(0, outcome[0], outcome[1])
        self.assertIn("100% tests passed", outcome[1])

    def assert_fails(self, outcome, *words):
        self.assertNotEqual(0, outcome[0], outcome[1])
        for word in words:
            self.assertIn(word, outcome[1])
