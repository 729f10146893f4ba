"""read_predictions.py FILE LABELS: what h5py finds in a predictions file, as JSON, with numpy's losses beside its own."""
import json
import sys

import h5py
import numpy as np

labels = json.loads(sys.argv[2])
with h5py.File(sys.argv[1], "r") as f:
    scores = f["scores"][...].astype(np.longdouble)
    seen = {
        "types": {name: f[name].dtype.name for name in ("row", "scores", "loss", "probabilities") if name in f},
        "row": f["row"][...].tolist() if "row" in f else None,
        "id": [bytes(i).hex() for i in f["id"][...]] if "id" in f else None,
        "scores": np.nan_to_num(f["scores"][...].astype(float), nan=-1).tolist(),
        "model_id": f.attrs["model_id"],
        "classes": [name.decode() for name in f["classes/names"][...]] if "classes/names" in f else None,
    }
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True)) if scores.size else scores
    probabilities = shifted / shifted.sum(axis=1, keepdims=True)
    if "loss" in f:
        loss = f["loss"][...]
        seen["not_finite"] = np.flatnonzero(~np.isfinite(loss)).tolist()
        expected = -(scores - scores.max(axis=1, keepdims=True) - np.log(shifted.sum(axis=1, keepdims=True)))[range(len(loss)), labels]
        error = np.abs(loss - expected) / np.maximum(expected, 1)
        seen["loss_error"] = float(error.max()) if np.isfinite(error).all() else None
    if "probabilities" in f:
        seen["probability_error"] = float(np.abs(f["probabilities"][...] - probabilities).max())
print(json.dumps(seen))
