"""make_suites.py FOLDER: suites and answers as other programs write them, and the same with one thing broken in each."""
import hashlib
import pathlib
import sys

import h5py
import numpy as np

TEXT = h5py.string_dtype("utf-8")
STATUS = h5py.enum_dtype({"gate": 0, "report_only": 1, "xfail": 2, "quarantined": 3}, basetype="i1")
ROWS = 6
LABELS = np.array([0, 1, 2, 0, 1, 2], np.int64)
IMAGES = np.random.default_rng(5).integers(0, 256, (ROWS, 3, 2), dtype=np.uint8)


def content_id(x):
    return hashlib.sha256(x.dtype.name.encode() + b"\0" + ",".join(map(str, x.shape)).encode() + b"\0" + x.tobytes()).digest()


IDS = np.array([np.frombuffer(content_id(x), np.uint8) for x in IMAGES])


def digest(ids, labels, statuses):
    rows = sorted(bytes(i) + int(y).to_bytes(8, "little", signed=True) + bytes([s]) for i, y, s in zip(ids, labels, statuses))
    return hashlib.sha256(b"".join(rows)).hexdigest()


def suite(path, edit=lambda f: None):
    with h5py.File(path, "w") as f:
        f.attrs["format"], f.attrs["format_version"], f.attrs["suite_name"] = "assay-suite", "1.0", "made"
        f.attrs["generation"], f.attrs["content_digest"] = np.uint64(3), digest(IDS, LABELS, [0] * ROWS)
        f["examples/id"] = IDS
        f.create_dataset("examples/input/image", data=IMAGES, chunks=(1, 3, 2), fletcher32=True)
        f["examples/target/label"] = LABELS
        f.create_dataset("examples/meta/status", data=np.zeros(ROWS, np.int8), dtype=STATUS)
        f.create_dataset("examples/meta/xfail_until", data=np.array([""] * ROWS, object), dtype=TEXT)
        f.create_dataset("tags/names", data=np.array(["night"], object), dtype=TEXT)
        f["examples/meta/tag_mask"] = np.array([[1], [0], [0], [1], [0], [0]], np.uint8)
        f.create_dataset("classes/names", data=np.array(["cat", "dog", "ship"], object), dtype=TEXT)
        edit(f)


def answers(path, edit=lambda f: None):
    with h5py.File(path, "w") as f:
        f["id"], f["scores"] = IDS[::-1], np.eye(3, dtype=np.float32)[LABELS][::-1]
        edit(f)


def replace(name, values, **more):
    def edit(f):
        del f[name]
        f.create_dataset(name, data=values, **more)
    return edit


def attribute(name, value):
    return lambda f: f.attrs.__setitem__(name, value)


def put(name, place, value):
    def edit(f):
        f[name][place] = value
    return edit


def main(folder):
    suite(folder / "healthy.h5")
    suite(folder / "label_flipped.h5", put("examples/target/label", 2, 1))
    suite(folder / "status_changed.h5", put("examples/meta/status", 0, 1))
    suite(folder / "input_changed.h5", put("examples/input/image", (4, 0, 0), IMAGES[4, 0, 0] ^ 1))
    suite(folder / "next_major.h5", attribute("format_version", "2.0"))
    suite(folder / "next_minor.h5", attribute("format_version", "1.9"))
    suite(folder / "other_format.h5", attribute("format", "other"))
    suite(folder / "wrong_count.h5", attribute("n_examples", 7))
    suite(folder / "says_sealed.h5", attribute("sealed", True))
    suite(folder / "no_label.h5", lambda f: f.__delitem__("examples/target/label"))
    suite(folder / "short_label.h5", replace("examples/target/label", LABELS[:5]))
    suite(folder / "text_label.h5", replace("examples/target/label", np.array(["a"] * ROWS, object), dtype=TEXT))
    suite(folder / "strange_status.h5", replace("examples/meta/status", np.full(ROWS, 9, np.int8), dtype=STATUS))
    suite(folder / "plain_status.h5", replace("examples/meta/status", np.zeros(ROWS, np.int8)))
    suite(folder / "strange_date.h5", put("examples/meta/xfail_until", 1, "2026-02-30"))
    suite(folder / "wide_mask.h5", replace("examples/meta/tag_mask", np.zeros((ROWS, 2), np.uint8)))
    suite(folder / "same_classes.h5", put("classes/names", 1, "cat"))
    suite(folder / "endless.h5", lambda f: (f.__delitem__("examples/id"), f.create_dataset("examples/id", (2 ** 40, 32), np.uint8, chunks=(1024, 32))))
    suite(folder / "many_tags.h5", replace("tags/names", np.array([str(i) for i in range(5000)], object), dtype=TEXT))
    (folder / "text.h5").write_text("not HDF5\n")
    answers(folder / "right.h5")
    answers(folder / "one_wrong.h5", put("scores", 5, [0, 1, 0]))  # of the first example
    answers(folder / "all_nan.h5", put("scores", ..., np.nan))
    answers(folder / "one_nan.h5", put("scores", (5, 1), np.nan))
    answers(folder / "never_written.h5", lambda f: (f.__delitem__("scores"), f.create_dataset("scores", (ROWS, 3), np.float32, chunks=(1, 3))))
    answers(folder / "torn.h5", lambda f: f.__setitem__("class", 2 - LABELS[::-1]))


main(pathlib.Path(sys.argv[1]))
