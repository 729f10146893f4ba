#!/usr/bin/env python3
"""make_files.py OUT: HDF5 files for the tests of framework/assay/hdf5, and OUT/expected.json with what they hold.

The expectations come from the numpy arrays that were written, never from reading a file back. Of an array they are its
bytes in little-endian C order (as hexadecimal digits, or their SHA-256 when long), of texts the texts, of sequences the
lengths; `unwritten` are half-open ranges of elements. Nothing is random.
"""
import hashlib
import json
import os
import pathlib
import sys
import zlib

import h5py
import numpy as np

EXPECTED = []
CONTIGUOUS, CHUNKED = h5py.h5d.CONTIGUOUS, h5py.h5d.CHUNKED


def expect(file, dataset, dtype, shape, values=None, texts=None, lengths=None, unwritten=()):
    entry = {"file": file.filename and os.path.basename(file.filename), "dataset": dataset, "dtype": dtype,
             "shape": list(shape), "unwritten": [list(r) for r in unwritten]}
    if values is not None:
        values = np.ascontiguousarray(values)
        raw = values.astype(values.dtype.newbyteorder("<")).tobytes()
        entry["sha256" if len(raw) > 4096 else "hex"] = hashlib.sha256(raw).hexdigest() if len(raw) > 4096 else raw.hex()
        entry["size"] = len(raw)
    if texts is not None:
        entry["texts"] = texts
    if lengths is not None:
        entry["lengths"] = lengths
    EXPECTED.append(entry)


def create_properties(chunks=None, layout=None):
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    if layout is not None:
        properties.set_layout(layout)
    if chunks:
        properties.set_chunk(chunks)
    return properties


def low_level(file, name, kind, shape, properties=None):
    space = h5py.h5s.create_simple(shape) if shape else h5py.h5s.create(h5py.h5s.SCALAR)
    return h5py.h5d.create(file.id, name.encode(), kind, space, properties)


def numbers(dtype, shape=(7, 5)):
    """Both ends of the type's range and a spread of values between."""
    dtype = np.dtype(dtype)
    count = int(np.prod(shape))
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        step = max(1, (int(info.max) - int(info.min)) // max(1, count - 1))
        values = [min(int(info.max), int(info.min) + i * step) for i in range(count)]
        values[-1] = int(info.max)
        return np.array([v for v in values], dtype=dtype).reshape(shape)
    values = np.linspace(-1000, 1000, count).astype(dtype)
    values[:5] = [np.nan, np.inf, -np.inf, -0.0, np.finfo(dtype).smallest_subnormal]
    return values.reshape(shape)


def number_types(out):
    names = {"i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u1": "uint8", "u2": "uint16", "u4": "uint32",
             "u8": "uint64", "f2": "float16", "f4": "float32", "f8": "float64"}
    with h5py.File(out / "numbers.h5", "w") as f:
        for code, name in names.items():
            for order in "<>":
                x = numbers(order + code)
                where = f"{name}_{'little' if order == '<' else 'big'}"
                variants = {"contiguous": {}, "chunked": {"chunks": (2, 3)}, "rows": {"chunks": (3, 5)},
                            "deflate": {"chunks": (2, 5), "compression": 4},
                            "shuffle": {"chunks": (4, 2), "compression": 4, "shuffle": True},
                            "plain_shuffle": {"chunks": (4, 5), "shuffle": True},
                            "checksum": {"chunks": (3, 3), "fletcher32": True},
                            "all": {"chunks": (2, 4), "compression": 9, "shuffle": True, "fletcher32": True}}
                if x.dtype.kind in "iu" and code != "u8":
                    variants["scaled"] = {"chunks": (4, 4), "scaleoffset": 0}
                for variant, options in variants.items():
                    f.create_dataset(f"{where}/{variant}", data=x, **options)
                    expect(f, f"/{where}/{variant}", name, x.shape, x)
                compact = low_level(f, f"{where}/compact", h5py.h5t.py_create(x.dtype), x.shape,
                                    create_properties(layout=h5py.h5d.COMPACT))
                compact.write(h5py.h5s.ALL, h5py.h5s.ALL, x)
                expect(f, f"/{where}/compact", name, x.shape, x)
        brain = h5py.h5t.IEEE_F32LE.copy()
        brain.set_fields(15, 7, 8, 0, 7)
        brain.set_ebias(127)
        brain.set_precision(16)
        brain.set_size(2)
        x = np.array([1, -2.5, 2.0 ** 100, 0], np.float32)
        for order, kind in (("little", brain), ("big", brain.copy())):
            kind.set_order(h5py.h5t.ORDER_LE if order == "little" else h5py.h5t.ORDER_BE)
            low_level(f, f"bfloat16_{order}", kind, x.shape).write(h5py.h5s.ALL, h5py.h5s.ALL, x)
            expect(f, f"/bfloat16_{order}", "bfloat16", x.shape, (x.view(np.uint32) >> 16).astype("<u2"))


def other_types(out):
    with h5py.File(out / "types.h5", "w") as f:
        f["flag"] = np.array([[True, False], [False, False]])
        expect(f, "/flag", "bool", (2, 2), np.array([1, 0, 0, 0], np.int8))
        colours = h5py.enum_dtype({"red": -1, "green": 300}, ">i2")
        f.create_dataset("colour", data=np.array([300, -1, 300], ">i2"), dtype=colours)
        expect(f, "/colour", "enum", (3,), np.array([300, -1, 300], ">i2"))
        for name, pad in (("term", h5py.h5t.STR_NULLTERM), ("null", h5py.h5t.STR_NULLPAD),
                          ("space", h5py.h5t.STR_SPACEPAD)):
            kind = h5py.h5t.C_S1.copy()
            kind.set_size(6)
            kind.set_strpad(pad)
            words = [b"ab", b"c d", b"", b"abcdef", "Größ".encode()]
            data = np.array([w.ljust(6, b" " if name == "space" else b"\0") for w in words], "V6").view("S6")
            low_level(f, name, kind, (5,)).write(h5py.h5s.ALL, h5py.h5s.ALL, data, kind)
            padded = np.frombuffer(b"".join(w.ljust(6, b"\0") for w in words), np.uint8)
            expect(f, "/" + name, "string", (5,), padded, [w.decode() for w in words])
        # What stands behind the terminating null is no part of the text.
        kind = h5py.h5t.C_S1.copy()
        kind.set_size(6)
        low_level(f, "garbage", kind, (2,)).write(h5py.h5s.ALL, h5py.h5s.ALL,
                                                  np.frombuffer(b"ab\0xyzabcde\0", "V6").view("S6"), kind)
        expect(f, "/garbage", "string", (2,), np.frombuffer(b"ab\0\0\0\0abcde\0", np.uint8), ["ab", "abcde"])
        words = ["a", "", "Größe", "x" * 300, "b", "last"]
        f.create_dataset("variable", data=words, dtype=h5py.string_dtype())
        expect(f, "/variable", "string", (6,), texts=words)
        f.create_dataset("variable_chunked", data=np.array(words, object).reshape(3, 2), dtype=h5py.string_dtype(),
                         chunks=(2, 1), compression=1)
        expect(f, "/variable_chunked", "string", (3, 2), texts=words)
        v = f.create_dataset("sequence", (4,), h5py.vlen_dtype(">i4"))
        v[0], v[2], v[3] = [1, 2, 3], [4], [5] * 50
        expect(f, "/sequence", "vlen", (4,), lengths=[3, 0, 1, 50])
        a = f.create_dataset("array", (2, 2), np.dtype((">i2", (3,))), chunks=(1, 2))
        a[...] = np.arange(12, dtype=">i2").reshape(2, 2, 3)
        expect(f, "/array", "int16", (2, 2, 3), np.arange(12, dtype=">i2"))


def compounds(out):
    inner = np.dtype([("u", ">i2"), ("v", "<f4")])
    points = np.dtype([("x", ">u2"), ("y", "<i8")])
    kind = np.dtype({"names": ["age", "pos", "in", "tag", "a.b", "points"],
                     "formats": ["i1", (">f8", (3,)), inner, "S3", "<u4", (points, (2,))],
                     "offsets": [1, 8, 40, 50, 56, 64], "itemsize": 96})
    t = np.zeros(5, kind)
    t["age"] = [10, 20, -5, 0, 1]
    t["pos"] = np.arange(15).reshape(5, 3)
    t["in"]["u"] = [256, 2, 3, -4, 5]
    t["in"]["v"] = [0.5, 1.5, 2.5, np.nan, -1]
    t["tag"] = [b"a", b"bb", b"a", b"", b"ccc"]
    t["a.b"] = range(5)
    t["points"]["x"] = np.arange(10).reshape(5, 2)
    t["points"]["y"] = -np.arange(10).reshape(5, 2)
    packed = np.dtype([("age", "i1"), ("pos", "<f8", (3,)), ("u", "<i2"), ("v", "<f4"), ("tag", "S3"), ("a.b", "<u4"),
                       ("points", [("x", "<u2"), ("y", "<i8")], (2,))])
    p = np.zeros(5, packed)
    for name in ("age", "pos", "tag", "a.b"):
        p[name] = t[name]
    p["u"], p["v"] = t["in"]["u"], t["in"]["v"]
    p["points"]["x"], p["points"]["y"] = t["points"]["x"], t["points"]["y"]
    with h5py.File(out / "compounds.h5", "w") as f:
        f.create_dataset("g/contiguous", data=t)
        f.create_dataset("g/packed.rows", data=t, chunks=(2,), compression=1, shuffle=True, fletcher32=True)
        for where in ("/g/contiguous", "/g/packed.rows"):
            expect(f, where, "compound", (5,), np.frombuffer(p.tobytes(), np.uint8))
            expect(f, where + ".age", "int8", (5,), t["age"])
            expect(f, where + ".pos", "float64", (5, 3), t["pos"])
            expect(f, where + ".in.u", "int16", (5,), t["in"]["u"])
            expect(f, where + ".in.v", "float32", (5,), t["in"]["v"])
            expect(f, where + ".tag", "string", (5,), np.frombuffer(t["tag"].tobytes(), np.uint8),
                   [w.decode() for w in t["tag"]])
            expect(f, where + ".a.b", "uint32", (5,), t["a.b"])
            expect(f, where + ".points.x", "uint16", (5, 2), t["points"]["x"])
            expect(f, where + ".points.y", "int64", (5, 2), t["points"]["y"])
        mixed = f.create_dataset("mixed", (3,), np.dtype([("id", "<i4"), ("name", h5py.string_dtype()),
                                                          ("seen", h5py.vlen_dtype("i2")), ("w", ">f8", (2,))]))
        for i, name in enumerate(["one", "", "drei"]):
            mixed[i] = (i, name, np.arange(i, dtype="i2"), [i, -i])
        expect(f, "/mixed.id", "int32", (3,), np.arange(3, dtype="<i4"))
        expect(f, "/mixed.name", "string", (3,), texts=["one", "", "drei"])
        expect(f, "/mixed.seen", "vlen", (3,), lengths=[0, 1, 2])
        expect(f, "/mixed.w", "float64", (3, 2), np.array([[0, 0], [1, -1], [2, -2]], "f8"))
        f["inner"] = np.array([(1, (2.5,))], [("a", "i4"), ("b", [("a", "f4")])])
        expect(f, "/inner.b.a", "float32", (1,), np.array([2.5], "f4"))


def shapes(out):
    with h5py.File(out / "shapes.h5", "w") as f:
        f["scalar"] = np.int64(-7)
        expect(f, "/scalar", "int64", (), np.int64(-7))
        for rank in range(1, 9):
            shape = (3, 2, 3, 1, 2, 2, 1, 2)[:rank]
            chunk = (2, 1, 2, 1, 2, 1, 1, 2)[:rank]
            x = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
            f.create_dataset(f"rank{rank}", data=x, chunks=chunk, compression=1)
            expect(f, f"/rank{rank}", "int32", shape, x)
        f.create_dataset("no_rows", (0, 3), np.float32, maxshape=(None, 3), chunks=(4, 3))
        expect(f, "/no_rows", "float32", (0, 3), np.zeros((0, 3), "f4"))
        f["no_columns"] = np.zeros((5, 0), np.float32)
        expect(f, "/no_columns", "float32", (5, 0), np.zeros((5, 0), "f4"))
        x = np.arange(10, dtype=np.int16)
        f.create_dataset("wide_chunk", data=x, chunks=(64,), maxshape=(None,), compression=1)
        expect(f, "/wide_chunk", "int16", (10,), x)
        x = np.arange(40, dtype=np.uint16).reshape(5, 8)
        f.create_dataset("chunk_beyond", data=x, chunks=(8, 16), maxshape=(None, None), compression=1, shuffle=True)
        expect(f, "/chunk_beyond", "uint16", (5, 8), x)
        f["null"] = h5py.Empty("f4")
    with h5py.File(out / "new_indexes.h5", "w", libver=("v110", "v110")) as f:
        x = np.arange(10, dtype=np.int64)
        f.create_dataset("single", data=x, chunks=(10,), compression=1)
        f.create_dataset("fixed", data=x, chunks=(3,), compression=1)
        f.create_dataset("extensible", data=x, chunks=(3,), maxshape=(None,))
        f.create_dataset("many", data=np.tile(x, 50), chunks=(1,), maxshape=(None,))
        early = create_properties(chunks=(4,))
        early.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
        low_level(f, "implicit", h5py.h5t.STD_I64LE, (10,), early).write(h5py.h5s.ALL, h5py.h5s.ALL, x)
        for name in ("single", "fixed", "extensible", "implicit"):
            expect(f, "/" + name, "int64", (10,), x)
        expect(f, "/many", "int64", (500,), np.tile(x, 50))
        f.create_dataset("tree", data=x.reshape(5, 2), chunks=(2, 1), maxshape=(None, None), compression=1)
        expect(f, "/tree", "int64", (5, 2), x)
    with h5py.File(out / "user_block.h5", "w", userblock_size=512) as f:
        f["contiguous"] = np.arange(10)
        f.create_dataset("chunked", data=np.arange(10), chunks=(3,), compression=1)
        expect(f, "/contiguous", "int64", (10,), np.arange(10))
        expect(f, "/chunked", "int64", (10,), np.arange(10))


def filters(out):
    x = np.arange(10, dtype=np.int32)
    with h5py.File(out / "filters.h5", "w") as f:
        # Filters of a chunk that were skipped when it was written, one bit each in the order of the pipeline.
        y = f.create_dataset("masks", (20,), np.int32, chunks=(5,), compression=1, shuffle=True, fletcher32=True)
        order = [y.id.get_create_plist().get_filter(i)[0] for i in range(3)]
        bit = {number: 1 << place for place, number in enumerate(order)}
        y[:5] = x[:5]
        y.id.write_direct_chunk((5,), x[5:].tobytes(), filter_mask=7)
        planes = x[:5].view(np.uint8).reshape(5, 4).T.tobytes()
        y.id.write_direct_chunk((10,), planes, filter_mask=bit[1] | bit[3])
        y.id.write_direct_chunk((15,), zlib.compress(x[5:].tobytes()), filter_mask=bit[2] | bit[3])
        expect(f, "/masks", "int32", (20,), np.concatenate([x, x[:5], x[5:]]))
        # The checksum first, so that it is compressed with the data; two deflates; a checksum twice.
        for name, steps in (("checksum_first", "cd"), ("deflate_twice", "dd"), ("checksum_twice", "csc"),
                            ("checksum_shuffled", "cs"), ("checksum_odd", "c")):
            properties = create_properties(chunks=(3,))
            for step in steps:
                {"c": properties.set_fletcher32, "d": lambda p=properties: p.set_deflate(6), "s": properties.set_shuffle}[step]()
            data = x.astype(np.int8) if name == "checksum_odd" else x
            kind = h5py.h5t.STD_I8LE if name == "checksum_odd" else h5py.h5t.STD_I32LE
            low_level(f, name, kind, (10,), properties).write(h5py.h5s.ALL, h5py.h5s.ALL, data)
            expect(f, "/" + name, "int8" if name == "checksum_odd" else "int32", (10,), data)
        # A filter that nobody has: named; not in the way of chunks that were written without it or never.
        properties = create_properties(chunks=(4,))
        properties.set_filter(509, h5py.h5z.FLAG_OPTIONAL, (1, 2))
        z = h5py.Dataset(low_level(f, "unknown", h5py.h5t.STD_I32LE, (8,), properties))
        z.id.write_direct_chunk((0,), x[:4].tobytes())
        z = h5py.Dataset(low_level(f, "unknown_skipped", h5py.h5t.STD_I32LE, (8,), properties))
        z.id.write_direct_chunk((0,), x[:4].tobytes(), filter_mask=1)
        expect(f, "/unknown_skipped", "int32", (8,), np.array([0, 1, 2, 3, 0, 0, 0, 0], "i4"), unwritten=[(4, 8)])
        # Compressed chunks that hold too few or too many bytes for their size, and no zlib stream at all.
        for name, data in (("too_few", zlib.compress(x[:3].tobytes())), ("too_many", zlib.compress(x[:9].tobytes())),
                           ("no_stream", b"no zlib"), ("far_too_long", bytes(5000))):
            d = f.create_dataset("damaged/" + name, (5,), np.int32, chunks=(5,), compression=1)
            d.id.write_direct_chunk((0,), data)
        d = f.create_dataset("damaged/checksum_missing", (5,), np.int32, chunks=(5,), fletcher32=True)
        d.id.write_direct_chunk((0,), b"123")


def unwritten(out):
    with h5py.File(out / "unwritten.h5", "w") as f:
        x = f.create_dataset("rows", (10,), np.float32, chunks=(2,), fillvalue=-7)
        x[2:6] = 1
        expect(f, "/rows", "float32", (10,), np.array([-7, -7, 1, 1, 1, 1, -7, -7, -7, -7], "f4"),
               unwritten=[(0, 2), (6, 10)])
        x = f.create_dataset("tiles", (4, 5), ">i2", chunks=(2, 2), fillvalue=0x0102, compression=1)
        x[0:2, 2:4] = 9
        whole = np.full((4, 5), 0x0102, "i2")
        whole[0:2, 2:4] = 9
        expect(f, "/tiles", "int16", (4, 5), whole, unwritten=[(0, 2), (4, 7), (9, 20)])
        x = f.create_dataset("scaled", (6,), np.int32, chunks=(2,), fillvalue=5, scaleoffset=0)
        x[2:4] = [8, 9]
        expect(f, "/scaled", "int32", (6,), np.array([5, 5, 8, 9, 5, 5], "i4"), unwritten=[(0, 2), (4, 6)])
        f.create_dataset("late", (6, 2), np.int16, fillvalue=3)
        expect(f, "/late", "int16", (6, 2), np.full((6, 2), 3, "i2"), unwritten=[(0, 12)])
        f.create_dataset("text", (3,), "S2", chunks=(1,), fillvalue=b"zz")[1] = b"a"
        expect(f, "/text", "string", (3,), np.frombuffer(b"zza\0zz", np.uint8), ["zz", "a", "zz"],
               unwritten=[(0, 1), (2, 3)])
        s = f.create_dataset("variable", (4,), h5py.string_dtype(), chunks=(2,))
        s[0], s[1] = "a", "b"
        expect(f, "/variable", "string", (4,), texts=["a", "b", "", ""], unwritten=[(2, 4)])
        s = f.create_dataset("variable_filled", (3, 2), h5py.string_dtype(), chunks=(2, 1), fillvalue="none")
        s[0, 1] = "a"
        expect(f, "/variable_filled", "string", (3, 2), texts=["none", "a", "none", "none", "none", "none"],
               unwritten=[(0, 1), (2, 3), (4, 6)])
        f.create_dataset("variable_late", (2,), h5py.string_dtype())
        expect(f, "/variable_late", "string", (2,), texts=["", ""], unwritten=[(0, 2)])
        f.create_dataset("array", (3,), np.dtype(("<i4", (2,))), chunks=(1,))[1] = [1, 2]
        expect(f, "/array", "int32", (3, 2), np.array([0, 0, 1, 2, 0, 0], "i4"), unwritten=[(0, 2), (4, 6)])
        t = f.create_dataset("table", (3,), np.dtype([("a", "i1"), ("b", ">i4")]), chunks=(2,),
                             fillvalue=np.array((7, 8), np.dtype([("a", "i1"), ("b", ">i4")])))
        t[2] = (1, 2)
        expect(f, "/table.b", "int32", (3,), np.array([8, 8, 2], "i4"), unwritten=[(0, 2)])
        never = create_properties(chunks=(2,))
        never.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
        h5py.Dataset(low_level(f, "never", h5py.h5t.STD_I32LE, (4,), never))[:2] = [1, 2]
        expect(f, "/never", "int32", (4,), np.array([1, 2, 0, 0], "i4"), unwritten=[(2, 4)])
        # Claims far more than memory holds; only its structure and first blocks are looked at.
        f.create_dataset("vast", (1 << 60,), np.float64, chunks=(1 << 10,))
        f.create_dataset("vast_row", (2, 1 << 40), np.float64, chunks=(1, 1 << 10))
        f.create_dataset("uncountable", (1 << 40, 1 << 40), np.float64, chunks=(1, 1 << 10))


def large(out):
    with h5py.File(out / "large.h5", "w") as f:
        x = (np.arange(1500 * 1000, dtype=np.int32) * 7 % 1000003).reshape(1500, 1000)
        f.create_dataset("long_chunk", data=x, chunks=(1500, 1000), compression=1, shuffle=True)
        expect(f, "/long_chunk", "int32", x.shape, x)
        f.create_dataset("contiguous", data=x)
        expect(f, "/contiguous", "int32", x.shape, x)
        x = np.resize(np.arange(1009, dtype=np.uint32), (20, 1024, 1024))
        f.create_dataset("vast_chunk", data=x, chunks=x.shape, compression=1)
        expect(f, "/vast_chunk", "uint32", x.shape, x)
        x = (np.arange(66000) % 251).astype(np.uint8).reshape(1, 66000)
        f.create_dataset("many_tiles", data=x, chunks=(1, 1))
        expect(f, "/many_tiles", "uint8", x.shape, x)


def not_readable(out):
    with h5py.File(out / "not_readable.h5", "w") as f:
        f["longdouble"] = np.array([1.5], np.longdouble)
        f.create_dataset("reference", (2,), h5py.ref_dtype)
        low_level(f, "opaque", h5py.h5t.create(h5py.h5t.OPAQUE, 5), (2,))
        low_level(f, "bitfield", h5py.h5t.STD_B8LE, (2,))
        kind = h5py.h5t.STD_I16LE.copy()
        kind.set_precision(12)
        low_level(f, "twelve_bits", kind, (2,))
        kind = h5py.h5t.STD_I16LE.copy()
        kind.set_precision(12)
        kind.set_offset(3)
        low_level(f, "shifted", kind, (2,))
        kind = h5py.h5t.STD_I32LE.copy()
        kind.set_size(3)
        low_level(f, "three_bytes", kind, (2,))
        low_level(f, "vax", h5py.h5t.VAX_F32, (2,)) if hasattr(h5py.h5t, "VAX_F32") else None
        kind = h5py.h5t.IEEE_F32LE.copy()
        kind.set_ebias(100)
        low_level(f, "odd_bias", kind, (2,))
        f["table"] = np.array([(1, 1.5)], [("a", "i4"), ("b", np.longdouble)])
        expect(f, "/table.a", "int32", (1,), np.array([1], "i4"))


def attributes(out):
    with h5py.File(out / "attributes.h5", "w") as f:
        f.attrs["made_by"] = "h5py"
        x = f.create_dataset("x", data=[1, 2])
        x.attrs["variable"] = "Größe"
        x.attrs["fixed"] = np.bytes_(b"km")
        x.attrs["int16"] = np.int16(-3)
        x.attrs["big"] = np.array(9007199254740993, ">u8")
        x.attrs["lowest"] = np.int64(-2 ** 63)
        x.attrs["highest"] = np.uint64(2 ** 64 - 1)
        x.attrs["half"] = np.float16(0.5)
        x.attrs["single"] = np.float32(0.1)
        x.attrs["bool"] = True
        x.attrs["one"] = np.array([7], "i4")
        x.attrs["one_text"] = np.array(["t"], object)
        x.attrs["two"] = np.array([7, 8], "i4")
        x.attrs["empty"] = h5py.Empty("f4")
        x.attrs["compound"] = np.array((1, 2), "i4,i4")
        x.attrs["longdouble"] = np.longdouble(1.5)
        x.attrs.create("colour", -1, dtype=h5py.enum_dtype({"red": -1, "green": 300}, ">i2"))


def links(out):
    (out / "deep").mkdir()
    with h5py.File(out / "links.h5", "w") as f, h5py.File(out / "deep" / "other.h5", "w") as g:
        f["x"] = [1, 2, 3]
        f["group/y.z"] = [4]
        f["group/kind"] = np.dtype("i4")
        f["soft"] = h5py.SoftLink("/x")
        f["chain"] = h5py.SoftLink("soft")
        f["hard"] = f["x"]
        f["folder"] = h5py.SoftLink("/group")
        f["outside"] = h5py.ExternalLink("deep/other.h5", "/inner/w")
        f["nowhere"] = h5py.SoftLink("/no/such")
        f["no_file"] = h5py.ExternalLink("no_such_file.h5", "/x")
        f["no_target"] = h5py.ExternalLink("deep/other.h5", "/no/such")
        f["no_hdf5"] = h5py.ExternalLink("text.h5", "/x")
        f["loop"] = h5py.SoftLink("/loop")
        g["inner/w"] = [5, 6]
        layout = h5py.VirtualLayout((2,), np.int64)
        layout[:] = h5py.VirtualSource("beside.h5", "x", (2,))
        g.create_virtual_dataset("virtual", layout)
        f["outside_virtual"] = h5py.ExternalLink("deep/other.h5", "/virtual")
        for name in ("x", "soft", "chain", "hard"):
            expect(f, "/" + name, "int64", (3,), np.arange(1, 4))
        expect(f, "/group/y.z", "int64", (1,), np.array([4]))
        expect(f, "/folder/y.z", "int64", (1,), np.array([4]))
        expect(f, "/outside", "int64", (2,), np.array([5, 6]))
        expect(f, "/outside_virtual", "int64", (2,), np.array([8, 9]))
    with h5py.File(out / "deep" / "beside.h5", "w") as f:
        f["x"] = [8, 9]
    (out / "text.h5").write_text("id,age\n1,2\n")
    (out / "empty.h5").write_bytes(b"")


def elsewhere(out):
    for name, values in (("s0.h5", range(5)), ("s1.h5", range(5, 10))):
        with h5py.File(out / name, "w") as f:
            f["x"] = np.array(list(values), np.int64)
    with h5py.File(out / "virtual.h5", "w", libver=("v110", "v110")) as f:
        f["own"] = np.arange(5, dtype=np.int64)
        for name, first, last in (("whole", "s0.h5", "s1.h5"), ("hole", "s0.h5", "gone.h5"), ("self", ".", "s1.h5")):
            layout = h5py.VirtualLayout((10,), np.int64)
            layout[:5] = h5py.VirtualSource(first, "own" if first == "." else "x", (5,))
            layout[5:] = h5py.VirtualSource(last, "x", (5,))
            f.create_virtual_dataset(name, layout, fillvalue=-1)
        layout = h5py.VirtualLayout((5,), np.int64)
        layout[:] = h5py.VirtualSource("s0.h5", "no_such", (5,))
        f.create_virtual_dataset("no_source", layout, fillvalue=-1)
        layout = h5py.VirtualLayout((10,), np.int64)
        layout[:] = h5py.VirtualSource(".", "hole", (10,))
        f.create_virtual_dataset("nested_hole", layout, fillvalue=-1)
        expect(f, "/whole", "int64", (10,), np.arange(10))
        expect(f, "/self", "int64", (10,), np.arange(10))
    os.chdir(out)
    with h5py.File(out / "external.h5", "w") as f:
        x = np.arange(6, dtype=">i4")
        f.create_dataset("raw", data=x, external=[("raw0.bin", 4, 8), ("raw1.bin", 0, h5py.h5f.UNLIMITED)])
        f.create_dataset("short", data=x, external=[("short.bin", 0, h5py.h5f.UNLIMITED)])
        f.create_dataset("gone", data=x, external=[("gone.bin", 0, h5py.h5f.UNLIMITED)])
        expect(f, "/raw", "int32", (6,), x)
    os.truncate(out / "short.bin", 20)
    os.remove(out / "gone.bin")


def damaged(out):
    with h5py.File(out / "truncated.h5", "w") as f:
        f["x"] = np.arange(4000.0)
    os.truncate(out / "truncated.h5", 20000)
    # The same, and the superblock (version 0) made to agree, so that HDF5 opens the file.
    with h5py.File(out / "agreed.h5", "w", libver=("earliest", "v108")) as f:
        f["x"] = np.arange(4000.0)
    os.truncate(out / "agreed.h5", 20000)
    with open(out / "agreed.h5", "r+b") as f:
        f.seek(40)
        f.write((20000).to_bytes(8, "little"))
    with h5py.File(out / "flipped.h5", "w") as f:
        x = f.create_dataset("checksum", data=np.arange(100, dtype=np.int32), chunks=(50,), fletcher32=True)
        y = f.create_dataset("deflate", data=np.arange(1000, dtype=np.int32) % 7, chunks=(500,), compression=6)
        f["good"] = [1]
        expect(f, "/good", "int64", (1,), np.array([1]))
        places = [x.id.get_chunk_info(1).byte_offset + 8, y.id.get_chunk_info(1).byte_offset + 5]
    with open(out / "flipped.h5", "r+b") as f:
        for place in places:
            f.seek(place)
            byte = f.read(1)[0]
            f.seek(place)
            f.write(bytes([byte ^ 0x40]))


def main():
    out = pathlib.Path(sys.argv[1]).resolve()
    for make in (number_types, other_types, compounds, shapes, filters, unwritten, large, not_readable, attributes, links,
                 elsewhere, damaged):
        make(out)
    (out / "expected.json").write_text(json.dumps(EXPECTED))


if __name__ == "__main__":
    main()
