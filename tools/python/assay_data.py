"""Hands data, metrics and answers of a Python training to Assay. One file; it needs h5py and numpy, nothing else.

    import assay_data

    assay_data.to_hdf5(train_set, "train.h5", names=("images", "labels"))     # then: [expect.images] dataset = "images"

    with assay_data.Metrics("metrics.jsonl") as metrics:                      # for [train.run] command, of a version to come
        for step, batch in enumerate(loader, 1):
            metrics.write(step, loss=train_on(batch))

    suite = assay_data.read_suite("hard.h5")                                  # mined once with `assay mine`
    assay_data.predictions("answers.h5", suite.ids, model(suite.inputs["image"]), classes=suite.classes)
                                                                              # then: assay replay hard.h5 --predictions answers.h5
"""
import contextlib
import json
import os
import pathlib
import tempfile
from typing import NamedTuple

import h5py
import numpy

__all__ = ["Metrics", "Suite", "predictions", "read_suite", "to_hdf5"]

_BLOCK_BYTES = 8 << 20  # of one dataset in memory at a time
_CHUNK_BYTES = 1 << 20


def to_hdf5(dataset, path, names=None, compress=True):
    """Writes a data set into one HDF5 file, one dataset a part, and returns the names of the parts.

    `dataset` is a data frame (each column a part), a mapping of arrays, one array, or anything with a length whose items
    are found by 0, 1, 2, ...: a PyTorch `Dataset`, a list. Its items are tuples (each place a part), mappings (each key a
    part), or single values. Tensors, images and numbers are taken as numpy sees them; every item of a part has the same
    shape and type. Items are read one after the other and never held all at once.

    `names` names the parts in their order; without it they are called by their keys or columns, else `inputs` and
    `targets` for two, `0`, `1`, ... for more and `values` for one. The file appears whole or not at all, in place of one
    that was there. Raises ValueError, naming the item, for parts or shapes that differ from those of item 0.
    """
    with _replacing(path) as file:
        columns = _columns_of(dataset)
        if columns is not None:
            parts = _named(list(columns), list(columns.values()), names)
            for name, column in parts.items():
                _write_column(file, name, _plain(column), compress)
        else:
            parts = _write_items(file, dataset, names, compress)
        return list(parts)


class Metrics:
    """A file of metrics, a JSON object a line, flushed at once: what `[train.*]` cases with a `command` will follow.

    An earlier file is replaced. NaN and infinities are written as such, for Assay to see them.
    """

    def __init__(self, path, step_key="step"):
        self._file = open(path, "w", encoding="utf-8")
        self._step_key = step_key

    def write(self, step, **metrics):
        """Adds what is known of a step, a whole number; numbers may be tensors or arrays of one element."""
        if step != int(step) or step < 0:
            raise ValueError(f"step {step!r}: expected a whole number, not negative")
        line = {self._step_key: int(step)}
        for name, value in metrics.items():
            if name == self._step_key:
                raise ValueError(f"a metric cannot be called {name!r}: that is the step")
            line[name] = float(_plain(value))
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def close(self):
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Suite(NamedTuple):
    """What a model is asked by a suite of hard examples."""

    ids: numpy.ndarray  # uint8[n, 32]
    inputs: dict  # name: array of n rows
    labels: numpy.ndarray  # int[n], indices into classes
    classes: list  # names


def read_suite(path):
    """Reads ids, inputs, labels and class names of a suite file."""
    with h5py.File(path, "r") as file:
        if _text(file.attrs.get("format", "")) != "assay-suite":
            raise ValueError(f"{path}: not a suite of examples")
        inputs = {name: file[f"examples/input/{name}"][...] for name in sorted(file["examples/input"])}
        classes = [_text(name) for name in file["classes/names"][...]]
        return Suite(file["examples/id"][...], inputs, file["examples/target/label"][...], classes)


def predictions(path, ids, scores=None, *, labels=None, classes=None, losses=None, model_id=""):
    """Writes what a model answers, for `assay replay` and `[examples.*] predictions`.

    `ids` are those of the examples, uint8[n, 32] as `read_suite` gives them or n texts of 64 hexadecimal digits; whole
    numbers are rows of the suite. `scores` is [n, classes], the higher the likelier, before or after softmax; `labels`
    the chosen class of each, in place of scores or beside them. `classes` names the columns of `scores`: without it
    their order is the suite's. The file appears whole or not at all. Raises ValueError for lengths that do not agree.
    """
    keys, keyed_by = _keys_of(ids)
    columns = {keyed_by: keys}
    if scores is not None:
        columns["scores"] = numpy.asarray(_plain(scores))
        if columns["scores"].ndim != 2 or columns["scores"].dtype.kind not in "fiu":
            raise ValueError(f"scores are {columns['scores'].dtype}{list(columns['scores'].shape)}, expected numbers [examples, classes]")
        if classes is not None and columns["scores"].shape[1] != len(classes):
            raise ValueError(f"{columns['scores'].shape[1]} scores an example, but {len(classes)} classes")
        if columns["scores"].dtype.kind != "f":
            columns["scores"] = columns["scores"].astype("float64")
    if labels is not None:
        columns["class"] = numpy.asarray(_plain(labels))
        if columns["class"].dtype.kind not in "iu":
            raise ValueError(f"labels are {columns['class'].dtype}, expected whole numbers")
    if scores is None and labels is None:
        raise ValueError("give scores, or labels")
    if losses is not None:
        columns["loss"] = numpy.asarray(_plain(losses), dtype="float64")
    for name, column in columns.items():
        if len(column) != len(keys):
            raise ValueError(f"{name}: {len(column)} rows for {len(keys)} examples")
    with _replacing(path) as file:
        for name, column in columns.items():
            file.create_dataset(name, data=column, **({"chunks": True, "fletcher32": True} if column.size else {}))
        if classes is not None:
            file.create_dataset("classes/names", data=[str(name) for name in classes], dtype=h5py.string_dtype())
        file.attrs["model_id"] = str(model_id)


@contextlib.contextmanager
def _replacing(path):
    """An HDF5 file beside the target that takes its place when all went well."""
    path = pathlib.Path(path)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".partial", dir=path.parent)
    os.close(handle)
    try:
        with h5py.File(temporary, "w") as file:
            yield file
        with open(temporary, "rb") as written:
            os.fsync(written.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _text(value):
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)


def _plain(value):
    """A tensor, wherever it lives, as numpy sees it; everything else as it is."""
    for step in ("detach", "cpu", "numpy"):
        if hasattr(value, step) and (step != "numpy" or hasattr(value, "dim")):
            value = getattr(value, step)()
    return value


def _columns_of(dataset):
    """The columns of a data frame, a mapping or an array; None for a sequence of items."""
    if hasattr(dataset, "columns") and hasattr(dataset, "iloc"):
        return {str(name): _column_of_frame(dataset[name], name) for name in dataset.columns}
    if hasattr(dataset, "keys") and hasattr(dataset, "__getitem__") and not hasattr(dataset, "__next__"):
        return {str(name): dataset[name] for name in dataset.keys()}
    if isinstance(dataset, (numpy.ndarray, h5py.Dataset)) or (hasattr(dataset, "detach") and hasattr(dataset, "dim")):
        return {"values": dataset}
    return None


def _column_of_frame(series, name):
    values = series.to_numpy()
    if values.dtype != object:
        return values
    for row, value in enumerate(values):
        if not isinstance(value, str):
            raise ValueError(f"{name}: row {row} holds {value!r}, expected text like the others; fill or convert the column first")
    return values.astype(str) if len(values) else numpy.empty(0, dtype="U1")


def _named(keys, parts, names):
    names = list(keys) if names is None else [str(name) for name in names]
    if len(names) != len(parts):
        raise ValueError(f"{len(names)} names for {len(parts)} parts")
    if len(set(names)) != len(names):
        raise ValueError(f"a name stands twice in {names}")
    return dict(zip(names, parts))


def _is_text(array):
    return array.dtype.kind in "US"


def _create(file, name, count, item, compress):
    """A dataset of so many rows like this one."""
    if item.dtype.kind not in "biufSU":
        raise ValueError(f"{name}: {item.dtype} is no type that a file of tests holds; make numbers or text of it first")
    text = _is_text(item)
    dtype = h5py.string_dtype() if text else item.dtype
    row_bytes = 16 if text else max(1, item.nbytes)
    shape = (count, *item.shape)
    if count == 0 or 0 in item.shape:
        return file.create_dataset(name, shape=shape, dtype=dtype)
    rows = max(1, min(count, _CHUNK_BYTES // row_bytes))
    filters = {"compression": "gzip", "compression_opts": 4, "shuffle": not text} if compress else {}
    return file.create_dataset(name, shape=shape, dtype=dtype, chunks=(rows, *item.shape), fletcher32=not text, **filters)


def _write_column(file, name, column, compress):
    array = column if isinstance(column, h5py.Dataset) else numpy.asarray(column)
    if array.ndim == 0:
        raise ValueError(f"{name}: a single value has no rows")
    first = numpy.asarray(array[:1]).reshape(array.shape[1:]) if len(array) else numpy.empty(array.shape[1:], array.dtype)
    written = _create(file, name, len(array), first, compress)
    rows = max(1, _BLOCK_BYTES // max(1, first.nbytes))
    for start in range(0, len(array), rows):
        written[start:start + rows] = array[start:start + rows]


def _parts_of(item):
    """Keys and values of one item."""
    if hasattr(item, "keys"):
        return [str(key) for key in item.keys()], [item[key] for key in item.keys()]
    if isinstance(item, (tuple, list)) and not hasattr(item, "shape"):
        keys = ["inputs", "targets"] if len(item) == 2 else [str(place) for place in range(len(item))]
        return keys, list(item)
    return ["values"], [item]


def _write_items(file, items, names, compress):
    count = len(items)
    if count == 0:
        raise ValueError("a data set without an item has no parts to write")
    keys, first = _parts_of(items[0])
    first = [numpy.asarray(_plain(value)) for value in first]
    parts = _named(keys, first, names)
    written = {name: _create(file, name, count, value, compress) for name, value in parts.items()}
    rows = max(1, _BLOCK_BYTES // max(1, sum(value.nbytes for value in first)))
    for start in range(0, count, rows):
        block = {name: [] for name in parts}
        for index in range(start, min(count, start + rows)):
            item_keys, values = _parts_of(items[index])
            if item_keys != keys:
                raise ValueError(f"item {index} has the parts {item_keys}, item 0 has {keys}")
            for (name, wanted), value in zip(parts.items(), values):
                array = numpy.asarray(_plain(value))
                if array.shape != wanted.shape or (array.dtype != wanted.dtype and not (_is_text(array) and _is_text(wanted))):
                    raise ValueError(f"item {index}, {name}: {array.dtype}{list(array.shape)}, item 0 has {wanted.dtype}{list(wanted.shape)}")
                block[name].append(array)
        for name, values in block.items():
            written[name][start:start + len(values)] = numpy.stack(values)
    return parts


def _keys_of(ids):
    """Ids as uint8[n, 32], or rows as int64[n]."""
    array = numpy.asarray(_plain(ids))
    if array.ndim == 2 and array.shape[1] == 32 and array.dtype == numpy.uint8:
        return array, "id"
    if array.ndim == 1 and array.dtype.kind in "US":
        texts = [_text(text) for text in array.tolist()]
        if any(len(text) != 64 for text in texts):
            raise ValueError("ids as text have 64 hexadecimal digits")
        return numpy.frombuffer(b"".join(bytes.fromhex(text) for text in texts), dtype=numpy.uint8).reshape(-1, 32), "id"
    if array.ndim == 1 and array.dtype.kind in "iu":
        return array.astype("int64"), "row"
    if array.size == 0:
        return numpy.empty((0, 32), dtype=numpy.uint8), "id"
    raise ValueError(f"ids are {array.dtype}{list(array.shape)}, expected uint8[n, 32], hexadecimal texts or rows")
