"""The design of the psychometric set: full crossing, no tell-tale positions, and readable errors."""

import json
from collections import Counter

import pytest

from dataset_builders.gaze.design import CUES, Design, read_design, scenes
from vlmeval_hvs.errors import DataError


def test_every_cue_meets_every_target_in_every_scene():
    found = list(scenes(Design()))
    assert len(found) == 5 * 4  # separations and gazers; views take turns
    for poses in found:
        assert Counter((cue, dials.gaze) for cue, _, dials in poses) == {(cue, i): 1 for cue in CUES for i in range(3)}
    assert Counter(poses[0][2].view for poses in found).keys() == {0.0, -30.0, 30.0}


def test_cues_are_what_they_say():
    for poses in scenes(Design(separations=(8.0,), gazers=("R", "S"))):
        for cue, head, dials in poses:
            if cue == "eyes":
                assert (head, dials.head_yaw) == (-1, dials.middle)
            else:
                assert dials.head_yaw == pytest.approx(dials.azimuths[head])
            if cue == "conflict":  # otherwise it would be a picture of the cue "eyes"
                assert dials.head_yaw != dials.middle
            assert (head == dials.gaze) == (cue in ("both", "head"))
            assert dials.eyes_visible == (cue != "head")


def test_conflicts_reach_all_distances():
    distances = {
        abs(head - dials.gaze)
        for poses in scenes(Design(n_objects=(4,), separations=(8.0,)))
        for cue, head, dials in poses
        if cue == "conflict"
    }
    assert distances == {1, 2, 3}


def test_a_direction_does_not_tell_the_position():
    yaws = {i: [] for i in range(3)}
    for poses in scenes(Design(separations=(4.0,))):
        for _, _, dials in poses:
            yaws[dials.gaze].append(dials.gaze_yaw)
    assert max(yaws[0]) > min(yaws[1]) - 4.0
    assert len({round(yaw, 2) for yaw in yaws[1]}) > 2


def test_all_views_on_request():
    assert len(list(scenes(Design(separations=(8.0,), gazers=("R",), rotate_views=False)))) == 3


def test_a_design_is_read(tmp_path):
    path = tmp_path / "design.json"
    path.write_text(json.dumps({"separations": [5, 10, 15], "sizes": [224, 448], "gazers": ["S"]}))
    design = read_design(path)
    assert design.sizes == [224, 448]
    assert design.cues == CUES
    assert len(list(scenes(design))) == 6


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[]", "no JSON object"),
        ("{", "cannot be read"),
        ('{"angle": [3]}', "angle is no field"),
        ('{"separations": []}', "separations cannot be"),
        ('{"separations": [0]}', "separations cannot be"),
        ('{"sizes": [448.5]}', "sizes cannot be"),
        ('{"gazers": ["Q"]}', "gazers cannot be"),
        ('{"n_objects": [5]}', "n_objects cannot be"),
        ('{"n_objects": [true]}', "n_objects cannot be"),
        ('{"cues": ["eyes", "eyes"]}', "cues cannot be"),
        ('{"rotate_views": 1}', "rotate_views cannot be"),
    ],
)
def test_bad_designs_name_the_field(tmp_path, content, message):
    path = tmp_path / "design.json"
    path.write_text(content)
    with pytest.raises(DataError, match=message):
        read_design(path)
