"""The sheets of offenders among images: that they are where results.json says, and each pixel of them."""
import json
import os
import pathlib
import subprocess
import unittest

import h5py
import numpy

from command import CommandTest, run_assay, run_suite
from png_pixels import read_png

PROGRAM = os.environ["ASSAY_IMAGE_SUITE"]

GAP, NUMBER_HEIGHT, NUMBER_GAP, DIGIT_STEP = 4, 12, 2, 8
BACKGROUND = 48
MAGENTA = (255, 0, 255)


def enlarged(picture, times):
    return picture.repeat(times, axis=0).repeat(times, axis=1)


def cell(sheet, number, tiles, height, width, times, digits):
    """What stands in one cell of a sheet of at most five columns: the picture's part, the number's part."""
    columns = -(-tiles // -(-tiles // 5))
    step_y = height * times + NUMBER_GAP + NUMBER_HEIGHT + GAP
    step_x = max(width * times, digits * DIGIT_STEP) + GAP
    rows = -(-tiles // columns)
    assert sheet.shape == (rows * step_y + GAP, columns * step_x + GAP, 3), sheet.shape
    top, left = GAP + number // columns * step_y, GAP + number % columns * step_x
    below = top + height * times + NUMBER_GAP
    return sheet[top:top + height * times, left:left + width * times], sheet[below:below + 10, left:left + digits * DIGIT_STEP]


def dots(part):
    """A number's dots, as text: each dot is a square of two pixels."""
    lit = (part == 255).all(axis=2)[::2, ::2]
    return "\n".join("".join("#" if dot else "." for dot in line).rstrip(".") for line in lit)


class OffenderPictures(CommandTest):
    def make(self, images, checks, name="images.h5", dataset="x"):
        with h5py.File(self.folder / name, "w") as file:
            file[dataset] = images
        self.write("suite.toml", f"[suite]\nname = 's'\n[data]\nd = 'images*.h5'\n[expect.a]\ndata = 'd'\ndataset = '{dataset}'\n{checks}")

    def run_kept(self, *arguments):
        return run_suite(self.folder, "--out", "out", *arguments)

    def sheet(self, outcome, check="values"):
        """The one picture of a check: its pixels and its caption."""
        failure, = outcome.entries[f"s.expect.a/{check}"]["failures"]
        file, = failure["files"]
        self.assertEqual("image/png", file["media_type"])
        self.assertEqual(f"files/s.expect.a/{check}.png", file["path"])
        return read_png(self.folder / "out" / file["path"]), file["caption"]

    def test_offending_rows_are_drawn_the_worst_first(self):
        images = numpy.random.default_rng(1).integers(0, 100, (300, 28, 28), "u1")
        images[7, 3, 4], images[250, 0, 0], images[41, 27, 27] = 120, 255, 200
        self.make(images, "values = [0, 100]")
        outcome = self.run_kept()
        sheet, caption = self.sheet(outcome)
        self.assertEqual("rows 250, 41, 7 of /x in images.h5, the furthest outside first, numbered; enlarged 3 times", caption)
        for place, row in enumerate((250, 41, 7)):
            picture, _ = cell(sheet, place, 3, 28, 28, 3, 3)
            numpy.testing.assert_array_equal(picture, enlarged(images[row][:, :, None].repeat(3, axis=2), 3))
        _, number = cell(sheet, 0, 3, 28, 28, 3, 3)
        self.assertEqual("###.###.###\n..#.#...#.#\n###.###.#.#\n#.....#.#.#\n###.###.###", dots(number))
        _, number = cell(sheet, 1, 3, 28, 28, 3, 3)
        self.assertEqual("#.#..#\n#.#.##\n###..#\n..#..#\n..#.###", dots(number))
        self.assertEqual(BACKGROUND, sheet[0, 0, 0])
        self.assertIn("file      files/s.expect.a/values.png\n", outcome.stdout)

    def test_an_image_with_many_offenders_stands_once(self):
        images = numpy.zeros((3, 8, 8), "u1")
        images[1] = 9
        self.make(images, "values = [0, 5]")
        sheet, caption = self.sheet(self.run_kept())
        self.assertIn("row 1 of", caption)
        picture, _ = cell(sheet, 0, 1, 8, 8, 12, 1)
        self.assertEqual({(9, 9, 9)}, set(map(tuple, picture.reshape(-1, 3))))

    def test_no_more_than_the_listed_ones(self):
        images = numpy.zeros((50, 8, 8), "u1")
        images[:, 0, 0] = numpy.arange(50) + 6
        self.make(images, "values = { in = [0, 5], unit = 'row' }")
        _, caption = self.sheet(self.run_kept())
        self.assertTrue(caption.startswith(f"rows {', '.join(map(str, range(19, -1, -1)))} of"), caption)

    def test_floats_are_scaled_and_what_is_not_finite_is_magenta(self):
        images = numpy.linspace(-1, 3, 3 * 3 * 10 * 12).reshape(3, 3, 10, 12).astype("f4")  # [n, c, h, w]
        images[2, 1, 4, 5] = numpy.nan
        self.make(images, "finite = true")
        sheet, caption = self.sheet(self.run_kept(), "finite")
        self.assertIn("in order of position", caption)
        self.assertIn("smallest to the largest value of each picture, magenta what is not finite", caption)
        picture, _ = cell(sheet, 0, 1, 10, 12, 8, 1)
        values = images[2].astype("f8")
        low, high = numpy.nanmin(values), numpy.nanmax(values)
        wanted = numpy.floor((values - low) / (high - low) * 255 + 0.5).transpose(1, 2, 0)
        wanted[4, 5] = MAGENTA
        numpy.testing.assert_array_equal(picture, enlarged(wanted.astype("u1"), 8))

    def test_channels_last_four_of_them_and_chunks_with_filters(self):
        images = numpy.random.default_rng(2).integers(0, 256, (40, 6, 5, 4), "u1")
        images[31] = images[12]
        with h5py.File(self.folder / "images.h5", "w") as file:
            file.create_dataset("x", data=images, chunks=(7, 6, 5, 4), compression="gzip", shuffle=True)
        self.write("suite.toml", "[suite]\nname = 's'\n[expect.a]\ndata = 'images.h5'\ndataset = 'x'\nunique = true")
        sheet, caption = self.sheet(self.run_kept(), "unique")
        self.assertIn("row 31 of /x", caption)
        picture, _ = cell(sheet, 0, 1, 6, 5, 16, 2)
        numpy.testing.assert_array_equal(picture, enlarged(images[31][:, :, :3], 16))

    def test_rows_run_through_the_shards_and_a_part_shows_its_whole_rows(self):
        images = numpy.zeros((6, 8, 8), "f8")
        images[1, 2, 2], images[4, 3, 3] = 7, 9
        self.make(images[:3], "values = [0, 1]", "images_0.h5", "x")
        self.make(images[3:], "values = [0, 1]", "images_1.h5", "x")
        self.write("suite.toml", (self.folder / "suite.toml").read_text().replace("'x'", "'x[:, 2:6, 2:6]'"))
        sheet, caption = self.sheet(self.run_kept())
        self.assertIn("rows 4, 1 of /x in 2 files", caption)
        for place, row in enumerate((4, 1)):
            picture, _ = cell(sheet, place, 2, 8, 8, 12, 1)
            lit = numpy.argwhere(picture[:, :, 0] == 255)
            self.assertEqual([tuple(lit.min(axis=0)), tuple(lit.max(axis=0))], [(24, 24), (35, 35)] if row == 1 else [(36, 36), (47, 47)])

    def test_large_images_are_fewer_so_that_a_sheet_stays_small(self):
        images = numpy.zeros((9, 400, 500), "u1")
        images[:, 0, 0] = 10
        self.make(images, "row_max = [0, 5]")
        sheet, caption = self.sheet(self.run_kept(), "row_max")
        self.assertLessEqual(sheet.shape[0] * sheet.shape[1], 1_500_000)
        self.assertIn("rows 0, 1, 2, 3, 4, 5 of", caption)

    def test_what_is_no_image_has_no_picture(self):
        for shape in [(20, 30), (20, 3, 30), (20, 8, 8, 2), (5, 8, 513), (20, 8, 8, 3, 2)]:
            with self.subTest(shape):
                self.make(numpy.ones(shape, "u1"), "values = [2, 3]")
                outcome = self.run_kept()
                self.assertEqual("failed", outcome.entries["s.expect.a/values"]["verdict"])
                self.assertNotIn("files", outcome.entries["s.expect.a/values"]["failures"][0])
        self.assertEqual([], list((self.folder / "out").rglob("*.png")))

    def test_healthy_images_and_a_run_that_keeps_nothing_have_none(self):
        self.make(numpy.ones((5, 8, 8), "u1"), "values = [0, 5]")
        self.assertEqual([], self.run_kept().not_good())
        self.assertEqual([], list((self.folder / "out").rglob("*.png")))
        self.make(numpy.ones((5, 8, 8), "u1"), "values = [2, 5]")
        outcome = run_suite(self.folder)
        self.assertEqual(1, outcome.exit)
        self.assertNotIn("files", outcome.entries["s.expect.a/values"]["failures"][0])
        self.assertEqual([], [path for path in self.folder.rglob("*.png") if "out" not in path.parts])

    def test_a_picture_that_cannot_be_written_is_a_warning(self):
        self.make(numpy.ones((5, 8, 8), "u1"), "values = [2, 5]")
        self.write("out/files/s.expect.a", "a file in the way")
        outcome = self.run_kept()
        entry = outcome.entries["s.expect.a/values"]
        self.assertEqual(("failed", None), (entry["verdict"], entry["fault"]))
        self.assertNotIn("files", entry["failures"][0])
        said = "".join(path.read_text() for path in (self.folder / "out" / "workers").rglob("output.txt"))
        self.assertIn("warning: no picture of the offenders of s.expect.a/values: ", said)

    def test_the_same_bytes_each_time(self):
        self.make(numpy.random.default_rng(3).integers(0, 256, (5, 8, 8), "u1"), "values = [0, 5]")
        outcome = self.run_kept()
        path = self.folder / "out" / "files" / "s.expect.a" / "values.png"
        first = path.read_bytes()
        self.run_kept()
        self.assertEqual(first, path.read_bytes())
        self.assertEqual(["values.png"], [entry.name for entry in path.parent.iterdir()])
        junit = run_assay("run", ".", "--no-history", "--out", "out", "--junit", "j.xml", folder=self.folder)
        self.assertEqual(outcome.exit, junit.exit)
        self.assertIn("files/s.expect.a/values.png", (self.folder / "j.xml").read_text())

    def test_tests_in_cpp_have_them_under_the_runner_only(self):
        with h5py.File(self.folder / "images.h5", "w") as file:
            file["x"] = numpy.full((2, 8, 8), 101, "u1")
            file["y"] = numpy.full((2, 8, 8), 202, "u1")
        suite = self.write("suite.toml", "[suite]\nname = 's'\n")
        self.write("build/assay/suites/s.json", json.dumps({"schema": 1, "suite": "s", "file": str(suite), "program": PROGRAM}))
        outcome = self.run_kept("--build", "build")
        for check, shade in (("values", 101), ("values~2", 202)):
            failure, = outcome.entries[f"s.test.Images.are_dark/{check}"]["failures"]
            self.assertEqual(f"files/s.test.Images.are_dark/{check}.png", failure["files"][0]["path"])
            sheet = read_png(self.folder / "out" / failure["files"][0]["path"])
            self.assertEqual((shade,) * 3, tuple(sheet[GAP, GAP]))
        before = sorted(self.folder.rglob("*"))
        by_hand = subprocess.run([PROGRAM, f"--assay_suite={suite}"], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(1, by_hand.returncode, by_hand.stdout)
        self.assertNotIn(".png", by_hand.stdout)
        self.assertEqual(before, sorted(pathlib.Path(self.folder).rglob("*")))


if __name__ == "__main__":
    unittest.main(verbosity=2)
