"""Answers are checked, and photos that are alike share a cell."""

import numpy as np
import pytest

from vlmeval_hvs.metrics.cue_model import answers
from vlmeval_hvs.metrics.cue_model.cells import gather

GOOD = {
    "scene": ["a", "a", "b"],
    "view": [0, 0, 2],
    "proximity": [1, 1, 3],
    "n": [3, 3, 2],
    "gaze": [0, 2, 1],
    "head": [1, 1, -1],
    "counts": [[5, 2, 1], [1, 2, 5], [0, 4, 0]],
}


def test_mirrored_photos_share_a_cell_and_absent_objects_stay_last():
    cells = gather(answers(**GOOD))
    assert cells.counts.tolist() == [[10, 4, 2]]
    assert (cells.gaze[0], cells.head[0], cells.n[0], cells.proximity[0]) == (0, 1, 3, -1)
    assert cells.cell_of.tolist() == [0, 0]
    cells = gather(answers([0, 1], [0, 0], [2, 2], [2, 4], [1, 3], [1, 1], [[1, 7, 0, 0], [1, 2, 3, 4]]))
    order = np.argsort(cells.n)
    assert cells.counts[order].tolist() == [[7, 1, 0, 0], [4, 3, 2, 1]]
    assert np.isfinite(cells.places[order]).sum(axis=1).tolist() == [2, 4]
    assert (cells.gaze[order].tolist(), cells.head[order].tolist()) == ([0, 0], [0, 2])


def test_positions_are_told_in_distances_between_neighbours():
    found = answers(**{**GOOD, "positions": [[-10, 0, 10], [-10, 0, 10], [-5, 5, 0]]}, unit="degrees")
    assert found.unit == (10.0, "degrees")
    assert found.places[0].tolist() == [-1, 0, 1]
    assert np.isnan(found.places[2, 2])


def test_photos_keep_their_answers_scenes_and_views():
    found = answers(**{**GOOD, "counts": [[0, 0, 0], [1, 2, 5], [0, 4, 0]], "view": ["right", "front", "left"]})
    assert found.trials.tolist() == [0, 8, 4]
    assert found.scene.tolist() == [0, 0, 1]
    assert found.n.tolist() == [3, 3, 2]
    assert found.view.tolist() == [2, 0, 1]


def test_bad_columns_are_refused_by_name_and_row():
    for change, message in (
        ({"view": [0, 3, 0]}, "view of photo 1"),
        ({"gaze": [0, 2, 2]}, "gaze of photo 2"),
        ({"head": [3, 1, -1]}, "head of photo 0"),
        ({"n": [3, 3, 1]}, "n of photo 2"),
        ({"proximity": [1, np.nan, 1]}, "proximity of photo 1"),
        ({"counts": [[5, 2, 1], [1, 2, 5], [0, 4, 1]]}, "counts of photo 2"),
        ({"counts": [[5, 2], [1, 2], [0, 4]]}, "counts has the shape"),
        ({"trials": [8, 8, 3]}, "trials of photo 2"),
        ({"positions": [[0, 1, 2], [0, 2, 1], [0, 1, 2]]}, "positions of photo 1"),
        ({"view": ["front", "back", "left"]}, r"view of photo 1 .*front, left, right"),
        ({key: [] for key in GOOD} | {"counts": np.empty((0, 2))}, "no photos"),
    ):
        with pytest.raises(ValueError, match=message):
            answers(**{**GOOD, **change})
