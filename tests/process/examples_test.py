"""`assay replay` and `assay mine` on files that h5py wrote: verdicts against numpy's, words for people, refusals."""
import hashlib
import json
import os
import pathlib
import pty
import shutil
import subprocess
import unittest

import h5py
import numpy

from command import ASSAY, CommandTest, run_assay
from example_files import CLASSES, TEXT, ids_of, images_of, one_hot, write_predictions, write_suite


class ExamplesTest(CommandTest):
    """A folder of its own, and that no file in it changes but the one that a command was told to write."""

    written = ("mined.h5", "mined.h5.previous")

    def digests(self):
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.folder.iterdir()
                if path.is_file() and path.name not in self.written}

    def assay(self, *arguments, exit=0, **options):
        before = self.digests()
        outcome = run_assay(*arguments, folder=self.folder, **options)
        self.assertEqual(outcome.exit, exit, outcome.stdout + outcome.stderr)
        self.assertEqual(self.digests(), before)
        return outcome

    def json(self, *arguments, exit=0):
        answer = json.loads(self.assay(*arguments, "--json", exit=exit).stdout)
        self.assertEqual(answer["schema"], 1)
        return answer

    def refused(self, *arguments, exit=2):
        """A refusal says why on stderr and nothing on stdout."""
        outcome = self.assay(*arguments, exit=exit)
        self.assertEqual(outcome.stdout, "")
        self.assertTrue(outcome.stderr.startswith("error: "), outcome.stderr)
        return outcome.stderr


class Replay(ExamplesTest):
    def setUp(self):
        super().setUp()
        self.images = images_of(1, 60)
        self.labels = numpy.random.default_rng(2).integers(0, 3, 60)
        self.status = numpy.zeros(60, int)
        self.status[50:] = 1
        write_suite(self.folder / "hard.h5", self.images, self.labels, self.status, {"night": range(0, 20), "rain": range(15, 40)})

    def answers(self, name, wrong=(), broken=(), keep=60):
        scores = one_hot(self.labels)
        scores[list(wrong)] = numpy.roll(scores[list(wrong)], 1, axis=1)
        scores[list(broken)] = numpy.nan
        write_predictions(self.folder / name, self.images[:keep], scores[:keep], name.removesuffix(".h5"))

    def test_all_right_passes(self):
        self.answers("new.h5")
        answer = self.json("replay", "hard.h5", "--predictions", "new.h5")
        self.assertEqual((answer["verdict"], answer["accuracy"]), ("passed", 1))
        text = self.assay("replay", "hard.h5", "--predictions", "new.h5").stdout
        self.assertIn("✓ made, generation 0: passed", text)
        self.assertIn("60 of 60 pass", text)
        self.assertNotIn("✗", text)

    def test_what_accuracy_counts_is_said_where_not_all_examples_decide(self):
        self.answers("new.h5", wrong=range(9))
        text = self.assay("replay", "hard.h5", "--predictions", "new.h5", exit=1).stdout
        self.assertIn("accuracy 0.85 of all of them", text)
        self.assertNotIn("quarantined", text)
        write_suite(self.folder / "hard.h5", self.images, self.labels, [3] * 6 + [1] * 4 + [0] * 50)
        text = self.assay("replay", "hard.h5", "--predictions", "new.h5").stdout
        self.assertIn("of the 50 that decide 1, which is what `accuracy` of a case counts", text)
        self.assertIn("6 examples quarantined: the label looks wrong", text)
        self.assertIn("4 examples report_only", text)

    def test_counts_and_flips_are_those_of_numpy(self):
        wrong, broken = {3, 16, 17, 38, 41}, {5}
        self.answers("old.h5", wrong=(3, 20))
        self.answers("new.h5", wrong, broken, keep=45)
        answer = self.json("replay", "hard.h5", "--predictions", "new.h5", "--baseline", "old.h5", exit=1)
        outcomes = ["missing" if row >= 45 else "invalid" if row in broken else "fail" if row in wrong else "pass" for row in range(60)]
        self.assertEqual([example["outcome"] for example in answer["examples"]], outcomes)
        self.assertEqual([example["id"] for example in answer["examples"]], [bytes(one).hex() for one in ids_of(self.images)])
        for tag, rows in {"night": range(0, 20), "rain": range(15, 40)}.items():
            counts = {word: sum(outcomes[row] == word for row in rows) for word in ("pass", "fail", "missing", "invalid")}
            self.assertEqual({word: answer["tags"][tag][word] for word in counts}, counts)
        # 3 fails in both; 20 was mended; 16, 17, 38 and 41 broke; what has no answer now is not compared.
        self.assertEqual((answer["negative_flips"], answer["positive_flips"]), (4, 1))
        self.assertAlmostEqual(answer["mcnemar_p"], 2 * 6 / 32)

    def test_a_person_is_told_what_failed_and_why(self):
        self.answers("old.h5")
        self.answers("new.h5", wrong=[3], broken=[5], keep=59)
        outcome = self.assay("replay", "hard.h5", "--predictions", "new.h5", "--baseline", "old.h5", exit=1)
        text = outcome.stdout
        self.assertEqual(outcome.stderr, "")
        self.assertIn("✗ made, generation 0: failed by 2 examples", text)
        self.assertIn("57 of 60 pass, 1 fail, 1 missing, 1 invalid; accuracy 0.95", text)
        self.assertIn("answers of new from new.h5", text)
        self.assertRegex(text, r"night +18 of 20 pass, 1 fail, 1 invalid +0\.9\n")
        self.assertIn("1 negative flip and 0 positive flips", text)
        label = self.labels[3]
        self.assertIn(f"row 3  {bytes(ids_of(self.images)[3]).hex()[:12]}  {CLASSES[label]} -> {CLASSES[(label + 1) % 3]}: wrong class", text)
        self.assertRegex(text, r"row 5  .* not finite")
        self.assertNotIn("row 59", text)  # report_only
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_at_most_20_examples_are_listed_but_all_are_counted(self):
        self.answers("new.h5", wrong=range(10, 45))
        text = self.assay("replay", "hard.h5", "--predictions", "new.h5", exit=1).stdout
        self.assertIn("failed by 35 examples", text)
        self.assertIn("the first 20 of 35", text)
        self.assertEqual(text.count("  ✗ row "), 20)

    def test_nan_is_never_a_pass(self):
        self.answers("new.h5", broken=range(60))
        answer = self.json("replay", "hard.h5", "--predictions", "new.h5", exit=1)
        self.assertEqual({example["outcome"] for example in answer["examples"]}, {"invalid"})

    def test_nothing_that_decides_is_no_pass(self):
        write_suite(self.folder / "hard.h5", self.images, self.labels, [1, 3] * 30)
        self.answers("new.h5")
        outcome = self.assay("replay", "hard.h5", "--predictions", "new.h5", exit=4)
        self.assertIn("none of 60 examples can decide", outcome.stdout)
        self.assertIn("hard.h5: nothing was decided", outcome.stderr)
        self.assertEqual(self.json("replay", "hard.h5", "--predictions", "new.h5", exit=4)["verdict"], "not_run")

    def test_refusals_name_what_is_wrong(self):
        self.answers("new.h5")
        write_predictions(self.folder / "stranger.h5", images_of(9, 5), one_hot([0] * 5))
        self.write("text.h5", "no HDF5\n")
        (self.folder / "torn.h5").write_bytes((self.folder / "hard.h5").read_bytes()[:3000])
        replay = ("replay", "hard.h5", "--predictions", "new.h5")
        self.assertIn("--predictions FILE, or --recipe", self.refused("replay", "hard.h5"))
        self.assertIn("gone.h5", self.refused("replay", "gone.h5", "--predictions", "new.h5"))
        self.assertIn("gone.h5", self.refused("replay", "hard.h5", "--predictions", "gone.h5"))
        self.assertIn("text.h5", self.refused("replay", "text.h5", "--predictions", "new.h5"))
        self.assertIn("torn.h5", self.refused("replay", "torn.h5", "--predictions", "new.h5"))
        self.assertIn("new.h5: is no suite of examples", self.refused("replay", "new.h5", "--predictions", "new.h5"))
        self.assertIn("nothing to compare", self.refused(*replay, "--baseline", "stranger.h5"))
        self.assertIn("did you mean `--baseline`?", self.refused(*replay, "--basline", "old.h5"))
        self.assertIn("SUITE is required", self.refused("replay", "--predictions", "new.h5"))
        self.assertIn("--checkpoint", self.refused("replay", "hard.h5", "--recipe", "lenet"))
        self.assertIn("either", self.refused(*replay, "--recipe", "lenet", "--checkpoint", "new.h5"))

    def test_file_names_are_taken_as_they_are(self):
        self.answers("new.h5")
        for name in ("-h.h5", "a b;$(x).h5", "replay", "--json"):
            shutil.copy(self.folder / "hard.h5", self.folder / name)
            self.assertIn("passed", self.assay("replay", "--predictions=new.h5", "--", name).stdout)
            shutil.copy(self.folder / "new.h5", self.folder / ("n" + name))
            self.assertIn("passed", self.assay("replay", "hard.h5", "--predictions=n" + name).stdout)

    def test_a_name_cannot_write_to_the_terminal(self):
        with h5py.File(self.folder / "hard.h5", "r+") as file:
            file.attrs["suite_name"] = "\x1b]0;owned\x07"
            del file["classes/names"]
            file.create_dataset("classes/names", data=["\x1b[2J", "b\nc", "long" * 50], dtype=TEXT)
        self.answers("new.h5", wrong=range(10))
        text = self.assay("replay", "hard.h5", "--predictions", "new.h5", exit=1).stdout
        self.assertFalse(set(text) & set("\x1b\x07"))
        self.assertEqual(text.count("  ✗ row "), 10)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def on_a_terminal(self, **environment):
        master, slave = pty.openpty()
        variables = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "COLUMNS")}
        process = subprocess.Popen([ASSAY, "replay", "hard.h5", "--predictions", "new.h5"], cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=slave, stderr=slave, env={**variables, "TERM": "xterm", **environment})
        os.close(slave)
        output = b""
        while True:
            try:
                piece = os.read(master, 4096)
            except OSError:  # what Linux says at the end of a terminal
                break
            if not piece:
                break
            output += piece
        os.close(master)
        self.assertEqual(process.wait(), 1)
        return output

    def test_colour_only_on_a_terminal_and_never_with_no_color(self):
        self.answers("new.h5", wrong=[3])
        piped = self.assay("replay", "hard.h5", "--predictions", "new.h5", exit=1, environment={"NO_COLOR": "", "TERM": "xterm"})
        self.assertNotIn("\x1b", piped.stdout + piped.stderr)
        self.assertIn(b"\x1b[31m", self.on_a_terminal())
        self.assertNotIn(b"\x1b", self.on_a_terminal(NO_COLOR="1"))
        self.assertNotIn(b"\x1b", self.on_a_terminal(TERM="dumb"))


class Mine(ExamplesTest):
    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(3)
        self.images = images_of(4, 80)
        self.labels = random.integers(0, 3, 80)
        self.losses = random.random(80) * 5
        self.data("pool.h5", train__images=self.images, train__labels=self.labels, loss=self.losses)
        self.mine = ("mine", "--inputs", "pool.h5:train/images", "--labels", "pool.h5:train/labels", "--losses", "pool.h5:loss",
                     "--into", "mined.h5", "--count", "7")

    def hardest(self, count):
        return numpy.argsort(-self.losses)[:count].tolist()

    def test_the_highest_losses_are_taken_and_written(self):
        answer = self.json(*self.mine)
        self.assertEqual([example["row"] for example in answer["examples"]], self.hardest(7))
        self.assertEqual([example["loss"] for example in answer["examples"]], self.losses[self.hardest(7)].tolist())
        self.assertEqual((answer["generation"], answer["added"], answer["invalid"], answer["duplicates"]), (1, 7, [], 0))
        with h5py.File(self.folder / "mined.h5") as file:
            numpy.testing.assert_array_equal(file["examples/input/images"], self.images[self.hardest(7)])
            numpy.testing.assert_array_equal(file["examples/target/label"], self.labels[self.hardest(7)])
            self.assertEqual(file.attrs["suite_name"], "mined")
            self.assertEqual([name.decode() for name in file["classes/names"]], ["0", "1", "2"])
            self.assertRegex(file.attrs["tool_version"], r"^assay \d+\.\d+\.\d+$")
            self.assertRegex(file.attrs["created_at"], r"^20\d\d-\d\d-\d\dT[\d:.]+Z$")

    def test_what_was_mined_is_replayed(self):
        self.assay(*self.mine)
        rows = self.hardest(7)
        write_predictions(self.folder / "new.h5", self.images[rows], one_hot(self.labels[rows]))
        self.assertEqual(self.json("replay", "mined.h5", "--predictions", "new.h5")["verdict"], "passed")

    def test_names_are_as_given(self):
        with h5py.File(self.folder / "pool.h5", "r+") as file:
            file.create_dataset("names", data=CLASSES, dtype=TEXT)
        self.mine = tuple(word.replace("pool.h5:train/images", "pixels=pool.h5:train/images") for word in self.mine)
        self.assay(*self.mine, "--classes", "pool.h5:names", "--name", "shirts", "--description", "two\nlines")
        with h5py.File(self.folder / "mined.h5") as file:
            self.assertEqual(list(file["examples/input"]), ["pixels"])
            self.assertEqual([name.decode() for name in file["classes/names"]], CLASSES)
            self.assertEqual((file.attrs["suite_name"], file.attrs["description"]), ("shirts", "two\nlines"))

    def test_tags_are_those_of_what_is_added(self):
        self.assay(*self.mine, "--tag", "night", "--tag", "rain")
        self.assay(*self.mine[:-1], "9", "--tag", "fog")
        with h5py.File(self.folder / "mined.h5") as file:
            self.assertEqual([name.decode() for name in file["tags/names"]], ["night", "rain", "fog"])
            self.assertEqual(file["examples/meta/tag_mask"][...].tolist(), [[1, 1, 0]] * 7 + [[0, 0, 1]] * 2)

    def test_two_inputs_make_one_example(self):
        with h5py.File(self.folder / "pool.h5", "r+") as file:
            file["depth"] = numpy.arange(80, dtype=numpy.float32)
        self.assay(*self.mine, "--inputs", "pool.h5:depth")
        with h5py.File(self.folder / "mined.h5") as file:
            numpy.testing.assert_array_equal(file["examples/input/depth"], self.hardest(7))

    def test_a_second_time_adds_what_is_new(self):
        self.assay(*self.mine)
        before = (self.folder / "mined.h5").read_bytes()
        text = self.assay(*self.mine[:-1], "9").stdout
        self.assertIn("✓ mined.h5, generation 2: 2 examples added", text)
        self.assertIn("7 stood in the suite already", text)
        self.assertEqual((self.folder / "mined.h5.previous").read_bytes(), before)

    def test_a_person_is_told_what_was_taken(self):
        self.losses[[2, 9]] = numpy.nan
        self.images[11] = self.images[12]
        self.labels[11] = (self.labels[12] + 1) % 3
        self.losses[[11, 12]] = 9, 8
        self.data("pool.h5", train__images=self.images, train__labels=self.labels, loss=self.losses)
        text = self.assay(*self.mine[:-1], "15").stdout
        self.assertIn("15 rows chosen, 1 of them quarantined", text)
        self.assertIn("2 rows never chosen, as the loss is not finite; the first is row 2", text)
        self.assertIn("1 row left out", text)
        self.assertIn("labels were not checked", text)
        self.assertRegex(text, r"row 11  [0-9a-f]{12}  loss 9 +quarantined\n")
        self.assertEqual(text.count("    row "), 10)
        self.assertIn("... and 5 more", text)
        self.assertNotIn("\x1b", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_refusals_name_what_is_wrong_and_nothing_is_written(self):
        with h5py.File(self.folder / "pool.h5", "r+") as file:
            file["short"] = self.losses[:-1]

        def refused(**changes):
            words = list(self.mine)
            for option, value in changes.items():
                words[words.index("--" + option) + 1] = value
            return self.refused(*words)

        self.assertIn("--inputs pool.h5: expected FILE:DATASET", refused(inputs="pool.h5"))
        self.assertIn("expected FILE:DATASET", refused(labels="pool.h5:"))
        self.assertIn("expected FILE:DATASET", refused(losses=":loss"))
        self.assertIn("NAME=FILE:DATASET", refused(inputs="pool.h5:train/.."))
        self.assertIn("gone.h5", refused(inputs="gone.h5:x"))
        self.assertIn("no dataset gone", refused(losses="pool.h5:gone"))
        self.assertIn("error: ", refused(losses="pool.h5:gone"))
        self.assertIn("; did you mean `/loss`?", refused(losses="pool.h5:lss"))
        self.assertIn("short has 79 rows", refused(losses="pool.h5:short"))
        self.assertIn("--count", refused(count="0"))
        self.assertIn("--count", refused(count="-1"))
        self.assertIn("--count", refused(count="many"))
        self.assertIn("pool.h5", refused(into="pool.h5"))
        self.assertIn("called images", self.refused(*self.mine, "--inputs", "pool.h5:images"))
        self.assertIn("--losses FILE:DATASET, or --recipe", self.refused(*self.mine[:5], *self.mine[7:]))
        self.assertIn("--labels is required", self.refused(*self.mine[:3], *self.mine[5:]))
        self.assertIn("--classes", self.refused(*self.mine, "--classes", "pool.h5"))
        self.assertFalse((self.folder / "mined.h5").exists())


class Commands(ExamplesTest):
    """The verbs around the program that does the work, played here by scripts."""

    def test_help(self):
        both = self.assay("--help").stdout
        for verb, words in {"replay": ["SUITE", "--predictions", "--baseline", "--recipe", "--checkpoint", "--json", "4 nothing decides"],
                            "mine": ["--inputs", "--labels", "--losses", "--probabilities", "--count", "--per-class", "--into", "--no-label-check"]}.items():
            self.assertRegex(both, rf"\n  {verb} +\w")
            text = self.assay(verb, "--help").stdout
            for word in words:
                self.assertIn(word, text)

    def beside(self, script):
        """`assay` with another program beside it."""
        folder = self.folder / "bin"
        folder.mkdir()
        shutil.copy(ASSAY, folder / "assay")
        if script:
            program = folder / "assay-examples"
            program.write_text("#!/bin/sh\n" + script)
            program.chmod(0o755)
        return subprocess.run([folder / "assay", "replay", "hard.h5", "--predictions", "new.h5"], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120, check=False, cwd=self.folder)

    READ = """for last; do :; done
printf '%s\\n' '{"schema": 1, "event": "phase", "phase": "read", "detail": "new.h5"}' > /proc/self/fd/${last#*=}
"""

    def files_read(self, *arguments):
        """What the program behind the verbs says on its descriptor: the files of each `read`, and None for other work."""
        reading, writing = os.pipe()
        program = pathlib.Path(ASSAY).parent / "assay-examples"
        subprocess.run([program, *arguments, f"--assay_events={writing}"], cwd=self.folder, pass_fds=[writing], capture_output=True,
                       timeout=60, check=True)
        os.close(writing)
        with open(reading, encoding="utf-8") as pipe:
            events = [json.loads(line) for line in pipe]
        self.assertEqual({event["event"] for event in events}, {"phase"})
        return [event["detail"].split("\n") if event["phase"] == "read" else None for event in events]

    def test_each_file_is_named_before_it_is_read(self):
        images, labels = images_of(1, 4), [0, 1, 2, 0]
        write_suite(self.folder / "hard.h5", images, labels)
        for name in ("new.h5", "old.h5"):
            write_predictions(self.folder / name, images, one_hot(labels))
        self.assertEqual(self.files_read("replay", "hard.h5", "--predictions", "new.h5", "--baseline", "old.h5"),
                         [["hard.h5"], ["new.h5"], ["old.h5"], None])
        for name, values in {"x.h5": images, "y.h5": labels, "loss.h5": [1.0, 2, 3, 4], "z.h5": [1, 2, 3, 4]}.items():
            self.data(name, d=values)
        mine = ("mine", "--inputs", "x.h5:d", "--inputs", "z=z.h5:d", "--labels", "y.h5:d", "--losses", "loss.h5:d", "--into", "mined.h5", "--count")
        pool = [["x.h5"], ["z.h5"], ["y.h5"], ["loss.h5"], ["x.h5", "z.h5"], ["x.h5"], ["z.h5"], None]
        self.assertEqual(self.files_read(*mine, "2"), pool)
        self.assertEqual(self.files_read(*mine, "3"), pool + [["mined.h5"], None])

    def test_a_crash_in_hdf5_names_the_file(self):
        done = self.beside(self.READ + "kill -SEGV $$")
        self.assertEqual(done.returncode, 2)
        self.assertIn("error: HDF5 crashed reading new.h5", done.stderr)

    def test_a_crash_elsewhere_is_assays_own(self):
        done = self.beside("kill -SEGV $$")
        self.assertEqual(done.returncode, 3)
        self.assertIn("Please report", done.stderr)

    def test_killed_from_outside_is_the_machine(self):
        done = self.beside(self.READ + "kill -KILL $$")
        self.assertEqual(done.returncode, 3)
        self.assertIn("SIGKILL", done.stderr)
        self.assertNotIn("damaged", done.stderr)

    def test_a_status_that_means_nothing_is_the_machine(self):
        for_status = self.beside("exit 141")
        self.assertEqual(for_status.returncode, 3)
        self.assertIn("status 141", for_status.stderr)

    def test_without_the_program(self):
        done = self.beside("")
        self.assertEqual(done.returncode, 3)
        self.assertIn("assay-examples cannot be started", done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
