"""The design of the psychometric set: full crossing, no tell-tale positions, and readable errors."""

import json
from collections import Counter

import pytest

from dataset_builders.gaze.design import CUES, Design, read_design, scenes
from vlmeval_hvs.errors import DataError


def test_every_cue_meets_every_target_in_every_scene_and_is_what_it_says():
    found = list(scenes(Design()))
    assert len(found) == 5 * 3  # separations and gazers; views take turns
    assert [poses[0][2].view for poses in found[:6]] == [0.0, -30.0, 30.0, -30.0, 30.0, 0.0]
    yaws, distances = {i: [] for i in range(3)}, set()
    for poses in (*found, *scenes(Design(n_objects=(4,), separations=(8.0,)))):
        counts = Counter((cue, dials.gaze) for cue, _, dials in poses)
        assert counts == dict.fromkeys(((cue, i) for cue in CUES for i in range(len(counts) // len(CUES))), 1)
        for cue, head, dials in poses:
            if cue == "eyes":
                assert (head, dials.head_yaw) == (-1, dials.middle)
            else:
                assert dials.head_yaw == pytest.approx(dials.azimuths[head])
            if cue == "conflict":  # otherwise it would be a picture of the cue "eyes"
                assert dials.head_yaw != dials.middle
                distances.add(abs(head - dials.gaze))
            assert (head == dials.gaze) == (cue in ("both", "head"))
            assert dials.eyes_visible == (cue != "head")
            if dials.separation == 4.0:
                yaws[dials.gaze].append(dials.gaze_yaw)
    assert distances == {1, 2, 3}
    assert max(yaws[0]) > min(yaws[1]) - 4.0, "a direction does not reveal the position"
    assert len({round(yaw, 2) for yaw in yaws[1]}) > 2
    assert len(list(scenes(Design(separations=(8.0,), gazers=("R",), rotate_views=False)))) == 3


def test_a_design_is_read_or_its_field_named(tmp_path):
    path = tmp_path / "design.json"
    path.write_text(json.dumps({"separations": [5, 10, 15], "sizes": [224, 448], "gazers": ["S"]}))
    design = read_design(path)
    assert (design.sizes, design.cues, len(list(scenes(design)))) == ([224, 448], CUES, 6)
    for content, message in {
        "[]": "give a JSON object", "{": "cannot be read", '{"angle": [3]}': "unknown field angle",
        '{"separations": []}': "separations cannot be", '{"separations": [0]}': "separations cannot be",
        '{"sizes": [448.5]}': "different whole numbers from 64 to 4096",
        '{"gazers": ["Q"]}': "among R, S, T",
        '{"n_objects": [5]}': "n_objects cannot be", '{"n_objects": [true]}': "n_objects cannot be",
        '{"cues": ["eyes", "eyes"]}': "cues cannot be", '{"rotate_views": 1}': "give true or false",
    }.items():  # fmt: skip
        path.write_text(content)
        with pytest.raises(DataError, match=message):
            read_design(path)
