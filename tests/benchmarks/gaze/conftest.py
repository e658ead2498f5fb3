"""The items of a small run."""

import pytest


@pytest.fixture
def items():
    """Items of two scenes of three objects: the head's object is named unless the eyes look at the last one."""
    import pandas as pd

    rows = []
    for scene in ("s0", "s1"):
        for head in (-1, 0, 1, 2):
            for gaze in range(3):
                choice = gaze if head < 0 or gaze == 2 else head
                rows.append((str(len(rows)), len(rows), scene, gaze, head, choice, "abc"[choice]))
    names = ["index", "stimulus_id", "scene_id", "gaze_pos", "head_pos", "choice_pos", "answer"]
    table = pd.DataFrame(rows, columns=names)
    return table.assign(view="front", n_objects=3, score=(table["choice_pos"] == table["gaze_pos"]).astype(float))
