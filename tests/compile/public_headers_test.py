"""No public header brings fmt, toml++, nlohmann-json, HDF5, TBB or LibTorch to those who include it.

Public are the headers of a folder itself; those under detail/ may, but then no public header may include them. `train`,
the only folder about tensors, may name the tensor class itself: one narrow header of LibTorch.
"""

import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FORBIDDEN = re.compile(r"^(fmt|toml\+\+|nlohmann|tbb|oneapi|torch|ATen|c10)/|^(hdf5|hdf5_hl|H5\w*)\.h$|^json\.hpp$")
TENSOR = "ATen/core/Tensor.h"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)


def public_headers(root):
    yield from sorted(root.glob("framework/assay/*/*.hpp"))
    yield from sorted(root.glob("fixtures/assay/*.hpp"))


def resolve(root, name):
    for house in ("framework", "fixtures"):
        if (root / house / name).is_file():
            return root / house / name
    return None


def chains(root, header, above=()):
    """Each way from a header to a forbidden one, as a list of names."""
    trail = (*above, str(header.relative_to(root)))
    for name in INCLUDE.findall(header.read_text(encoding="utf-8")):
        if name == TENSOR and header.parent.name == "train":
            continue
        if FORBIDDEN.search(name):
            yield [*trail, name]
            continue
        inner = resolve(root, name)
        if inner and str(inner.relative_to(root)) not in trail:
            yield from chains(root, inner, trail)


def findings(root):
    return [" includes ".join(chain) for header in public_headers(root) for chain in chains(root, header)]


class PublicHeaders(unittest.TestCase):
    def test_of_this_tree_bring_no_outside_library(self):
        self.assertGreater(len(list(public_headers(ROOT))), 20)
        self.assertEqual([], findings(ROOT))


class ThisCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def test_sees_a_direct_include(self):
        for name in ("fmt/format.h", "toml++/toml.h", "nlohmann/json_fwd.hpp", "hdf5.h", "H5Dpublic.h", "tbb/parallel_for.h",
                     "oneapi/tbb.h", "torch/torch.h", "ATen/ATen.h", "c10/util/Exception.h"):
            with self.subTest(name):
                self.write("framework/assay/base/a.hpp", f"#include <string>\n  #  include <{name}>\n")
                self.assertEqual([f"framework/assay/base/a.hpp includes {name}"], findings(self.root))

    def test_sees_one_through_a_header_of_detail(self):
        self.write("fixtures/assay/a.hpp", "#include <assay/base/detail/b.hpp>\n")
        self.write("framework/assay/base/detail/b.hpp", "#include <fmt/format.h>\n")
        self.assertEqual(["fixtures/assay/a.hpp includes framework/assay/base/detail/b.hpp includes fmt/format.h"], findings(self.root))

    def test_is_silent_about_detail_comments_and_like_names(self):
        self.write("framework/assay/base/detail/b.hpp", "#include <fmt/format.h>\n")
        self.write("framework/assay/base/a.hpp", "// #include <fmt/format.h>\n#include <format>\n#include <assay/hdf5/file.hpp>\n")
        self.write("framework/assay/hdf5/file.hpp", "#include <assay/base/a.hpp>\n")
        self.assertEqual([], findings(self.root))


if __name__ == "__main__":
    unittest.main()
