"""read_back.py FILE: what h5py finds in a suite, as JSON; ids and digest are computed anew from what is stored."""
import hashlib
import json
import sys

import h5py

with h5py.File(sys.argv[1], "r") as f:
    e, m = f["examples"], f["examples/meta"]
    names = sorted(e["input"])
    ids = []
    for row in range(len(e["id"])):
        h = hashlib.sha256()
        for name in names:
            x = e["input"][name][row]
            h.update(x.dtype.name.encode() + b"\0" + ",".join(map(str, x.shape)).encode() + b"\0" + x.tobytes())
        ids.append(h.hexdigest())
    labels, status = e["target/label"][...].tolist(), m["status"][...].tolist()
    rows = sorted(bytes.fromhex(i) + int(y).to_bytes(8, "little", signed=True) + bytes([s]) for i, y, s in zip(ids, labels, status))
    text = lambda d: [x.decode() for x in d[...]]
    print(json.dumps({
        "user_block": f.userblock_size,
        "attributes": {k: v if isinstance(v, str) else v.item() for k, v in f.attrs.items()},
        "ids_computed": ids, "ids": [bytes(i).hex() for i in e["id"][...]],
        "digest_computed": hashlib.sha256(b"".join(rows)).hexdigest(),
        "labels": labels, "status": [{v: k for k, v in h5py.check_enum_dtype(m["status"].dtype).items()}[s] for s in status],
        "tags": text(f["tags/names"]), "mask": m["tag_mask"][...].tolist(),
        "until": text(m["xfail_until"]), "reviewed": m["reviewed"][...].tolist(), "classes": text(f["classes/names"]),
        "first_image": e["input/image"][0].tolist(), "checksums": bool(e["input/image"].fletcher32 and e["id"].fletcher32)}))
