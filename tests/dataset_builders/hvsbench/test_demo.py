"""The demo set: complete, deterministic, offline, and sensible."""

import hashlib
import json

import numpy as np
import pytest

from vlmeval_hvs.benchmarks.hvsbench.questions import TYPES, box_in, labels_of, options_of, points_in
from vlmeval_hvs.sets import read_set


@pytest.mark.long
def test_questions_of_every_type_are_sound_and_as_before(demo):
    demo("HVSBench_DEMO")
    rows, manifest = read_set("HVSBench_DEMO")
    assert (rows.groupby("question_type").size().to_dict(), manifest.skipped) == (dict.fromkeys(TYPES, 20), [])
    assert not rows.duplicated(["image_path", "question"]).any()
    firsts = rows.groupby("question_type", sort=False).first()
    current = {kind: [row["question"], row["truth"]] for kind, row in firsts.iterrows()}
    assert hashlib.sha256(json.dumps(current, sort_keys=True).encode()).hexdigest()[:16] == "5ec1d948f106eda4", current
    for row in rows.to_dict("records"):
        kind, options = TYPES[row["question_type"]].kind, options_of(row["question"])
        assert row["labels"] == (labels_of(row["question"]) if kind in ("choice", "order") else "")
        assert kind != "choice" or (len(row["truth"]) == 1 and row["truth"] in row["labels"])
        assert kind != "order" or sorted(row["truth"]) == sorted(row["labels"])
        for box, points in ((box_in(text), points_in(text)) for text in options.values()):
            assert points or box is None or (0 <= box[0] < box[2] <= 1 and 0 <= box[1] < box[3] <= 1)
            assert all(0 <= value <= 1 for point in points for value in point)
        paths = json.loads(row["scanpaths"] or "[]")
        assert len(paths) == (10 if kind == "scanpath" else 0)
        for path in paths:
            assert len(path["X"]) == len(path["Y"]) == len(path["T"]) >= 2
            assert sum(path["T"]) <= 6200
            assert np.hypot(path["X"][0] - 0.5, path["Y"][0] - 0.5) < 0.15  # people begin at the centre
