"""Each folder has its page, and each path that a page names is there.

Checked are the links of a page and what stands `between single backticks`: a path from the root or from the page's own
folder, a header as it is included, and the bare name of a source. Code blocks are examples and are left alone.
"""

import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("framework/assay/*", "fixtures/*", "suites/*", "datasets/*", "tests/*", "tools/*")
HOUSES = ("framework", "fixtures", "suites", "datasets", "tests", "tools", "docs", ".ci")
SOURCE_SUFFIXES = (".hpp", ".cpp", ".cmake", ".py", ".sh", ".cu")
NOT_IN_THE_TREE = re.compile(r"[<>*$~{}|…]|^/|://|^\.\.?$|\.\.\.|^build\b")


def files_below(root, pattern="*"):
    for path in root.rglob(pattern):
        parts = path.relative_to(root).parts
        if not parts[0].startswith("build") and ".git" not in parts and "__pycache__" not in parts:
            yield path


def folders_without_a_page(root):
    for pattern in FOLDERS:
        for folder in sorted(root.glob(pattern)):
            if (folder / "CMakeLists.txt").is_file() and not (folder / "README.md").is_file():
                yield str(folder.relative_to(root))


def named_paths(text):
    """What a page names, as (name, whether it is a link)."""
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        yield target, True
    for name in re.findall(r"(?<!`)`([^`\s]+)`(?!`)", text):
        yield name, False


def is_there(root, folder, name, linked, names):
    if "://" in name or name.startswith("mailto:"):
        return True
    included = re.fullmatch(r"<(assay/[\w./]+)>", name)
    if included:
        return any((root / house / included[1]).exists() for house in ("framework", "fixtures"))
    if linked:
        return (folder / name).exists()
    name = re.sub(r":\d+$", "", name)
    if NOT_IN_THE_TREE.search(name):
        return True
    if "/" not in name:
        return not name.endswith(SOURCE_SUFFIXES) or name in names
    first = name.split("/")[0]
    if first in HOUSES or (folder / first).is_dir() or first == "..":
        return any((base / name).exists() for base in (root, folder))
    return True


def findings(root):
    names = {path.name for path in files_below(root)}
    for page in sorted(files_below(root, "*.md")):
        for name, linked in named_paths(page.read_text(encoding="utf-8")):
            if not is_there(root, page.parent, name, linked, names):
                yield f"{page.relative_to(root)} names {name}"


class Pages(unittest.TestCase):
    maxDiff = None

    def test_are_in_every_folder(self):
        self.assertEqual([], list(folders_without_a_page(ROOT)))

    def test_name_only_what_is_there(self):
        self.assertEqual([], list(findings(ROOT)))


class ThisCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("framework/assay/base/error.hpp", "")
        self.write("framework/assay/base/CMakeLists.txt", "")

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def found(self, text):
        self.write("framework/assay/base/README.md", text)
        return list(findings(self.root))

    def test_sees_a_folder_without_a_page(self):
        self.assertEqual(["framework/assay/base"], list(folders_without_a_page(self.root)))
        self.write("framework/assay/base/README.md", "")
        self.assertEqual([], list(folders_without_a_page(self.root)))

    def test_sees_what_is_not_there(self):
        for text in ("`framework/assay/gone`", "`<assay/base/gone.hpp>`", "`gone.hpp`", "[page](gone.md)", "`../gone/`"):
            with self.subTest(text):
                self.assertEqual(1, len(self.found(f"See {text}.\n")))

    def test_is_silent_about_what_is_there_and_about_other_words(self):
        self.assertEqual([], self.found(
            "`framework/assay/base`, `<assay/base/error.hpp>`, `error.hpp`, [x](error.hpp#a), [y](https://a.b/c), `../base/`,\n"
            "`train/images`, `framework/<name>`, `suites/*`, `build/dev/x`, `suite.toml`, `a.b`\n```\ntools/gone\n```\n"))


if __name__ == "__main__":
    unittest.main()
