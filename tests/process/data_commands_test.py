"""`assay profile`, `assay suggest` and `assay drift`, as a user calls them."""
import json
import pathlib
import shutil
import subprocess
import unittest

import h5py
import numpy

from command import ASSAY, CommandTest, run_assay, run_suite


class DataCommands(CommandTest):
    def assay(self, *arguments, exit=0, **environment):
        done = run_assay(*arguments, folder=self.folder, environment=environment)
        self.assertEqual(done.exit, exit, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def made(self, name, seed=1, shift=0.0, rows=400):
        rng = numpy.random.default_rng(seed)
        values = rng.normal(shift, 1, rows)
        values[:40] = numpy.nan
        with h5py.File(self.folder / name, "w") as file:
            file["train/images"] = rng.integers(0, 256, (rows, 4, 4)).astype("u1")
            file["x"] = values
            file["label"] = numpy.arange(rows) % 3
            file.create_dataset("split", data=numpy.array(["train", "val"] * (rows // 2), dtype=object))
            table = numpy.zeros(rows, dtype=[("age", "i4"), ("in", [("size", "f4")])])
            table["age"] = rng.integers(0, 90, rows)
            file["people"] = table

    def test_profile_shows_every_column_with_its_histogram(self):
        self.made("d.h5")
        done = self.assay("profile", "d.h5")
        for words in ["6 columns", "  train/images  uint8 [400, 4, 4]", "people.age  int32 [400]", "people.in.size", "40 NaN (10 %)",
                      "all 0", "2 different texts of 3 to 5 characters: 'train' 50 %, 'val' 50 %"]:
            self.assertIn(words, done.stdout)
        self.assertRegex(done.stdout, r"  x  float64 \[400\] +[ ▁▂▃▄▅▆▇█]{10}\n")
        self.assertNotIn("\x1b", done.stdout)
        self.assertTrue(all(len(line) <= 80 for line in done.stdout.splitlines()))
        self.assertEqual(done.stderr, "")

    def test_profile_of_one_dataset_and_one_member(self):
        self.made("d.h5")
        self.assertIn("1 column\n", self.assay("profile", "d.h5", "train/images").stdout)
        column = json.loads(self.assay("profile", "d.h5", "people.age", "--json").stdout)["columns"][0]
        with h5py.File(self.folder / "d.h5") as file:
            ages = file["people"]["age"]
        self.assertEqual((column["path"], column["rows"], column["min"], column["max"]), ("/people.age", 400, ages.min(), ages.max()))
        self.assertAlmostEqual(column["mean"], ages.mean(), places=12)
        self.assertEqual(column["values"]["counts"], [[int(v), int(n)] for v, n in zip(*numpy.unique(ages, return_counts=True))])

    def test_profiles_of_shards_merge_into_that_of_the_whole(self):
        self.made("d.h5")
        with h5py.File(self.folder / "d.h5") as whole:
            for name, rows in {"a.h5": slice(0, 150), "b.h5": slice(150, 151), "c.h5": slice(151, None)}.items():
                with h5py.File(self.folder / name, "w") as file:
                    for path in ("train/images", "x", "label", "people"):
                        file[path] = whole[path][rows]
                    file.create_dataset("split", data=whole["split"][rows], dtype=h5py.string_dtype())
        for part in "abc":
            self.assay("profile", f"{part}.h5", "--out", f"{part}.{'json' if part == 'a' else 'profile.h5'}")
        columns = json.loads(self.assay("profile", "d.h5", "--json").stdout)["columns"]
        merged = json.loads(self.assay("profile", "--merge", "c.profile.h5", "a.json", "b.profile.h5", "--json").stdout)
        self.assertEqual(merged["columns"], columns)
        self.assertEqual(merged["sources"], ["c.h5", "a.h5", "b.h5"])
        self.assertEqual(json.loads(self.assay("profile", "a.h5", "--merge", "b.h5", "c.h5", "--json").stdout)["columns"], columns)
        stored = self.assay("profile", "a.json", "--merge", "b.profile.h5", "--out", "ab.json").stdout
        self.assertIn("stored in ab.json", stored)

    def test_a_stored_profile_that_cannot_be_used_says_why(self):
        self.made("d.h5")
        self.assay("profile", "d.h5", "--out", "p.json")
        self.assay("profile", "d.h5", "--out", "p.h5")
        later = (self.folder / "p.json").read_text(encoding="utf-8").replace('"format_version": 1', '"format_version": 2')
        self.assertIn('"format_version": 2', later)
        self.write("later.json", later)
        shutil.copy(self.folder / "p.h5", self.folder / "later.h5")
        with h5py.File(self.folder / "later.h5", "r+") as file:
            text = file["profile"][0].decode()
            del file["profile"]
            file.create_dataset("profile", data=[text.replace('"format_version":1', '"format_version":2')], dtype=h5py.string_dtype())
        self.write("cut.json", later[:len(later) // 2])
        (self.folder / "cut.h5").write_bytes((self.folder / "p.h5").read_bytes()[:-500])
        for name, words, exit in [("later.json", "its format version is 2, and this version of Assay reads 1", 2), ("later.h5", "format version is 2", 2),
                                  ("cut.json", "cut.json: ", 2), ("cut.h5", "cut.h5", 1)]:
            for arguments in (["profile", name], ["drift", name, "d.h5"], ["drift", "d.h5", name], ["profile", "--merge", "p.json", name]):
                done = self.assay(*arguments, exit=exit)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stdout, "")

    def test_a_file_behind_a_user_block_as_sealed_ones_are(self):
        for name, block in (("bare.h5", 0), ("sealed.h5", 512)):
            with h5py.File(self.folder / name, "w", userblock_size=block) as file:
                file["x"] = numpy.arange(50.0) ** 2
                file.create_dataset("y", data=numpy.arange(50) % 5, chunks=(7,), fletcher32=True)
        content = bytearray((self.folder / "sealed.h5").read_bytes())
        content[:512] = b"assay-seal 1\n".ljust(512, b" ")
        (self.folder / "sealed.h5").write_bytes(content)
        bare, sealed = (json.loads(self.assay("profile", f"{name}.h5", "--json").stdout)["columns"] for name in ("bare", "sealed"))
        self.assertEqual(sealed, bare)
        self.assay("profile", "sealed.h5", "--out", "kept.h5")
        twice = json.loads(self.assay("profile", "kept.h5", "--merge", "sealed.h5", "--json").stdout)["columns"]
        self.assertEqual([column["rows"] for column in twice], [100, 100])
        self.assertIn("no drift", self.assay("drift", "kept.h5", "sealed.h5").stdout)
        self.assertEqual(bytes(content), (self.folder / "sealed.h5").read_bytes())

    def test_profiles_of_other_columns(self):
        with h5py.File(self.folder / "a.h5", "w") as file:
            file["x"], file["y"] = numpy.arange(50.0) ** 2, numpy.arange(50) % 5
        with h5py.File(self.folder / "b.h5", "w") as file:
            file["x"], file["z"] = numpy.arange(50.0) ** 2, numpy.arange(50) % 5
        with h5py.File(self.folder / "c.h5", "w") as file:
            file["x"] = numpy.array([b"a"] * 50)
        for name in "abc":
            self.assay("profile", f"{name}.h5", "--out", f"{name}.json")
        report = json.loads(self.assay("drift", "a.json", "b.json", "--json", exit=1).stdout)
        self.assertEqual({column["path"]: column["state"] for column in report["columns"]}, {"/x": "compared", "/y": "gone", "/z": "new"})
        merged = json.loads(self.assay("profile", "--merge", "a.json", "b.json", "--json").stdout)
        self.assertEqual({column["path"]: column["rows"] for column in merged["columns"]}, {"/x": 100, "/y": 50, "/z": 50})
        self.assertIn("c.json: /x", self.assay("profile", "--merge", "a.json", "c.json", exit=2).stderr)
        self.assertIn("/x was float64 and is string", self.assay("drift", "a.json", "c.json", exit=1).stdout)

    def growing(self, name, first, rows=500):
        """Numbers of rows, a time at one pace, identifiers with gaps, and beside them amounts that are as they were."""
        rng = numpy.random.default_rng(first)
        with h5py.File(self.folder / name, "w") as file:
            file["row"] = numpy.arange(first, first + rows)
            file["time"] = (numpy.arange(first, first + rows) * 0.5).astype("f4")
            file["id"] = first * 10 + numpy.cumsum(rng.integers(1, 4, rows))
            file["amount"] = rng.integers(0, 1000, rows)
            file["hours"] = rng.normal(8, 1, rows)

    def test_numbers_that_grow_are_no_limits_for_the_next_data(self):
        self.growing("data.h5", 0)
        text = self.assay("suggest", "data.h5", "--out", "suite.toml").stdout
        text = (self.folder / "suite.toml").read_text(encoding="utf-8")
        for column, why in {"row": "evenly spaced", "time": "evenly spaced", "id": "each number stands there once"}.items():
            self.assertRegex(text, rf"# /{column}: [^\n]*{why}[^\n]*: no limits on range, mean and deviation")
        self.assertEqual(run_suite(self.folder).not_good(), [])
        self.growing("data.h5", 500)
        self.assertEqual(run_suite(self.folder).not_good(), [])
        for column in ("amount", "hours"):
            self.assertRegex(text, rf"\[expect.{column}\](\n.+)*\nvalues = .*\nmean = .*\nstd = ")

    def test_numbers_of_rows_do_not_drift(self):
        self.growing("old.h5", 0)
        self.growing("new.h5", 500)
        report = json.loads(self.assay("drift", "old.h5", "new.h5", "--json", exit=1).stdout)
        states = {column["path"]: (column["state"], column["drifted"]) for column in report["columns"]}
        self.assertEqual(states, {"/row": ("no_values", False), "/time": ("no_values", False), "/id": ("compared", True),
                                  "/amount": ("compared", False), "/hours": ("compared", False)})
        self.assertIn("evenly spaced before and now", self.assay("drift", "old.h5", "new.h5", exit=1).stdout)

    def test_profile_writes_over_nothing_that_it_reads(self):
        self.made("d.h5")
        self.assertIn("written over", self.assay("profile", "d.h5", "--out", "./d.h5", exit=2).stderr)

    def test_a_suggestion_holds_on_its_source_and_catches_other_data(self):
        self.made("d.h5")
        self.made("other.h5", seed=2, shift=9)
        (self.folder / "suites").mkdir()
        self.assertIn("assay run suites/suite.toml", self.assay("suggest", "d.h5", "--out", "suites/suite.toml").stdout)
        text = (self.folder / "suites/suite.toml").read_text(encoding="utf-8")
        self.assertIn('source = "../d.h5"', text)
        self.assertIn("# Suggested by assay", text)
        self.assertIn("from d.h5, with up to 400 rows.", text)
        self.assertIn("# /people.in.size: no limits on values, all are 0", text)
        outcome = run_suite(self.folder, path="suites")
        self.assertEqual((outcome.exit, outcome.not_good()), (0, []))
        shutil.copy(self.folder / "other.h5", self.folder / "d.h5")
        outcome = run_suite(self.folder, path="suites")
        self.assertEqual(outcome.exit, 1)
        self.assertEqual(outcome.verdicts()["suites.expect.x/mean"], "failed")
        self.assertIn("there already", self.assay("suggest", "d.h5", "--out", "suites/suite.toml", exit=2).stderr)

    def test_a_suggestion_goes_to_a_pipe(self):
        self.made("d.h5")
        text = self.assay("suggest", "d.h5").stdout
        (self.folder / "suite.toml").write_text(text, encoding="utf-8")
        self.assertEqual(run_suite(self.folder).exit, 0)

    def test_nothing_to_suggest(self):
        with h5py.File(self.folder / "d.h5", "w"):
            pass
        self.assertIn("nothing can be suggested", self.assay("suggest", "d.h5", exit=4).stderr)

    def test_drift_is_told_by_its_exit_code(self):
        self.made("old.h5")
        self.made("same.h5", seed=2)
        self.made("new.h5", seed=3, shift=1)
        self.assertIn("same.h5 against old.h5: no drift", self.assay("drift", "old.h5", "same.h5").stdout)
        self.assay("profile", "old.h5", "--out", "old.json")
        for old in ("old.h5", "old.json"):
            done = self.assay("drift", old, "new.h5", exit=1)
            self.assertIn(f"new.h5 against {old}: 1 of 6 columns drifted", done.stdout)
            self.assertIn("drifted: the Kolmogorov-Smirnov statistic is", done.stdout)
            report = json.loads(self.assay("drift", old, "new.h5", "--json", exit=1).stdout)
            self.assertEqual([column["path"] for column in report["columns"] if column["drifted"]], ["/x"])
        self.assay("drift", "old.h5", "new.h5", "--effect", "0.9")
        tiny = self.folder / "tiny.h5"
        with h5py.File(tiny, "w") as file:
            file["x"] = [1.0, 2.0]
        self.assertIn("nothing was decided", self.assay("drift", "tiny.h5", "tiny.h5", exit=4).stderr)

    def test_drift_numbers_are_those_of_numpy(self):
        self.made("old.h5")
        self.made("new.h5", seed=3, shift=1, rows=600)
        column = next(c for c in json.loads(self.assay("drift", "old.h5", "new.h5", "--json", exit=1).stdout)["columns"] if c["path"] == "/x")
        old, new = (numpy.sort(h5py.File(self.folder / name)["x"][40:]) for name in ("old.h5", "new.h5"))
        every = numpy.concatenate([old, new])
        gaps = abs(numpy.searchsorted(old, every, "right") / len(old) - numpy.searchsorted(new, every, "right") / len(new))
        self.assertAlmostEqual(column["distances"]["ks"], gaps.max(), places=12)
        self.assertEqual(column["missing"]["before"], 0.1)
        cut = numpy.quantile(old, numpy.arange(1, 10) / 10)
        p, q = (numpy.bincount(numpy.searchsorted(cut, side), minlength=10) / len(side) for side in (old, new))
        self.assertAlmostEqual(column["distances"]["psi"], ((q - p) * numpy.log(q / p)).sum(), places=9)

    def test_damaged_data_are_exit_1_and_name_the_file(self):
        self.made("d.h5")
        (self.folder / "cut.h5").write_bytes((self.folder / "d.h5").read_bytes()[:9000])
        (self.folder / "text.h5").write_text("no HDF5", encoding="utf-8")
        for name in ("cut.h5", "text.h5"):
            for arguments in (["profile", name], ["suggest", name], ["drift", "d.h5", name], ["drift", name, "d.h5"]):
                self.assertIn(f"error: {name}", self.assay(*arguments, exit=1).stderr)

    def test_one_damaged_dataset_does_not_hide_the_others(self):
        with h5py.File(self.folder / "d.h5", "w") as file:
            file.create_dataset("x", data=numpy.arange(1000), chunks=(1000,), fletcher32=True)
            file["y"] = numpy.arange(1000)
            offset = file["x"].id.get_chunk_info(0).byte_offset
        with open(self.folder / "d.h5", "r+b") as file:
            file.seek(offset + 8)
            file.write(b"\xff")
        done = self.assay("profile", "d.h5", exit=1)
        self.assertIn("/x", done.stderr)
        self.assertIn("0 to 999", done.stdout)
        self.assay("profile", "d.h5", "y")
        with h5py.File(self.folder / "sound.h5", "w") as file:
            file["x"] = numpy.arange(1000)
        for parts in (["sound.h5", "d.h5"], ["d.h5", "sound.h5"]):
            self.assertIn(f"{parts[1]}: /x cannot be read in one of them: ", self.assay("profile", "--merge", *parts, exit=1).stderr)

    def test_mistakes_are_exit_2(self):
        self.made("d.h5")
        (self.folder / "p.json").write_text('{"format": "other"}', encoding="utf-8")
        for arguments, words in [(["profile", "gone.h5"], "there is no file gone.h5"), (["profile", "."], "no regular file"), (["profile"], "which data"),
                                 (["profile", "d.h5", "train/image"], "did you mean `/train/images`?"), (["drift", "p.json", "d.h5"], "no profile"),
                                 (["suggest", "p.json"], "no HDF5 file"), (["drift", "d.h5"], "NEW"), (["drift", "d.h5", "d.h5", "--level", "2"], "level")]:
            self.assertIn(words, self.assay(*arguments, exit=2).stderr)

    def beside(self, script, *arguments):
        """`assay` with another program beside it, which says that it reads bad.h5 before it does what the script says."""
        folder = self.folder / "bin"
        folder.mkdir(exist_ok=True)
        shutil.copy(ASSAY, folder / "assay")
        program = folder / "assay-data"
        program.write_text("#!/bin/sh\nfor last; do :; done\n"
                           """printf '%s\\n' '{"schema": 1, "event": "phase", "phase": "read", "detail": "bad.h5"}' > /proc/self/fd/${last#*=}\n""" + script)
        program.chmod(0o755)
        return subprocess.run([folder / "assay", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False, cwd=self.folder)

    def test_a_crash_in_hdf5_is_the_data(self):
        for arguments in (["profile", "bad.h5"], ["suggest", "bad.h5"], ["drift", "bad.h5", "d.h5"]):
            done = self.beside("kill -SEGV $$", *arguments)
            self.assertEqual(done.returncode, 1)
            self.assertIn("error: HDF5 crashed reading bad.h5", done.stderr)

    def test_each_file_is_named_before_it_is_read(self):
        self.made("old.h5")
        self.made("new.h5")
        log = self.folder / "events"
        program = pathlib.Path(ASSAY).parent / "assay-data"
        with open(log, "w", encoding="utf-8") as events:
            subprocess.run([program, "drift", "old.h5", "new.h5", f"--assay_events={events.fileno()}"], cwd=self.folder, pass_fds=[events.fileno()],
                           capture_output=True, timeout=60, check=True)
        named = [event["detail"] for event in map(json.loads, log.read_text(encoding="utf-8").splitlines()) if event["phase"] == "read"]
        self.assertEqual(named, sorted(named, reverse=True))
        self.assertEqual(set(named), {"old.h5", "new.h5"})

    def test_help(self):
        both = self.assay("--help").stdout
        for verb, words in {"profile": ["FILE", "DATASET", "--merge", "--out", "--json"], "suggest": ["FILE", "--out"],
                            "drift": ["OLD", "NEW", "--level", "--effect", "--missing", "--json", "4 nothing could be compared"]}.items():
            self.assertRegex(both, rf"\n  {verb} +\w")
            text = self.assay(verb, "--help").stdout
            for word in words:
                self.assertIn(word, text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
